import assert from 'node:assert/strict'
import { assertAccessible, inBrowser, openWindow, signInto, type Size } from '../../support/browser.ts'
import { itLong, itScaled, some } from '../../support/long.ts'
import { goal, makeLockedHome, passphrase, startLocked } from '../../support/locked-home.ts'

/** The browser tells of each call that is refused, and of those that find nobody while the daemon changes over. */
const expected = /Failed to load resource|WebSocket/

inBrowser('A locked home', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(
      `asks for its passphrase on its page, which goes on to the sign-in by itself (${size})`,
      async () => {
        const daemon = await startLocked(await makeLockedHome())
        const page = await openWindow(daemon, { size, at: '/goals', expected })
        await page.getByRole('heading', { name: 'Companion is locked', exact: true }).waitFor()
        await assertAccessible(page)
        const field = page.getByLabel('Passphrase or twelve words', { exact: true })
        const unlock = page.getByRole('button', { name: 'Unlock', exact: true })
        await field.fill('seven herons over the wear')
        await unlock.click()
        const alert = page.getByRole('alert')
        assert.match(await alert.innerText(), /neither the passphrase nor the twelve words/)
        await assertAccessible(page)
        await field.fill(passphrase)
        await field.press('Enter')
        await page.getByRole('heading', { name: 'Welcome back', exact: true }).waitFor()
        await signInto(page, 'olga')
        assert.match(page.url(), /#\/goals/)
        await page.getByText(goal).waitFor()
      },
    )
  }

  itLong(
    'is asked for where the daemon was started anew behind a page, and goes on where that was',
    async () => {
      const home = await makeLockedHome()
      const first = await startLocked(home)
      const page = await openWindow(first, { expected })
      await page.getByLabel('Passphrase or twelve words', { exact: true }).fill(home.words)
      await page.getByRole('button', { name: 'Unlock', exact: true }).click()
      await page.getByLabel('Stay signed in on this browser').check()
      await signInto(page, 'olga')
      const { file } = await first.running()
      first.child.kill('SIGKILL')
      const again = await startLocked(home, new URL(file.base_url).port)
      assert.equal(again.file.base_url, file.base_url)
      // It may have found out by itself, and asks already.
      await page.evaluate("location.hash = '/goals'")
      await page.getByRole('heading', { name: 'Companion is locked', exact: true }).waitFor()
      await page.getByLabel('Passphrase or twelve words', { exact: true }).fill(passphrase)
      await page.getByRole('button', { name: 'Unlock', exact: true }).click()
      await page.locator('main[data-page="/goals"]').getByRole('heading', { level: 1 }).waitFor()
    },
  )
})
