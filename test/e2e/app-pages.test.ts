import { it } from 'node:test'
import { putBridge } from '../support/app/app-bridge.ts'
import { inBrowser, openWindow, signInto, signOut } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/app/desktop-app.ts'
import { household } from '../support/household.ts'

const { daemon } = await household()

/** A page in a window of the app. */
async function pageOf(app: TestApp) {
  const window = await app.window()
  const page = await openWindow(daemon)
  await putBridge(page, (call, input) => app.call(window, call, input))
  await page.reload()
  return page
}

inBrowser('A page in a window of the desktop app', () => {
  it('asks for the password once: the next page continues as the same member, even after the app restarts', async () => {
    const app = await startTestApp({ home: daemon.home.path })
    const first = await pageOf(app)
    await signInto(first, 'mia')
    await app.told(/is here/)
    // A window has one page: the session of the one before ends with it.
    await first.close()
    const next = await pageOf(app)
    await next.getByRole('button', { name: 'Mia Example' }).waitFor()
    await next.close()
    await app.quit()
    await using again = await startTestApp({ home: daemon.home.path })
    const later = await pageOf(again)
    await later.getByRole('button', { name: 'Mia Example' }).waitFor()
    await later.close()
  })

  it('asks for it again once the member has signed out', async () => {
    await using app = await startTestApp({ home: daemon.home.path })
    const page = await pageOf(app)
    await page.getByRole('button', { name: 'Mia Example' }).waitFor()
    await signOut(page, 'Mia Example')
    await app.told(/Nobody/)
    const next = await pageOf(app)
    await next.getByLabel('Username').waitFor()
  })
})
