import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inBrowser, openWindow } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { systemPage } from './pages/system-page.ts'

const { daemon } = await household()

inBrowser('The page of the security', () => {
  it('says by itself that the audit log lacks rows which this browser has seen', async () => {
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('security')
    await page.getByText(/It’s intact: all \d+ rows/).waitFor()
    const kept = () => page.evaluate(() => localStorage.getItem('companion.audit-head'))
    const head = JSON.parse((await kept()) ?? '')
    const other = JSON.stringify({ ...head, seq: head.seq + 1_000 })
    await page.evaluate((text) => localStorage.setItem('companion.audit-head', text), other)
    await system.open('overview')
    await system.open('security')
    await system.alert.filter({ hasText: 'Rows that this browser has seen are gone' }).waitFor()
    assert.equal(await page.getByText(/It’s intact/).count(), 0)
    assert.equal(await kept(), other, 'what shows it is kept')
  })
})
