import { Center, Stack, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import i18next from 'i18next'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { connect, listen } from '../api/events.ts'
import { refreshAfter, refreshAll, topics } from '../api/freshness.ts'
import { queries } from '../api/operations.ts'
import { usePresence } from '../api/session.ts'
import { anotherWindow, LinkTargetProvider } from '../parts/link-target.ts'
import { lazyPart } from '../parts/lazy-part.ts'
import { Orb } from '../parts/orb.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Entrance } from './entrance.tsx'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'
import { useShownPage } from './use-shown-page.ts'

const EndUnused = lazyPart(async () => (await import('./restriction.tsx')).EndUnused)

/** The pages of small windows of their own, and the one that a program brings a browser to. */
const small: ReadonlySet<string | undefined> = new Set(['/ask', '/answer', '/connect'])

const Enrolment = lazyPart(async () => {
  const [{ Enrolment }] = await Promise.all([
    import('../factors/enrolment.tsx'),
    i18next.loadNamespaces(['factors']),
  ])
  return Enrolment
})

/** What stands around every page: the sign-in for whoever is not, the navigation for everybody else. */
export function Frame() {
  const presence = usePresence()
  const shown = useShownPage()
  // A device that does not trust the daemon yet cannot sign in.
  if (shown === '/trust') return <Outlet />
  if (presence.state === 'arriving') return <Arriving />
  if (presence.state === 'out')
    return <Entrance ended={presence.ended} withPassword={presence.password === true} />
  if (presence.restriction === 'enrolment') return <Enrolment />
  return (
    <Connected key={presence.member.family_member_uuid}>
      {presence.restriction && (
        <Suspense>
          <EndUnused />
        </Suspense>
      )}
      {shown === '/welcome' || shown === '/recover' ? (
        <Outlet />
      ) : small.has(shown) ? (
        <SmallWindow />
      ) : (
        <Shell />
      )}
    </Connected>
  )
}

function Arriving() {
  const { t } = useTranslation()
  return (
    <Center h="100%">
      <Stack align="center">
        <Orb size={72} />
        <Text c="dimmed">{t('wait.arriving')}</Text>
      </Stack>
    </Center>
  )
}

/** Hears of what changes, as long as somebody is signed in. */
function Connected({ children }: { readonly children: React.ReactNode }) {
  useEffect(() => {
    const deaf = topics.map((topic) => listen(topic, (event) => refreshAfter(queries, event)))
    let connected = false
    const disconnect = connect((missed) => {
      if (missed) void queries.invalidateQueries()
      // The page was read while it connected.
      else if (!connected) refreshAll(queries)
      connected = true
    })
    return () => {
      disconnect()
      for (const end of deaf) end()
      queries.clear()
    }
  }, [])
  return children
}

/** A page that fills a small window alone; its links open the others elsewhere. */
function SmallWindow() {
  const shown = useShownPage()
  return (
    <LinkTargetProvider value={anotherWindow}>
      <main className={classes['main']} data-page={shown}>
        <ConnectionBanner />
        <div className={classes['page']}>
          <Outlet />
        </div>
      </main>
    </LinkTargetProvider>
  )
}
