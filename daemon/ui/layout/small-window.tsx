import { Outlet } from '@tanstack/react-router'
import { anotherWindow, LinkTargetProvider } from '../parts/link-target.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import classes from './small-window.module.css'
import { useShownPage } from './use-shown-page.ts'

/** A page that fills a small window alone; its links open the others elsewhere. */
export function SmallWindow() {
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
