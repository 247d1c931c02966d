import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after } from 'node:test'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { trustAuthority } from '../support/certificate.ts'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { startTestDaemon } from '../support/daemon.ts'
import { pairWith } from '../support/device-key.ts'
import { sharedHousehold } from '../support/household.ts'
import { itLong, itScaled, some } from '../support/long.ts'
import { systemPage } from './pages/system-page.ts'

const daemon = await startTestDaemon({
  clock: systemClock,
  pages: true,
  config: { mode: 'detached', host: '127.0.0.1', tls: { local: true } },
})
after(() => daemon[Symbol.asyncDispose]())
const ca = trustAuthority(daemon)
const fingerprint = new X509Certificate(ca).fingerprint256
const owner = await daemon.owner()

inBrowser('Trusting the household', () => {
  for (const size of some<Size>(['phone'], ['desktop', 'phone'])) {
    itScaled(`is explained to whoever is not signed in, with a fingerprint and files (${size})`, async () => {
      const page = await openWindow(daemon, { size, at: '/trust', untrusting: true })
      const shown = page.getByRole('group', { name: 'SHA-256 fingerprint', exact: true })
      assert.equal((await shown.innerText()).trim(), fingerprint)
      await assertAccessible(page)
      const names = [
        'Get the profile',
        'Get the certificate',
        'Get the certificate for Windows',
        'Get the PEM file',
      ]
      for (const name of names) {
        const link = page.getByRole('link', { name, exact: true })
        const answer = await page.request.get(
          new URL((await link.getAttribute('href')) ?? '', page.url()).href,
        )
        assert.equal(answer.status(), 200, name)
        if (name === 'Get the PEM file')
          assert.equal(new X509Certificate(await answer.body()).fingerprint256, fingerprint)
      }
    })
  }

  itScaled(
    'can be checked at the machine, where admins see the certificates and a code that leads to it',
    async () => {
      const page = await openWindow(daemon, { as: 'olga', untrusting: true })
      const view = systemPage(page)
      const { device_uuid } = await pairWith(daemon, owner, ca)
      assert.notEqual(device_uuid, '')
      await view.open('security')
      const shown = view.main.getByRole('group', { name: 'SHA-256 fingerprint', exact: true })
      assert.equal((await shown.innerText()).trim(), fingerprint)
      await view.main.getByText('Signed by the household’s authority.', { exact: true }).waitFor()
      await view.main
        .getByText(/^Valid until \d+ \w+ \d{4}$/)
        .first()
        .waitFor()
      await view.rows('Devices').first().waitFor()
      assert.equal(await view.rows('Devices').count(), 1)
      await view.main
        .getByText(/^Companion · from 127\.0\.0\.1/)
        .first()
        .waitFor()
      await assertAccessible(page)

      // Its QR code is beside the one for pairing, and never at once with it.
      await visit(page, '/me?section=devices')
      await page.getByRole('button', { name: 'Pair a device', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Pair a device', exact: true })
      await dialog.getByLabel('Device name', { exact: true }).fill('Phone')
      await dialog.getByRole('button', { name: 'Show code', exact: true }).click()
      const pairing = dialog.getByRole('img', { name: 'QR code for pairing', exact: true })
      const trusting = dialog.getByRole('img', { name: 'QR code for trusting this Companion', exact: true })
      await pairing.waitFor()
      await dialog.getByText('The phone warns about the certificate?', { exact: true }).click()
      await trusting.waitFor()
      await pairing.waitFor({ state: 'detached' })
      await assertAccessible(page)
      await dialog.getByText('The phone warns about the certificate?', { exact: true }).click()
      await pairing.waitFor()
      await trusting.waitFor({ state: 'hidden' })
    },
  )

  itLong('is not wanted where the companion has no certificate of its own', async () => {
    const { daemon: plain } = await sharedHousehold()
    const page = await openWindow(plain, { at: '/trust', expected: /404/ })
    await page.getByText('There’s nothing to trust here', { exact: true }).waitFor()
    await assertAccessible(page)
  })
})
