import { it } from 'node:test'
import { putBridge } from '../support/app/app-bridge.ts'
import { inBrowser, openWindow, signInto, signOut, untilShown } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/app/desktop-app.ts'
import { household } from '../support/household.ts'

const { daemon } = await household()

/** A page in a window of the app; whoever it stays signed in as is there. */
async function pageOf(app: TestApp, staysSignedIn: boolean) {
  const window = await app.window()
  const page = await openWindow(daemon, { reusable: false })
  await putBridge(page, (call, input) => app.call(window, call, input))
  const load = () => page.reload()
  await (staysSignedIn ? untilShown(page, load) : load())
  return page
}

inBrowser('A page in a window of the desktop app', () => {
  it('asks for the password once: the next page continues as the same member, even after the app restarts', async () => {
    const app = await startTestApp({ home: daemon.home.path })
    const first = await pageOf(app, false)
    await signInto(first, 'mia')
    await app.told(/is here/)
    // A window has one page: the session of the one before ends with it.
    await first.close()
    const next = await pageOf(app, true)
    await next.getByRole('button', { name: 'Mia Example' }).waitFor()
    await next.close()
    await app.quit()
    await using again = await startTestApp({ home: daemon.home.path })
    const later = await pageOf(again, true)
    await later.getByRole('button', { name: 'Mia Example' }).waitFor()
    await later.close()
  })

  it('asks for it again once the member has signed out', async () => {
    await using app = await startTestApp({ home: daemon.home.path })
    const page = await pageOf(app, true)
    await page.getByRole('button', { name: 'Mia Example' }).waitFor()
    await signOut(page, 'Mia Example')
    await app.told(/Nobody/)
    const next = await pageOf(app, false)
    await next.getByLabel('Username').waitFor()
  })
})
