import { AppShell, Box } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Arrivals } from '../inbox/arrivals.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { FootNavigation } from './foot-navigation.tsx'
import { Navigation } from './navigation.tsx'
import classes from './shell.module.css'
import { useShownPage } from './use-shown-page.ts'
import { lazyPart } from '../parts/lazy-part.ts'

const Background = lazyPart(async () => (await import('./background.tsx')).Background)
const Restriction = lazyPart(async () => (await import('./restriction.tsx')).Restriction)
const SignInNotices = lazyPart(async () => (await import('./account-notices.tsx')).SignInNotices)

/** A page with the navigation beside it, or below it where the window is narrow. */
export function Shell() {
  const { t } = useTranslation()
  const shown = useShownPage()
  const page = useRef<HTMLDivElement>(null)
  useTitleFocus(shown, page)
  const narrow = useNarrow()
  return (
    <AppShell
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: 60, collapsed: !narrow }}
      padding={0}
    >
      <a
        className={classes['skip']}
        href="#content"
        onClick={(event) => {
          // The part after the # says which page it is, so the jump is made by hand.
          event.preventDefault()
          document.querySelector<HTMLElement>('#content')?.focus()
        }}
      >
        {t('app.skip')}
      </a>
      {!narrow && (
        <AppShell.Navbar p="md" aria-label={t('nav.label')}>
          <Navigation />
        </AppShell.Navbar>
      )}
      <AppShell.Main className={classes['main']} id="content" data-page={shown} tabIndex={-1}>
        <ConnectionBanner />
        <Suspense>
          <Restriction />
        </Suspense>
        <Suspense>
          <Arrivals />
        </Suspense>
        <Suspense>
          <Background />
        </Suspense>
        <Suspense>
          <SignInNotices />
        </Suspense>
        <Box className={classes['page']} key={shown} ref={page}>
          <Outlet />
        </Box>
      </AppShell.Main>
      {narrow && (
        <AppShell.Footer>
          <FootNavigation />
        </AppShell.Footer>
      )}
    </AppShell>
  )
}

/**
 * Puts the focus at the title of a page that one has come to from another one, so that it is read out and the next Tab
 * leads into the page; not where the page has put it somewhere itself.
 */
function useTitleFocus(shown: string | undefined, page: RefObject<HTMLElement | null>): void {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (page.current?.contains(document.activeElement)) return
    const title = page.current?.querySelector('h1')
    if (!title) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [shown, page])
}
