import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { BrowserContext, Page } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { inBrowser, openBrowser } from '../support/browser.ts'
import { password, startTestDaemon, startTestDaemonAgain, type TestDaemon } from '../support/daemon.ts'
import { itLong, itScaled } from '../support/long.ts'
import { errorOf, rest } from '../support/wire/rest.ts'
import { signInPage } from './pages/sign-in-page.ts'

const home = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
const profile = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
let daemon: TestDaemon = await startTestDaemon({ home: home.path, clock: systemClock })
after(async () => {
  await daemon.stop()
  home.remove()
  profile.remove()
})
await daemon.owner()
const { origin } = new URL(daemon.file.base_url)

const tabOf = async (browser: BrowserContext): Promise<Page> => {
  const page = await browser.newPage()
  await page.goto(origin)
  return page
}
const signedIn = (page: Page) => page.getByRole('navigation').waitFor()
const signIn = async (page: Page, stay: boolean) => {
  const form = signInPage(page)
  await form.username.fill('olga')
  await form.password.fill(password)
  await form.stay.setChecked(stay)
  await form.submit.click()
  await signedIn(page)
}
const sessions = async (): Promise<{ client: string; stays: boolean }[]> => {
  const { access_token: token } = (
    await rest(daemon, 'POST /auth/login', { payload: { username: 'olga', password } })
  ).body.data
  return (await rest(daemon, 'GET /auth/profile/sessions?limit=200', { token })).body.data.items
}
const storedSession = (page: Page) =>
  page.evaluate<{ refresh_token: string; extractable: boolean; stored: string }>(`new Promise((resolve) => {
    const opening = indexedDB.open('companion')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('sessions').objectStore('sessions').getAll()
      reading.onsuccess = () => {
        const { refresh_token, keys } = reading.result.find((one) => one.keys)
        const { extractable } = keys.privateKey
        resolve({ refresh_token, extractable, stored: JSON.stringify([reading.result, { ...localStorage }]) })
      }
    }
  })`)

inBrowser('A browser in which somebody stays signed in', () => {
  itScaled('needs no sign-in in another tab, after a close, or after a restart of the daemon', async () => {
    {
      await using browser = await openBrowser(profile.path)
      await signIn(await tabOf(browser), true)
      await signedIn(await tabOf(browser))
    }
    const before = (await sessions()).filter(({ stays }) => stays)
    assert.deepEqual(
      before.map(({ client }) => client),
      ['Chrome on Linux'],
    )
    {
      await using browser = await openBrowser(profile.path)
      const page = await tabOf(browser)
      await signedIn(page)
      await daemon.stop()
      daemon = await startTestDaemonAgain({
        clock: systemClock,
        home: home.path,
        environment: { COMPANION_HTTP_PORT: new URL(origin).port },
      })
      await page.reload()
      await signedIn(page)
      await signedIn(await tabOf(browser))
    }
    assert.equal((await sessions()).filter(({ stays }) => stays).length, 1)
  })

  itScaled('keeps nothing of use without its key, which cannot be exported', async () => {
    await using browser = await openBrowser(profile.path)
    const page = await tabOf(browser)
    await signedIn(page)
    const { refresh_token, extractable, stored } = await storedSession(page)
    assert.equal(extractable, false)
    assert.doesNotMatch(stored, /eyJ/)
    const copied = await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
    assert.deepEqual(errorOf(copied).slice(0, 2), [401, 'INVALID_CREDENTIALS'])
    await page.reload()
    await signedIn(page)
  })

  itScaled('asks for a sign-in after a sign-out, in every tab', async () => {
    await using browser = await openBrowser(profile.path)
    const [first, second] = [await tabOf(browser), await tabOf(browser)]
    await signedIn(first)
    await signedIn(second)
    await first.getByRole('button', { name: 'Olga Example' }).click()
    await first.getByRole('menuitem', { name: 'Sign out' }).click()
    for (const page of [first, second, await tabOf(browser)]) await signInPage(page).submit.waitFor()
  })

  itLong('keeps nobody signed in who did not want that', async () => {
    {
      await using browser = await openBrowser(profile.path)
      const page = await tabOf(browser)
      await signIn(page, false)
      await page.reload()
      await signedIn(page)
      await signInPage(await tabOf(browser)).submit.waitFor()
    }
    await using browser = await openBrowser(profile.path)
    await signInPage(await tabOf(browser)).submit.waitFor()
  })
})
