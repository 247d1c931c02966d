import assert from 'node:assert/strict'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { MovableClock } from '../support/clock.ts'
import { login, password, personOf, signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { deviceWithPin } from '../support/pin-device.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { householdPage } from './pages/household-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { systemPage } from './pages/system-page.ts'

/** After so many milliseconds a sign-in is no longer recent. */
const stale = 400_000
const clock = new MovableClock()
// It is twice moved on, and not ahead of the page even then.
clock.advance(-2 * stale)
const { daemon, owner } = await household({ pages: true, clock })
const sizes = some<Size>(['desktop'], ['phone'])

inBrowser('The household', () => {
  const open = sharedWindow(daemon)

  itLong('tells a member who is not an admin whom to ask', async () => {
    const page = await open({ as: 'mia', at: '/household' })
    await page.getByText('Only admins see this page').waitFor()
    assert.equal(await householdPage(page).invite.count(), 0)
  })

  for (const size of sizes) {
    itScaled(
      `invites somebody with a code, says who has joined as soon as it is used, and hides it (${size})`,
      async () => {
        const page = await open({ as: 'olga', size, at: '/household' })
        const view = householdPage(page)
        await view.member('Olga Example').waitFor()
        // Nobody is signed out by opening it.
        assert.equal(await signInPage(page).submit.count(), 0)
        await view.invite.click()
        const code = (await view.code.innerText()).trim()
        assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
        const origin = new URL(daemon.file.base_url).origin
        await view.dialog.getByText(`${origin}/#/welcome?invitation=${code}`).waitFor()
        await view.qr.waitFor()
        await view.invitations.filter({ hasText: 'From Olga Example' }).waitFor({ state: 'attached' })
        const payload = personOf(`ivy-${size}`, { invitation_code: code })
        assert.equal((await rest(daemon, 'POST /auth/register', { payload })).status, 201)
        await view.dialog.getByText(`${payload.full_name} has joined.`).waitFor()
        assert.equal(await view.code.count(), 0)
        assert.equal(await view.qr.count(), 0)
        await page.locator('[role=dialog] button:focus', { hasText: 'Done' }).waitFor()
        await view.confirm('Done').click()
        await view.member(payload.full_name).waitFor()
      },
    )

    itScaled(`adds somebody, and shows errors at the field they belong to (${size})`, async () => {
      const page = await open({ as: 'olga', size, at: '/household', expected: /409|422|400/ })
      const { add, form, member } = householdPage(page)
      await add.click()
      await form.fullName.fill('Gran Greta')
      await form.relationship.fill('grandmother')
      await form.username.fill('not one')
      await form.password.fill('seven tin lanterns hum')
      await form.submit.click()
      await page.getByText(/Use only letters, digits/).waitFor()
      await form.username.fill('mia')
      await form.submit.click()
      await page.getByText('That username is already taken.').waitFor()
      await form.username.fill(`greta-${size}`)
      await form.password.fill('password123')
      await form.submit.click()
      await page.getByText('This password appeared in a data breach. Please choose another one.').waitFor()
      await form.password.fill('seven tin lanterns hum')
      await form.submit.click()
      await page.getByText('Gran Greta can sign in now.').waitFor()
      await member(`greta-${size}`).waitFor()
      assert.equal((await login(daemon, `greta-${size}`, 'seven tin lanterns hum')).status, 200)
    })

    itScaled(`introduces a guest, whom it removes and brings back (${size})`, async () => {
      const name = `Anna ${size}`
      const page = await open({ as: 'olga', size, at: '/household' })
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

  itLong('says that the shown invitation is over when another admin withdraws it', async () => {
    const page = await open({ as: 'olga', at: '/household' })
    const view = householdPage(page)
    await view.invite.click()
    await view.code.waitFor()
    await view.withdraw.waitFor({ state: 'attached' })
    const token = owner.access_token
    const { body } = await rest(daemon, 'GET /auth/invitations', { token })
    await rest(daemon, `DELETE /auth/invitations/${body.data.items[0].invitation_uuid}`, { token })
    await view.dialog.getByText('This invitation can’t be used any more.').waitFor()
    assert.equal(await view.code.count(), 0)
    await view.confirm('Done').click()
  })

  itLong('shows an invitation made by another admin for as long as it is valid', async () => {
    const page = await open({ as: 'olga', at: '/household' })
    const view = householdPage(page)
    await view.noInvitation.waitFor()
    const token = owner.access_token
    const { body } = await rest(daemon, 'POST /auth/invitations', { token, payload: {} })
    await view.withdraw.waitFor()
    await rest(daemon, `DELETE /auth/invitations/${body.data.invitation_uuid}`, { token })
    await view.noInvitation.waitFor()
  })

  itLong('withdraws an invitation, whose code stops working', async () => {
    const page = await open({ as: 'olga', at: '/household' })
    const view = householdPage(page)
    await view.invite.click()
    const code = (await view.code.innerText()).trim()
    await view.confirm('Done').click()
    await view.withdraw.click()
    await view.confirm('Withdraw').click()
    await view.noInvitation.waitFor()
    const payload = personOf('late', { invitation_code: code })
    assert.equal((await rest(daemon, 'POST /auth/register', { payload })).status, 403)
  })

  itLong('ends one session of a member or all of them', async () => {
    await daemon.member(owner, 'sam')
    const theirs = await openWindow(daemon, { as: 'sam', expected: /401/ })
    const page = await open({ as: 'olga', at: '/household' })
    const view = householdPage(page)
    await view.sessionsOf('Sam Example').click()
    await view.sessions.nth(1).waitFor()
    await view.endSession.last().click()
    await view.sessions.nth(1).waitFor({ state: 'detached' })
    await page.locator('[role=dialog] :focus').waitFor()
    await view.confirm('Sign out everywhere').click()
    await page.getByText('will have to sign in again on every device').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('will have to sign in again on every device').waitFor({ state: 'detached' })
    await view.confirm('Sign out everywhere').click()
    await page.getByText('will have to sign in again on every device').waitFor()
    await view.confirm('Sign out everywhere').last().click()
    await page.getByText('Not signed in anywhere').waitFor()
    await theirs.getByText('Your session has ended').waitFor()
  })

  itLong('makes a member an admin and takes that back, except from the last admin', async () => {
    await daemon.member(owner, 'tom')
    const page = await open({ as: 'olga', at: '/household' })
    const view = householdPage(page)
    await view.more('Olga Example').click()
    await view.item('Remove as admin').and(page.locator('[aria-disabled=true]')).waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await view.act('Tom Example', 'Make admin')
    await view.confirm('Make admin').click()
    await page.getByText('Tom Example is now an admin.', { exact: true }).waitFor()
    await view.act('Tom Example', 'Remove as admin')
    await view.confirm('Remove as admin').click()
    await page.getByText('Tom Example is no longer an admin.', { exact: true }).waitFor()
    await view.more('Tom Example').click()
    await view.item('Make admin').waitFor()
  })

  itLong(
    'calls guests by their names in the audit log, also a removed one until they are erased',
    async () => {
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
      const page = await open({ as: 'olga', at: '/system?section=security' })
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
    },
  )

  itLong('asks for the password again when the last sign-in was too long ago', async () => {
    const page = await open({ as: 'olga', at: '/household', expected: /401/ })
    const view = householdPage(page)
    await view.more('Mia Example').waitFor()
    clock.advance(stale)
    await view.act('Mia Example', 'Make admin')
    await view.confirm('Make admin').click()
    await page.getByText('Enter your password again to continue.').waitFor()
    const field = page.getByRole('dialog').getByLabel('Password', { exact: true })
    const goOn = page.getByRole('button', { name: 'Yes, continue' })
    await field.fill('not my password')
    await goOn.click()
    await page.getByText('That’s not correct.').waitFor()
    await field.fill('half a passw')
    await view.confirm('Cancel').click()
    await goOn.waitFor({ state: 'detached' })
    await view.act('Mia Example', 'Make admin')
    await view.confirm('Make admin').click()
    await goOn.waitFor()
    assert.equal(await field.inputValue(), '')
    assert.equal(await page.getByText('That’s not correct.').count(), 0)
    await field.fill(password)
    await goOn.click()
    await page.getByText('Mia Example is now an admin.', { exact: true }).waitFor()
  })

  it('removes a member after the password, says what goes and what stays, brings them back, and makes an admin', async () => {
    const { access_token: token } = await daemon.member(owner, 'ben')
    await deviceWithPin(daemon, 'ben', clock)
    for (const memory of [
      { content: 'My locker has the number 12' },
      { content: 'The dentist is on Park Lane', visibility: 'household' },
    ])
      assert.equal((await rest(daemon, 'POST /memory/store', { token, payload: memory })).status, 201)
    const page = await open({ as: 'olga', at: '/household', expected: /401/ })
    clock.advance(stale)
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
    const row = removed.getByRole('listitem').filter({ hasText: 'Ben Example' })
    await row.getByText('Erased for good in 7 days', { exact: true }).waitFor()
    assert.equal((await login(daemon, 'ben')).status, 401)
    await view.more('Ben Example').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Bring back Ben Example', exact: true }).click()
    await page.getByText('Ben Example is back.', { exact: true }).waitFor()
    await view.more('Ben Example').waitFor()
    assert.equal((await login(daemon, 'ben')).status, 200)
    // The password that was given just now is enough.
    await view.act('Mia Example', 'Make admin')
    await view.confirm('Make admin').click()
    await page.getByText('Mia Example is now an admin.', { exact: true }).waitFor()
  })

  it('opens the profile of a member for the owner to read in, and tells the member', async () => {
    const { access_token: token } = await daemon.member(owner, 'cat')
    await rest(daemon, 'PUT /auth/profile/owner-access', { token, payload: { allowed: true } })
    const page = await open({ as: 'olga', at: '/household', expected: /401|403/ })
    await householdPage(page).act('Cat Example', 'Open profile')
    const dialog = page.getByRole('dialog', { name: 'Open Cat Example’s profile?', exact: true })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Open profile', exact: true }).click()
    await page.getByText(/^You’re reading in the profile of Cat Example/).waitFor()
    await page.locator('main[data-page="/talk"]').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Close the profile', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await open({ as: 'cat', expected: /401|403/ })
    await page.getByText(/^Olga Example opened your profile/).waitFor()
    await page.getByRole('button', { name: 'All right', exact: true }).click()
    await page.getByText(/^Olga Example opened your profile/).waitFor({ state: 'detached' })
  })

  itLong('can be used by everybody', async () => {
    for (const [size, scheme] of [
      ['desktop', 'dark'],
      ['phone', 'light'],
    ] as const) {
      const page = await open({ as: 'olga', size, scheme, at: '/household' })
      const view = householdPage(page)
      await view.members.first().waitFor()
      await assertAccessible(page)
      await view.add.click()
      await view.form.password.waitFor()
      await assertAccessible(page)
      await page.keyboard.press('Escape')
      await view.invite.click()
      await view.code.waitFor()
      await assertAccessible(page)
      await view.confirm('Done').click()
      await view.withdraw.first().click()
      await view.confirm('Withdraw').click()
      await view.sessionsOf('Mia Example').click()
      await view.sessions.first().waitFor()
      await assertAccessible(page)
    }
  })
})
