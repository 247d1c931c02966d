import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { assertAccessible, inBrowser, openWindow, signInto, type Size } from '../../support/browser.ts'
import {
  type LockedDaemon,
  makeLockedHome,
  passphrase,
  startLocked,
  tryUnlocking,
} from '../../support/locked-home.ts'
import { isLong, itScaled, some } from '../../support/long.ts'
import { addAuthenticator } from '../pages/authenticator.ts'
import { systemPage } from '../pages/system-page.ts'

/** The browser tells of each call that is refused, and of those that find nobody while the daemon changes over. */
const expected = /Failed to load resource|WebSocket/

/** The same daemon by the name of the machine, where browsers have passkeys. */
const byName = ({ file }: LockedDaemon) => ({
  file: { ...file, base_url: file.base_url.replace('127.0.0.1', 'localhost') },
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const passkeyButton = (page: Page) => button(page, 'Unlock with a passkey')
const locked = (page: Page) => page.getByRole('heading', { name: 'Companion is locked', exact: true })

inBrowser('A passkey', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(
      `unlocks a home once an admin has added it, and no more once it was removed (${size})`,
      async () => {
        const home = await makeLockedHome()
        let daemon = await startLocked(home)
        const { port } = new URL(daemon.file.base_url)
        const page = await openWindow(byName(daemon), { size, expected, leaves: 'browser' })
        await addAuthenticator(page, { hasPrf: true })
        const again = async () => {
          daemon.child.kill('SIGKILL')
          daemon = await startLocked(home, port)
          await page.reload()
          await locked(page).waitFor()
        }

        await page.getByLabel('Passphrase or twelve words', { exact: true }).fill(passphrase)
        await button(page, 'Unlock').click()
        await signInto(page, 'olga')
        const view = systemPage(page)
        await view.open('security')
        await button(page, 'Add a passkey').click()
        const dialog = page.getByRole('dialog', { name: 'Add a passkey', exact: true })
        await dialog.getByLabel('Name', { exact: true }).fill('Key ring')
        await assertAccessible(page)
        await dialog.getByRole('button', { name: 'Add a passkey', exact: true }).click()
        await view.rows('Unlock with a passkey').first().waitFor()
        assert.match(await view.rows('Unlock with a passkey').innerText(), /^Key ring/)
        await assertAccessible(page)

        await again()
        const sent = page.waitForRequest((request) => request.method() === 'POST')
        await passkeyButton(page).waitFor()
        await assertAccessible(page)
        await passkeyButton(page).click()
        const attempt: unknown = (await sent).postDataJSON()
        await signInto(page, 'olga')
        await daemon.running()

        await view.open('security')
        await button(page, 'Remove Key ring').click()
        await button(page, 'Remove').click()
        await page.getByText('No passkey opens the home yet.').waitFor()
        if (!isLong) return

        await again()
        const refused = await tryUnlocking(daemon, attempt)
        assert.deepEqual([refused.status, refused.body.error.details], [401, { reason: 'wrong_passkey' }])
        assert.equal(await passkeyButton(page).count(), 0)
        await page.getByLabel('Passphrase or twelve words', { exact: true }).fill(passphrase)
        await button(page, 'Unlock').click()
        await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor()
      },
    )
  }
})
