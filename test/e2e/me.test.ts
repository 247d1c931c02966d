import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { verifyReceipt } from '../../daemon/kernel/offline/receipt.ts'
import { ManualClock } from '../support/clock.ts'
import { login, password, signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { some } from '../support/long.ts'
import { rest } from '../support/wire/rest.ts'
import { mePage } from './pages/me-page.ts'
import { signInPage } from './pages/sign-in-page.ts'

const { daemon, owner } = await household()
const both = some<Size>(['desktop'], ['phone'])

inBrowser('Me', () => {
  for (const size of both) {
    it(`saves name and preferences without touching what other pages saved (${size})`, async () => {
      const { access_token: token } = await daemon.member(owner, `nora-${size}`)
      const agency = { daily_budget: 2 }
      await rest(daemon, 'PUT /auth/profile', { token, payload: { preferences: { agency } } })
      const page = await openWindow(daemon, { as: `nora-${size}`, size })
      await visit(page, '/me')
      const me = mePage(page)
      await me.fullName.fill('Nora Newname')
      await me.relationship.fill('sister')
      await me.save.click()
      await page.getByText('Saved.').waitFor()
      await me.remember.click({ force: true })
      await me.remember.and(page.locator(':not(:checked)')).waitFor({ state: 'attached' })
      await me.zone.fill('Auckland')
      const kept = page.waitForResponse(
        (answer) =>
          answer.request().method() === 'PUT' && answer.request().postData()?.includes('Auckland') === true,
      )
      await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
      await kept
      await page.getByText(/^It is .* there now/).waitFor()
      const { body } = await rest(daemon, 'GET /auth/profile', { token })
      const { full_name, relationship, preferences } = body.data
      assert.deepEqual([full_name, relationship], ['Nora Newname', 'sister'])
      assert.deepEqual(preferences, { agency, remember: false, time_zone: 'Pacific/Auckland' })
    })

    it(`pairs another browser with a code, says when it is paired, and unpairs it (${size})`, async () => {
      const username = `pia-${size}`
      await daemon.member(owner, username)
      const page = await openWindow(daemon, { as: username, size })
      await visit(page, '/me?section=devices')
      const me = mePage(page)
      await page.getByText('No devices yet').waitFor()
      await me.devices.pair.click()
      await me.pairing.name.fill('Kitchen')
      await me.pairing.kind.selectOption('Browser')
      await me.pairing.make.click()
      const code = (await me.pairing.code.innerText()).trim()
      assert.match(code, /^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      assert.match(await me.pairing.timer.innerText(), /[45]:\d\d/)
      await me.pairing.qr.waitFor()

      const other = await openWindow(daemon, { size, expected: /401/ })
      await signInPage(other).pair.click()
      await other.getByLabel('Pairing code').fill(code.toLowerCase())
      await other.getByRole('button', { name: 'Pair', exact: true }).click()
      await other.getByRole('navigation').first().waitFor()

      await me.pairing.status.getByText('Kitchen is paired.').waitFor()
      await me.pairing.done.click()
      await me.devices.rows.filter({ hasText: 'Kitchen' }).waitFor()
      await me.devices.revoke('Kitchen').click()
      await me.confirm('Unpair').click()
      await page.getByText('No devices yet').waitFor()
      await other.getByText('Your session has ended').waitFor()
    })
  }

  it('has its sections in the address', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/me?section=security')
    const me = mePage(page)
    await me.tab('Sign-in').and(page.locator('[aria-selected=true]')).waitFor()
    await me.tab('My data').click()
    await me.makeFile.waitFor()
    assert.match(page.url(), /#\/me\?section=data$/)
    await visit(page, '/me?section=nonsense')
    await me.fullName.waitFor()
  })

  it('says what it takes to recognise voices where nothing can', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/me?section=security')
    const card = page.getByRole('region', { name: 'Your voice', exact: true })
    await card.getByText(/^Voices can’t be recognised here yet: .+ \(the setting voice\.model\)\.$/).waitFor()
    assert.equal(await card.getByRole('button').count(), 0)
  })

  it('shows password errors at the field, and ends other sessions when the password changes', async () => {
    await daemon.member(owner, 'paul')
    const page = await openWindow(daemon, { as: 'paul', expected: /401|422|400/ })
    await visit(page, '/me?section=security')
    const { sessions, password: fields } = mePage(page)
    await sessions.rows.nth(1).waitFor()
    const fill = async (current: string, next: string, again = next) => {
      await fields.current.fill(current)
      await fields.next.fill(next)
      await fields.again.fill(again)
      await fields.submit.click()
    }
    await fill(password, 'four odd purple chairs', 'four odd purple chains')
    await page.getByText('The passwords don’t match.').waitFor()
    await fill('not my password', 'four odd purple chairs')
    await page.getByText('That isn’t your password.').waitFor()
    await fill(password, 'password123')
    await page.getByText('This password appeared in a data breach. Please choose another one.').waitFor()
    await fill(password, 'i am paul example')
    await page.getByText('Your password can’t contain your name.').waitFor()
    await fill(password, 'four odd purple chairs')
    await page.getByText('Your password has been changed. One other session has ended.').waitFor()
    await page.getByText('You’re not signed in anywhere else.').waitFor()
    assert.equal((await login(daemon, 'paul')).status, 401)
    assert.equal((await login(daemon, 'paul', 'four odd purple chairs')).status, 200)
  })

  it('shows where the member is signed in, and ends one session or all others', async () => {
    await daemon.member(owner, 'sara')
    await signIn(daemon, 'sara')
    const kept = await signIn(daemon, 'sara')
    const page = await openWindow(daemon, { as: 'sara' })
    await visit(page, '/me?section=security')
    const { sessions, confirm } = mePage(page)
    await sessions.end.nth(2).waitFor()
    assert.equal(await sessions.rows.filter({ hasText: 'This session' }).count(), 1)
    await sessions.end.first().click()
    await page.getByText('The session has ended.').waitFor()
    await sessions.rows.nth(3).waitFor({ state: 'detached' })
    await sessions.rows.nth(2).waitFor()
    await sessions.endOthers.click()
    await confirm('End all others').click()
    await page.getByText('You’re not signed in anywhere else.').waitFor()
    const { status } = await rest(daemon, 'GET /auth/profile', { token: kept.access_token })
    assert.equal(status, 401)
  })

  it('says that a code has expired, and gets a new one', async () => {
    const page = await openWindow(daemon, { as: 'mia' })
    await visit(page, '/me?section=devices')
    await page.clock.install()
    const { devices, pairing } = mePage(page)
    await devices.pair.click()
    await pairing.name.fill('Attic')
    await pairing.make.click()
    await pairing.timer.waitFor()
    await page.clock.fastForward('05:01')
    await page.getByText('The code wasn’t used in time.').waitFor()
    await pairing.again.click()
    await pairing.name.waitFor()
  })

  it('closes only the password prompt with Escape, not the form behind it', async () => {
    const clock = new ManualClock()
    const home = await household({ clock })
    const page = await openWindow(home.daemon, { as: 'mia', expected: /401/ })
    await visit(page, '/me?section=devices')
    const { devices, pairing } = mePage(page)
    clock.advance(6 * 60_000)
    await devices.pair.click()
    await pairing.name.fill('Attic')
    await pairing.make.click()
    const question = page.getByText('Enter your password again to continue.')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await pairing.name.inputValue(), 'Attic')
    await page.keyboard.press('Escape')
    await pairing.name.waitFor({ state: 'detached' })
    // The window goes before its daemon, which its page would ask in vain.
    await page.context().close()
  })

  it('deletes all data of a member who confirms it, and says goodbye kindly', async () => {
    const { access_token: token } = await daemon.member(owner, 'rosa')
    await rest(daemon, 'POST /memory/store', { token, payload: { content: 'My secret is a blue door' } })
    const page = await openWindow(daemon, { as: 'rosa', expected: /401/ })
    await visit(page, '/me?section=data')
    const { reset } = mePage(page)
    await reset.open.click()
    await reset.password.fill('not my password')
    assert.equal(await reset.submit.isDisabled(), true)
    await reset.word.fill('RESET')
    await reset.submit.click()
    await page.getByText('That isn’t your password.').waitFor()
    await reset.password.fill(password)
    await reset.submit.click()
    await page.getByText('All your data has been deleted').waitFor()
    await signInPage(page).submit.waitFor()
    const again = await signIn(daemon, 'rosa')
    const { body } = await rest(daemon, 'GET /memory/recent', { token: again.access_token })
    assert.equal(body.data.total, 0)
  })

  it('forgets a member who asks for it, and hands over a receipt before the page signs out', async () => {
    const { family_member_uuid } = await daemon.member(owner, 'ruth')
    const page = await openWindow(daemon, { as: 'ruth', expected: /401/ })
    await visit(page, '/me?section=data')
    const { forget } = mePage(page)
    await forget.open.click()
    await forget.password.fill('not my password')
    assert.equal(await forget.submit.isDisabled(), true)
    await forget.word.fill('FORGET ME')
    await forget.submit.click()
    await page.getByText('That isn’t your password.', { exact: true }).waitFor()
    await forget.password.fill(password)
    const arriving = page.waitForEvent('download')
    await forget.submit.click()
    const file = await arriving
    assert.match(file.suggestedFilename(), /^companion-receipt-[\da-f]{8}\.jws$/)
    const verified = await verifyReceipt(readFileSync(await file.path(), 'utf8'))
    assert.deepEqual(
      [verified?.receipt.family_member_uuid, verified?.receipt.account],
      [family_member_uuid, 'deleted'],
    )
    await page.getByText('You have been forgotten', { exact: true }).waitFor()
    await signInPage(page).submit.waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the receipt again', exact: true }).click()
    assert.equal((await saving).suggestedFilename(), file.suggestedFilename())
    assert.equal((await login(daemon, 'ruth')).status, 401)
  })

  it('tells the only admin of others to make one of them an admin first', async () => {
    const page = await openWindow(daemon, { as: 'olga', expected: /409/ })
    await visit(page, '/me?section=data')
    const { forget } = mePage(page)
    await forget.open.click()
    await forget.password.fill(password)
    await forget.word.fill('FORGET ME')
    await forget.submit.click()
    await page.getByText('You’re the only admin of others who live here.').waitFor()
  })

  for (const [size, scheme] of some([['phone', 'dark'] as const], [['desktop', 'light'] as const])) {
    it(`can be used by everybody (${size}, ${scheme})`, async () => {
      const username = `ada-${size}`
      const { access_token: token } = await daemon.member(owner, username)
      const offer = await rest(daemon, 'POST /auth/devices/pair', {
        token,
        payload: { name: 'Radio', kind: 'voice' },
      })
      await rest(daemon, 'POST /auth/devices/pair', {
        payload: { pairing_code: offer.body.data.pairing_code },
      })
      const page = await openWindow(daemon, { as: username, size, scheme })
      const me = mePage(page)
      await visit(page, '/me')
      await me.fullName.waitFor()
      await assertAccessible(page)
      await me.tab('Sign-in').click()
      await me.sessions.rows.nth(2).waitFor()
      await assertAccessible(page)
      await me.tab('My data').click()
      await me.reset.open.waitFor()
      await assertAccessible(page)
      await me.tab('Devices').click()
      await me.devices.rows.first().waitFor()
      await assertAccessible(page)
      await me.devices.pair.click()
      await me.pairing.name.fill('Attic')
      await me.pairing.make.click()
      await me.pairing.timer.waitFor()
      await assertAccessible(page)
    })
  }
})
