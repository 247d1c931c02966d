import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { ManualClock } from '../support/clock.ts'
import { login, password, personOf } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { rest } from '../support/wire/rest.ts'
import { householdPage } from './pages/household-page.ts'
import { signInPage } from './pages/sign-in-page.ts'

const { daemon, owner } = await household()
const both = some<Size>(['desktop'], ['phone'])

inBrowser('The household', () => {
  for (const size of both) {
    it(`invites somebody with a code and sees them join (${size})`, async () => {
      const page = await openWindow(daemon, { as: 'olga', size })
      await visit(page, '/household')
      const view = householdPage(page)
      await view.member('Olga Example').waitFor()
      await view.invite.click()
      const code = (await view.code.innerText()).trim()
      assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      const origin = new URL(daemon.file.base_url).origin
      await view.dialog.getByText(`${origin}/#/welcome?invitation=${code}`).waitFor()
      await view.qr.waitFor()
      await view.confirm('Done').click()
      await view.invitations.filter({ hasText: 'From Olga Example' }).waitFor()
      const payload = personOf(`ivy-${size}`, { invitation_code: code })
      assert.equal((await rest(daemon, 'POST /auth/register', { payload })).status, 201)
      await view.member(payload.full_name).waitFor()
    })

    it(`adds somebody, and shows errors at the field they belong to (${size})`, async () => {
      const page = await openWindow(daemon, { as: 'olga', size, expected: /409|422|400/ })
      await visit(page, '/household')
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
  }

  it('says who has joined as soon as the shown invitation is used, and hides its code', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
    const view = householdPage(page)
    await view.invite.click()
    const code = (await view.code.innerText()).trim()
    await view.withdraw.waitFor({ state: 'attached' })
    const payload = personOf('june', { invitation_code: code })
    assert.equal((await rest(daemon, 'POST /auth/register', { payload })).status, 201)
    await view.dialog.getByText('June Example has joined.').waitFor()
    assert.equal(await view.code.count(), 0)
    assert.equal(await view.qr.count(), 0)
    await page.locator('[role=dialog] button:focus', { hasText: 'Done' }).waitFor()
    await view.confirm('Done').click()
    await view.dialog.waitFor({ state: 'detached' })
  })

  it('says that the shown invitation is over when another admin withdraws it', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
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

  it('shows an invitation made by another admin for as long as it is valid', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
    const view = householdPage(page)
    await view.noInvitation.waitFor()
    const token = owner.access_token
    const { body } = await rest(daemon, 'POST /auth/invitations', { token, payload: {} })
    await view.withdraw.waitFor()
    await rest(daemon, `DELETE /auth/invitations/${body.data.invitation_uuid}`, { token })
    await view.noInvitation.waitFor()
  })

  it('withdraws an invitation, whose code stops working', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
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

  it('ends one session of a member or all of them', async () => {
    await daemon.member(owner, 'sam')
    const theirs = await openWindow(daemon, { as: 'sam', expected: /401/ })
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
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

  it('makes a member an admin and takes that back, except from the last admin', async () => {
    await daemon.member(owner, 'tom')
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
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

  it('asks for the password again when the last sign-in was too long ago', async () => {
    const clock = new ManualClock()
    const home = await household({ clock })
    const page = await openWindow(home.daemon, { as: 'olga', expected: /401/ })
    await visit(page, '/household')
    const view = householdPage(page)
    await view.more('Mia Example').waitFor()
    clock.advance(6 * 60_000)
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
    // The window goes before its daemon, which its page would ask in vain.
    await page.context().close()
  })

  it('can be opened often without hitting a rate limit', async () => {
    const home = await household({ environment: { COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '4' } })
    const page = await openWindow(home.daemon, { as: 'olga' })
    const view = householdPage(page)
    for (let times = 0; times < 8; times += 1) {
      await visit(page, '/household')
      await view.member('Mia Example').waitFor()
      await visit(page, '/me')
      await page.getByRole('heading', { name: 'Profile' }).waitFor()
    }
    await visit(page, '/household')
    await view.invite.click()
    await view.code.waitFor()
    assert.equal(await page.getByText('Too many requests').count(), 0)
    // The window goes before its daemon, which its page would ask in vain.
    await page.context().close()
  })

  it('tells a member who is not an admin whom to ask', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/household')
    await page.getByText('Only admins see this page').waitFor()
    assert.equal(await householdPage(page).invite.count(), 0)
  })

  it('signs nobody out for just opening the page', async () => {
    const page = await openWindow(daemon, { as: 'olga' })
    await visit(page, '/household')
    await householdPage(page).members.first().waitFor()
    assert.equal(await signInPage(page).submit.count(), 0)
  })

  for (const [size, scheme] of some([['desktop', 'dark'] as const], [['phone', 'light'] as const])) {
    it(`can be used by everybody (${size}, ${scheme})`, async () => {
      const page = await openWindow(daemon, { as: 'olga', size, scheme })
      const view = householdPage(page)
      await visit(page, '/household')
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
    })
  }
})
