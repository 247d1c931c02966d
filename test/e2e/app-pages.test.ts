import type { Page } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { putBridge } from '../support/app/app-bridge.ts'
import { inBrowser, openWindow, signInto, signOut } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/app/desktop-app.ts'
import { household } from '../support/household.ts'
import { itLong, itScaled } from '../support/long.ts'

const { daemon } = await household({ clock: systemClock, pages: true })

async function pageOf(app: TestApp): Promise<Page> {
  const window = await app.window()
  return openWindow(daemon, {
    prepare: (page) => putBridge(page, (call, input) => app.call(window, call, input)),
  })
}

const isMia = (page: Page) => page.getByRole('button', { name: 'Mia Example' }).waitFor()

inBrowser('A page in a window of the desktop app', () => {
  itScaled(
    'asks for the password once, even if the app restarts, until the member has signed out',
    async () => {
      const app = await startTestApp({ home: daemon.home.path })
      const first = await pageOf(app)
      await signInto(first, 'mia')
      await app.told(/is here/)
      // A window has one page: the session of the one before ends with it.
      await first.close()
      await app.quit()
      await using again = await startTestApp({ home: daemon.home.path })
      const later = await pageOf(again)
      await isMia(later)
      await signOut(later, 'Mia Example')
      await again.told(/Nobody/)
      const next = await pageOf(again)
      await next.getByLabel('Username').waitFor()
    },
  )

  itLong('continues as the member of the page before', async () => {
    await using app = await startTestApp({ home: daemon.home.path })
    const first = await pageOf(app)
    await signInto(first, 'mia')
    await app.told(/is here/)
    await first.close()
    const next = await pageOf(app)
    await isMia(next)
    await next.close()
  })
})
