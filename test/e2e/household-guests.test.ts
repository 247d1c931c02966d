import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, visit } from '../support/browser.ts'
import { login } from '../support/daemon.ts'
import { household } from '../support/household.ts'

const { daemon } = await household()

inBrowser('Guests and removed members', () => {
  it('introduces a guest, and removes a member whom it brings back', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
    await page.getByRole('button', { name: 'Introduce someone', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Anna Gast')
    await dialog.getByLabel('Who are they to you?').fill('aunt')
    await dialog.getByRole('button', { name: 'Introduce', exact: true }).click()
    const guests = page.getByRole('list', { name: 'Guests', exact: true })
    await guests.getByText('aunt of Olga Example', { exact: true }).waitFor()
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Remove Mia Example', exact: true }).click()
    await dialog.getByText('0 private memories', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    const removed = page.getByRole('list', { name: 'Removed', exact: true })
    await removed.getByText('Erased for good in 7 days', { exact: true }).waitFor()
    assert.equal((await login(daemon, 'mia')).status, 401)
    await page.getByRole('button', { name: 'Bring back Mia Example', exact: true }).click()
    await page.getByText('Mia Example is back.', { exact: true }).waitFor()
    assert.equal((await login(daemon, 'mia')).status, 200)
  })
})
