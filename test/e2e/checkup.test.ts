import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { systemPage } from './pages/system-page.ts'

const { daemon } = await household()

inBrowser('The check-up of the system', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    it(`shows what is not well first, with what mends it (${size})`, async () => {
      writeFileSync(daemon.home.authority, 'lost', { mode: 0o600 })
      try {
        const page = await openWindow(daemon, { as: 'olga', at: '/system?section=checkup', size })
        const system = systemPage(page)
        await page.getByText('One problem. One warning.', { exact: true }).waitFor()
        const rows = system.rows('Findings')
        assert.match(
          (await rows.nth(0).textContent()) ?? '',
          /^Certificates: problem.*certificate-authority\.pem cannot be read/,
        )
        assert.match((await rows.nth(1).textContent()) ?? '', /^Backups on another disk: warning/)
        assert.match((await rows.nth(2).textContent()) ?? '', /: fine/)
        await page
          .getByRole('button', { name: 'Copy: companion backups set-destination FOLDER', exact: true })
          .waitFor()
        await assertAccessible(page)

        await page.getByRole('link', { name: 'Open Security', exact: true }).waitFor()
        rmSync(daemon.home.authority)
        await system.button('Check again').click()
        await page.getByText('One warning.', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'Open Backups', exact: true }).click()
        await system.title('backups').waitFor()
      } finally {
        rmSync(daemon.home.authority, { force: true })
      }
    })
  }

  it('says it in German', async () => {
    const page = await openWindow(daemon, {
      as: 'olga',
      at: '/system?section=checkup',
      prepare: async (opened) => {
        await opened.addInitScript("localStorage.setItem('companion.language', 'de')")
      },
    })
    await page.getByRole('heading', { level: 2, name: 'Diagnose', exact: true }).waitFor()
    await page.getByText('Eine Warnung.', { exact: true }).waitFor()
    await page.getByText(/^Alle \d+ Seiten der Datenbank sind zweimal da und heil\.$/).waitFor()
    await page.getByRole('link', { name: 'Sicherungen öffnen', exact: true }).waitFor()
  })
})
