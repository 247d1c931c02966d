import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { verifyReceipt } from '../../daemon/kernel/offline/receipt.ts'
import { assertAccessible, inBrowser } from '../support/browser.ts'
import { login, password, signIn } from '../support/daemon.ts'
import { sharedHousehold } from '../support/household.ts'
import { it, itLong, itScaled } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { mePage } from './pages/me-page.ts'
import { signInPage } from './pages/sign-in-page.ts'

const { daemon, newMember } = await sharedHousehold()

inBrowser('What belongs to a member', () => {
  const open = sharedWindow(daemon)

  itScaled(
    'is reached by keys for programs that are made for what was chosen, shown once, and revoked',
    async () => {
      const { username } = await newMember()
      const page = await open({ as: username, at: '/me?section=programs' })
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

      const reply = await rest(daemon, 'POST /conversation/message', { token, payload: { content: 'Hello' } })
      assert.equal(reply.status, 200)
      const row = page.getByRole('listitem').filter({ hasText: 'Kitchen speaker' })
      assert.match(await row.innerText(), /Talk[\s\S]*never used[\s\S]*ends/)
      await page.getByRole('button', { name: 'Revoke the key of Kitchen speaker' }).click()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Kitchen speaker is shut out.').waitFor()
      await page.getByText('No keys yet').waitFor()
      assert.equal((await rest(daemon, 'GET /auth/profile', { token })).status, 401)
    },
  )

  it('deletes all data of a member who confirms it, and says goodbye kindly', async () => {
    const { access_token: token, username } = await newMember('rosa')
    await rest(daemon, 'POST /memory/store', { token, payload: { content: 'My secret is a blue door' } })
    const page = await open({ as: username, at: '/me?section=data', expected: /401/ })
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
    const again = await signIn(daemon, username)
    const { body } = await rest(daemon, 'GET /memory/recent', { token: again.access_token })
    assert.equal(body.data.total, 0)
  })

  it('forgets a member who asks for it, and hands over a receipt before the page signs out', async () => {
    const { family_member_uuid, username } = await newMember('ruth')
    const page = await open({ as: username, at: '/me?section=data', expected: /401/ })
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
    assert.equal((await login(daemon, username)).status, 401)
  })

  itLong('tells the only admin of others to make one of them an admin first', async () => {
    const page = await open({ as: 'olga', at: '/me?section=data', expected: /409/ })
    const { forget } = mePage(page)
    await forget.open.click()
    await forget.password.fill(password)
    await forget.word.fill('FORGET ME')
    await forget.submit.click()
    await page.getByText('You’re the only admin of others who live here.').waitFor()
  })
})
