import assert from 'node:assert/strict'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, openWindow, signInto, untilShown, visit } from '../support/browser.ts'
import { password } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { isLong, itLong, itScaled } from '../support/long.ts'
import { rest } from '../support/wire/rest.ts'
import { pinPad } from './pages/pin-pad.ts'

const { daemon, owner, member } = await household({ clock: systemClock, pages: true })

/** A code with which a browser is paired as the member's. */
async function pairingCode(token: string): Promise<string> {
  const payload = { name: 'Kitchen', kind: 'tablet', password }
  const { status, body } = await rest(daemon, 'POST /auth/devices/pair', { token, payload })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.pairing_code
}

/** A PIN of as many digits that is none of these. */
const another = (...pins: string[]) => ['1234', '5678', '2468'].find((pin) => !pins.includes(pin)) ?? ''

inBrowser('PINs', () => {
  itScaled(
    'are assigned on a paired device, sign in, switch the user, and let nobody change the account',
    async () => {
      const page = await openWindow(daemon, { size: 'phone', expected: /401/ })
      const view = pinPad(page)
      await view.pair(await pairingCode(member.access_token))
      await visit(page, '/me?section=security')
      const mia = await view.assign(password)
      assert.match(mia, /^[1-9]\d{3}$/)
      await view.card.getByText(/^You have a 4-digit PIN, assigned/).waitFor()
      await view.card.getByText('Works on: Kitchen', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await view.switchUser('Mia Example')
      await assertAccessible(page)

      // Whoever else lives here gives the password on the device once.
      await view.withPassword.click()
      await signInto(page, 'olga')
      await visit(page, '/me?section=security')
      const olga = await view.assign()
      assert.notEqual(olga, mia)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await view.switchUser('Olga Example')

      await view.tap(another(mia, olga))
      await view.alert
        .getByText('That PIN is wrong, or it doesn’t work on this device.', { exact: true })
        .waitFor()
      await assertAccessible(page)
      await untilShown(page, () => view.tap(mia))
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await view.switchUser('Mia Example')
      // By the keyboard, as at a desk.
      await untilShown(page, () => page.getByLabel('PIN', { exact: true }).pressSequentially(olga))
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Olga Example', exact: true }).waitFor()
      // A PIN makes nobody an admin.
      assert.equal(await page.getByRole('link', { name: 'Household', exact: true }).count(), 0)
      await page.keyboard.press('Escape')

      // Nor may anybody change the account by it.
      await visit(page, '/me?section=security')
      await page.getByRole('heading', { name: 'Your password, please', exact: true }).waitFor()
      assert.equal(await page.getByLabel('Current password', { exact: true }).count(), 0)
      assert.equal(await view.card.count(), 0)
      await assertAccessible(page)
      if (!isLong) return
      await page.getByRole('button', { name: 'Sign in with your password', exact: true }).click()
      await view.withPin.waitFor()
      await signInto(page, 'olga')
      await visit(page, '/me?section=security')
      await view.card.getByRole('button', { name: 'Give up the PIN', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Give up the PIN', exact: true }).click()
      await view.card.getByText('You have no PIN yet.', { exact: true }).waitFor()
    },
  )

  itLong('cannot be had in a browser that is not paired, and the page says so', async () => {
    const page = await openWindow(daemon, { as: 'mia', at: '/me?section=security' })
    const view = pinPad(page)
    await view.card.getByText(/^You get a PIN on a paired device\./).waitFor()
    assert.equal(await view.card.getByRole('button', { name: /^Get / }).count(), 0)
  })

  itLong('give way to the password after five wrong ones on a device', async () => {
    const { access_token } = await daemon.member(owner, 'tom')
    const page = await openWindow(daemon, { expected: /401/ })
    const view = pinPad(page)
    await view.pair(await pairingCode(access_token))
    await visit(page, '/me?section=security')
    const pin = await view.assign(password)
    await view.switchUser('Tom Example')
    for (let tries = 1; tries <= 5; tries += 1) {
      const answer = page.waitForResponse((response) => response.url().endsWith('/auth/login'))
      await view.tap(another(pin))
      assert.equal((await answer).status(), 401)
      if (tries < 5) await view.alert.waitFor()
    }
    await page
      .getByText('This device takes no PINs for now. Sign in with your password.', { exact: true })
      .waitFor()
    await signInto(page, 'tom')
  })
})
