import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { codeAt } from '../support/authenticator-app.ts'
import {
  assertAccessible,
  inBrowser,
  openWindow,
  signInto,
  signOut,
  type Size,
  untilShown,
  visit,
} from '../support/browser.ts'
import { MovableClock } from '../support/clock.ts'
import { password, startTestDaemon } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { isLong, itLong, itScaled } from '../support/long.ts'
import { addAuthenticator } from './pages/authenticator.ts'

const clock = new MovableClock()
const { daemon, owner } = await household({ pages: true, clock })
/** The same daemon by the name of the machine, where browsers have passkeys. */
const local = {
  ...daemon,
  file: { ...daemon.file, base_url: daemon.file.base_url.replace('127.0.0.1', 'localhost') },
}

const shown = (page: Page) => page.locator('main[data-page]')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Types the username and the password, which are half of a sign-in. */
async function begin(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** Gives the password and a code once more, where the page asks for them. */
async function confirm(page: Page, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you', exact: true })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Code from your app, or a backup code').fill(code)
  await button(page, 'Yes, continue').click()
}

const keyOf = async (page: Page) =>
  (await page.getByRole('group', { name: 'Key', exact: true }).innerText()).replaceAll(/\s/g, '')

/** Approves a sign-in in the inbox by the number that it shows, after a wrong one. */
async function approve(page: Page, number: string): Promise<void> {
  await visit(page, '/inbox')
  const field = page.getByLabel('Number shown where you’re signing in')
  await page.getByText('Sign-in', { exact: true }).first().waitFor()
  await field.fill(number === '10' ? '11' : '10')
  await page.getByRole('button', { name: /^Approve: / }).click()
  await page.getByText('That’s not the number shown there.', { exact: true }).waitFor()
  assert.equal(await field.inputValue(), '')
  await assertAccessible(page)
  await field.fill(number)
  await page.getByRole('button', { name: /^Approve: / }).click()
}

inBrowser('Second factors', () => {
  itScaled(
    'can be an app, backup codes and approvals, set up on the page and asked for at the next sign-in',
    async () => {
      await daemon.member(owner, 'ada')
      const page = await openWindow(daemon, { as: 'ada', at: '/me?section=security', expected: /401|422/ })
      await button(page, 'Set up').waitFor()
      const link = page.getByRole('link', { name: 'Open this page at localhost', exact: true })
      assert.match((await link.getAttribute('href')) ?? '', /^http:\/\/localhost:\d+\//)
      assert.equal(await button(page, 'Add a passkey').count(), 0, 'there are none at an address')
      await assertAccessible(page)
      await button(page, 'Set up').click()
      const secret = await keyOf(page)
      await assertAccessible(page)
      await page.getByLabel('Code from the app').fill(codeAt(secret, clock.now()))
      await button(page, 'Turn on').click()
      await button(page, 'Use another app').waitFor()
      // The codes for a rainy day want the app that is there now.
      clock.advance(30_000)
      await button(page, 'Make codes').click()
      await confirm(page, codeAt(secret, clock.now()))
      const codes = page.getByRole('list', { name: 'Your backup codes', exact: true }).getByRole('listitem')
      await codes.first().waitFor()
      assert.equal(await codes.count(), 10)
      const [code = ''] = await codes.allInnerTexts()
      await button(page, 'Done').click()
      await page.getByText('10 left', { exact: true }).waitFor()
      await button(page, 'Turn on').click()
      await page
        .getByRole('button', { name: 'Remove: Approve where you’re signed in', exact: true })
        .waitFor()

      const other = await openWindow(daemon, { size: 'phone', expected: /401/ })
      await begin(other, 'ada')
      const field = other.getByLabel('Code from your authenticator app')
      await field.fill('000000')
      await button(other, 'Sign in').click()
      await other.getByRole('alert').waitFor()
      assert.equal(await field.inputValue(), '')
      await assertAccessible(other)
      await button(other, 'Approve it where you’re signed in').click()
      const number = (await other.getByRole('group', { name: 'Number', exact: true }).innerText()).trim()
      await approve(page, number)
      await shown(other).waitFor()
      if (!isLong) return

      await other.getByRole('button', { name: 'More', exact: true }).click()
      await signOut(other, 'Ada Example')
      await begin(other, 'ada')
      await button(other, 'Use a backup code').click()
      await other.getByLabel('Backup code', { exact: true }).fill(code)
      await button(other, 'Sign in').click()
      await shown(other).waitFor()
    },
  )

  itScaled('can be a passkey, which signs in alone, after the password, and steps up', async () => {
    await daemon.member(owner, 'ben')
    const page = await openWindow(local, { expected: /401/, leaves: 'browser' })
    await addAuthenticator(page)
    await signInto(page, 'ben')
    await visit(page, '/me?section=security')
    await button(page, 'Add a passkey').click()
    await page.getByLabel('Name', { exact: true }).fill('My laptop')
    await button(page, 'Continue').click()
    const row = page.getByRole('listitem').filter({ hasText: 'My laptop' }).last()
    await row.waitFor()

    await signOut(page, 'Ben Example')
    await untilShown(page, () => button(page, 'Sign in with a passkey').click())
    await signOut(page, 'Ben Example')
    await begin(page, 'ben')
    await untilShown(page, () => button(page, 'Use a passkey').click())

    // Later than a sign-in is recent.
    clock.advance(301_000)
    await visit(page, '/me?section=security')
    await button(page, 'Remove the passkey My laptop').click()
    await button(page, 'Remove').last().click()
    await button(page, 'Use a passkey').click()
    await row.waitFor({ state: 'detached' })
  })

  for (const size of ['desktop', 'phone'] satisfies Size[]) {
    itLong(
      `are set up right after the password where everybody has one, and lead to backup codes (${size})`,
      async () => {
        const environment = { COMPANION_SIGN_IN_SECOND_FACTOR: 'required' }
        await using strict = await startTestDaemon({ clock: systemClock, pages: true, environment })
        await strict.owner()
        const page = await openWindow(strict, { size, expected: /403/ })
        await begin(page, 'olga')
        await page.getByRole('heading', { name: 'One more step', exact: true }).waitFor()
        await assertAccessible(page)
        await button(page, 'Set up').click()
        const secret = await keyOf(page)
        await page.getByRole('img', { name: 'QR code for your authenticator app', exact: true }).waitFor()
        await page.getByLabel('Code from the app').fill(codeAt(secret, Date.now()))
        await button(page, 'Turn on').click()
        await button(page, 'Make codes').waitFor()
        await visit(page, '/talk')
        // The window goes before its daemon, which its page would ask in vain.
        await page.context().close()
      },
    )
  }
})
