import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { assertAccessible, inBrowser, openWindow, type Size, visit } from '../support/browser.ts'
import { MovableClock } from '../support/clock.ts'
import { login, password, signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { it, itLong, itScaled, some } from '../support/long.ts'
import { pairDevice } from '../support/paired.ts'
import { soon } from '../support/processes.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { mePage } from './pages/me-page.ts'
import { signInPage } from './pages/sign-in-page.ts'

const clock = new MovableClock()
const { daemon, owner } = await household({ pages: true, clock })
const { access_token: token } = await daemon.member(owner, 'nora')

inBrowser('Me', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(`saves name and preferences without touching what other pages saved (${size})`, async () => {
      const agency = { daily_budget: 2 }
      await rest(daemon, 'PUT /auth/profile', { token, payload: { preferences: { agency } } })
      const page = await open({ as: 'nora', size, at: '/me' })
      const me = mePage(page)
      await me.fullName.fill('Nora Newname')
      await me.relationship.fill('sister')
      await me.save.click()
      await page.getByText('Saved.').waitFor()
      await me.remember.click({ force: true })
      await me.remember.and(page.locator(':not(:checked)')).waitFor({ state: 'attached' })
      await me.zone.fill('Auckland')
      const saved = page.waitForResponse(
        (answer) =>
          answer.request().method() === 'PUT' && answer.request().postData()?.includes('Auckland') === true,
      )
      await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
      await saved
      await page.getByText(/^It is .* there now/).waitFor()
      const { body } = await rest(daemon, 'GET /auth/profile', { token })
      const { full_name, relationship, preferences } = body.data
      assert.deepEqual([full_name, relationship], ['Nora Newname', 'sister'])
      assert.deepEqual(preferences, { agency, remember: false, time_zone: 'Pacific/Auckland' })
    })

    itScaled(
      `pairs another browser with a code, says when it is paired, and unpairs it (${size})`,
      async () => {
        const page = await open({ as: 'nora', size, at: '/me?section=devices' })
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
      },
    )
  }

  it('says that voices cannot be recognised, shows where the member is signed in, and ends one session or all others', async () => {
    await signIn(daemon, 'nora')
    const otherSession = await signIn(daemon, 'nora')
    const page = await open({ as: 'nora', at: '/me?section=security' })
    const voice = page.getByRole('region', { name: 'Your voice', exact: true })
    await voice
      .getByText(/^Voices can’t be recognised here yet: .+ \(the setting voice\.model\)\.$/)
      .waitFor()
    assert.equal(await voice.getByRole('button').count(), 0)
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
    const { status } = await rest(daemon, 'GET /auth/profile', { token: otherSession.access_token })
    assert.equal(status, 401)
  })

  it('shows password errors at the field, and ends other sessions when the password changes', async () => {
    await signIn(daemon, 'nora')
    const page = await open({
      as: 'nora',
      at: '/me?section=security',
      expected: /401|422|400/,
      anew: true,
    })
    const { sessions, password: fields } = mePage(page)
    await sessions.rows.nth(1).waitFor()
    const fill = async (current: string, next: string, again = next) => {
      await fields.current.fill(current)
      await fields.next.fill(next)
      await fields.again.fill(again)
      await fields.submit.click()
    }
    const loaded = () =>
      page.evaluate<number>(
        "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length",
      )
    // The dictionaries of the estimator come with the first password.
    const before = await loaded()
    await fill(password, 'four odd purple chairs', 'four odd purple chains')
    await soon(async () => (await loaded()) > before)
    await page.getByText('The passwords don’t match.').waitFor()
    await fill('not my password', 'four odd purple chairs')
    await page.getByText('That isn’t your password.').waitFor()
    await fill(password, 'password123')
    await page.getByText('This password appeared in a data breach. Please choose another one.').waitFor()
    await fill(password, 'i am nora newname')
    await page.getByText('Your password can’t contain your name.').waitFor()
    await fill(password, 'four odd purple chairs')
    await page.getByText('Your password has been changed. One other session has ended.').waitFor()
    await page.getByText('You’re not signed in anywhere else.').waitFor()
    assert.equal((await login(daemon, 'nora')).status, 401)
    assert.equal((await login(daemon, 'nora', 'four odd purple chairs')).status, 200)
  })

  itLong('has its sections in the address', async () => {
    const page = await open({ as: 'mia', at: '/me?section=security' })
    const me = mePage(page)
    await me.tab('Sign-in').and(page.locator('[aria-selected=true]')).waitFor()
    await me.tab('My data').click()
    await me.makeFile.waitFor()
    assert.match(page.url(), /#\/me\?section=data$/)
    await visit(page, '/me?section=nonsense')
    await me.fullName.waitFor()
  })

  itLong('says that a code has expired, and gets a new one', async () => {
    const prepare = (page: Page) => page.clock.install()
    const page = await openWindow(daemon, {
      as: 'mia',
      at: '/me?section=devices',
      prepare,
      leaves: 'nothing',
    })
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

  itLong('closes only the password prompt with Escape, not the form behind it', async () => {
    const page = await open({ as: 'mia', at: '/me?section=devices', expected: /401/ })
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
  })

  itLong('can be used by everybody', async () => {
    const { access_token: token } = await daemon.member(owner, 'ada')
    await pairDevice(daemon, token, { name: 'Radio', kind: 'voice' })
    for (const [size, scheme] of [
      ['phone', 'dark'],
      ['desktop', 'light'],
    ] as const) {
      const page = await open({ as: 'ada', size, scheme, at: '/me' })
      const me = mePage(page)
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
    }
  })
})
