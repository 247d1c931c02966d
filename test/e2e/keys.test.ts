import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, visit } from '../support/browser.ts'
import { household } from '../support/household.ts'
import { rest } from '../support/wire/rest.ts'

const { daemon } = await household()

inBrowser('Keys for programs', () => {
  it('are made for what was chosen, shown once, and revoked', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/me?section=programs')
    await page.getByText('No keys yet').waitFor()
    await page.getByRole('button', { name: 'Make a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Program').fill('Kitchen speaker')
    await dialog.getByRole('checkbox', { name: 'Read' }).uncheck()
    await dialog.getByRole('button', { name: 'Make key' }).click()
    await dialog.getByText('Choose at least one.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Talk' }).check()
    assert.equal(await dialog.getByRole('checkbox', { name: 'Metrics' }).count(), 0)
    await dialog.getByLabel('Good for').selectOption('90 days')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Make key' }).click()
    const token = (await dialog.getByRole('group', { name: 'Key' }).innerText()).trim()
    assert.match(token, /^cmp_[\w-]{43}$/)
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()

    const said = await rest(daemon, 'POST /conversation/message', { token, payload: { content: 'Hello' } })
    assert.equal(said.status, 200)
    const row = page.getByRole('listitem').filter({ hasText: 'Kitchen speaker' })
    assert.match(await row.innerText(), /Talk[\s\S]*never used[\s\S]*ends/)
    await page.getByRole('button', { name: 'Revoke the key of Kitchen speaker' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Kitchen speaker is shut out.').waitFor()
    await page.getByText('No keys yet').waitFor()
    assert.equal((await rest(daemon, 'GET /auth/profile', { token })).status, 401)
  })
})
