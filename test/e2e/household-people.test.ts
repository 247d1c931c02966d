import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { MovableClock } from '../support/clock.ts'
import { login, password, signIn } from '../support/daemon.ts'
import { deviceWithPin } from '../support/pin-device.ts'
import { household } from '../support/household.ts'
import { rest } from '../support/wire/rest.ts'
import { householdPage } from './pages/household-page.ts'
import { systemPage } from './pages/system-page.ts'

const clock = new MovableClock()
// The sign-in of the admin is no longer recent when the test has begun.
clock.advance(-400_000)
const { daemon, owner } = await household({ clock })

inBrowser('Guests and removed members', () => {
  for (const size of ['desktop', 'phone'] satisfies Size[]) {
    it(`introduces a guest, whom it removes and brings back (${size})`, async () => {
      const name = `Anna ${size}`
      const page = await openWindow(daemon, { as: 'olga', size })
      await visit(page, '/household')
      await page.getByRole('button', { name: 'Introduce someone', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill(name)
      await dialog.getByLabel('Who are they to you?', { exact: true }).fill('aunt')
      await dialog.getByRole('button', { name: 'Introduce', exact: true }).click()
      const guests = page.getByRole('list', { name: 'Guests', exact: true })
      await guests.getByText(name, { exact: true }).waitFor()
      await guests.getByText('aunt of Olga Example', { exact: true }).first().waitFor()
      await assertAccessible(page)
      await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click()
      await dialog.getByText('You can undo this for 7 days.', { exact: true }).waitFor()
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('button', { name: `Bring back ${name}`, exact: true }).click()
      await guests.getByText(name, { exact: true }).waitFor()
    })
  }

  it('removes a member after the password, says what goes and what stays, and brings them back', async () => {
    const { access_token: token } = await daemon.member(owner, 'ben')
    await deviceWithPin(daemon, 'ben', clock)
    for (const memory of [
      { content: 'My locker has the number 12' },
      { content: 'The dentist is on Park Lane', visibility: 'household' },
    ])
      assert.equal((await rest(daemon, 'POST /memory/store', { token, payload: memory })).status, 201)
    const page = await openWindow(daemon, { as: 'olga', expected: /401/ })
    clock.advance(400_000)
    await visit(page, '/household')
    const view = householdPage(page)
    await view.act('Ben Example', 'Remove')
    const dialog = page.getByRole('dialog', { name: 'Remove Ben Example?', exact: true })
    for (const goes of ['1 private memory', '1 trusted device', '1 PIN'])
      await dialog.getByText(goes, { exact: true }).waitFor()
    await dialog
      .getByText('1 memory that Ben Example shared with the household stays.', { exact: true })
      .waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Confirm it’s you', exact: true })
    assert.equal((await login(daemon, 'ben')).status, 200)
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Yes, continue', exact: true }).click()
    const removed = page.getByRole('list', { name: 'Removed', exact: true })
    await removed.getByText('Erased for good in 7 days', { exact: true }).waitFor()
    assert.equal((await login(daemon, 'ben')).status, 401)
    await view.more('Ben Example').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Bring back Ben Example', exact: true }).click()
    await page.getByText('Ben Example is back.', { exact: true }).waitFor()
    await view.more('Ben Example').waitFor()
    assert.equal((await login(daemon, 'ben')).status, 200)
  })

  it('opens the profile of a member for the owner to read in, and tells the member', async () => {
    await daemon.member(owner, 'cat')
    const page = await openWindow(daemon, { as: 'olga', expected: /401|403/ })
    await visit(page, '/household')
    await householdPage(page).act('Cat Example', 'Open profile')
    const dialog = page.getByRole('dialog', { name: 'Open Cat Example’s profile?', exact: true })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Open profile', exact: true }).click()
    await page.getByText(/^You’re reading in the profile of Cat Example/).waitFor()
    await page.locator('main[data-page="/talk"]').waitFor()
    await assertAccessible(page)
    const theirs = await openWindow(daemon, { as: 'cat' })
    await theirs.getByText(/^Olga Example opened your profile/).waitFor()
    await theirs.getByRole('button', { name: 'All right', exact: true }).click()
    await theirs.getByText(/^Olga Example opened your profile/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close the profile', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })

  it('calls guests by their names in the audit log, also a removed one until they are erased', async () => {
    const { access_token } = await signIn(daemon, 'olga')
    const introduce = async (full_name: string): Promise<string> => {
      const payload = { full_name, relationship: 'friend' }
      const made = await rest(daemon, 'POST /recognition/introduce', { token: access_token, payload })
      return made.body.data.person.person_uuid
    }
    await introduce('Gustava Gasthof')
    const id = await introduce('Gero Gasthof')
    const removed = await rest(daemon, `DELETE /recognition/family/${id}`, { token: access_token })
    assert.equal(removed.status, 200)
    const page = await openWindow(daemon, { as: 'olga', at: '/system' })
    const system = systemPage(page)
    await system.open('security')
    const rows = system.rows('Audit log')
    const about = (event: string, name: string) =>
      rows
        .filter({ hasText: event })
        .filter({ hasText: `about ${name}` })
        .first()
        .waitFor()
    await system.field('Event').selectOption({ label: 'Person introduced' })
    await about('Person introduced', 'Gustava Gasthof')
    await about('Person introduced', 'Gero Gasthof')
    await system.field('Event').selectOption({ label: 'Person removed' })
    await about('Person removed', 'Gero Gasthof')
  })
})
