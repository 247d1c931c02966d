import assert from 'node:assert/strict'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { assertAccessible, inBrowser, openWindow, type Size } from '../support/browser.ts'
import { login, signIn } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { isLong, itLong, itScaled, some } from '../support/long.ts'
import { sharedWindow } from '../support/shared-window.ts'
import { rest } from '../support/wire/rest.ts'
import { householdPage } from './pages/household-page.ts'
import { recoverPage } from './pages/recover-page.ts'

const { daemon, owner } = await household({ clock: systemClock, pages: true })
const fresh = 'violet kettle marches north'

inBrowser('Getting back in', () => {
  const open = sharedWindow(daemon)

  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(
      `says that a link is over, takes a backup code, sets a new password and says so on the next page (${size})`,
      async () => {
        const { access_token: token, username } = await daemon.member(owner, `rita-${size}`)
        const made = await rest(daemon, 'POST /auth/mfa/backup-codes', { token, payload: {} })
        const [code = ''] = made.body.data.codes as string[]
        const page = await open({ size, at: '/recover?link=nothing', expected: /401/ })
        const view = recoverPage(page)
        await page.getByText('This link is wrong, was used already, or is older than a day').waitFor()
        await page.getByText('companion recover').waitFor()
        await assertAccessible(page)
        await view.username.fill(username)
        await view.code.fill('ABCD-EFGH-JKMN')
        await view.go.click()
        await view.alert.getByText('The username or the backup code is wrong').waitFor()
        await view.code.fill(code)
        await view.go.click()
        await view.next.fill(fresh)
        await view.again.fill(fresh)
        await assertAccessible(page)
        await view.set.click()
        await page
          .getByText(/Your password was set anew with a backup code on/)
          .first()
          .waitFor()
        await assertAccessible(page)
        await view.seen.click()
        await view.seen.waitFor({ state: 'detached' })
        assert.equal((await login(daemon, username, fresh)).status, 200)
      },
    )

    itScaled(
      `hands a member a link with which they set a new password and are signed in (${size})`,
      async () => {
        const { username } = await daemon.member(owner, `nils-${size}`)
        const name = `Nils-${size} Example`
        const admin = await open({ as: 'olga', size, at: '/household' })
        await householdPage(admin).act(name, 'Sign-in link')
        const dialog = admin.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Make the link', exact: true }).click()
        const link = await dialog.getByRole('group', { name: 'Sign-in link', exact: true }).innerText()
        await dialog.getByRole('img', { name: 'QR code of the sign-in link' }).waitFor()
        await dialog.getByRole('button', { name: 'Done', exact: true }).click()
        const listed = admin.getByRole('region', { name: 'Sign-in links' }).getByRole('listitem')
        await listed.filter({ hasText: name }).waitFor()

        const at = new URL(link.trim()).hash.slice(1)
        const page = isLong
          ? await openWindow(daemon, { size, at, expected: /401/ })
          : await open({ size, at, expected: /401/ })
        const view = recoverPage(page)
        await page.getByText(`Hello ${name}`).waitFor()
        await view.next.fill(fresh)
        await view.again.fill(fresh)
        await view.set.click()
        await page
          .getByText(/set anew with a sign-in link from Olga Example/)
          .first()
          .waitFor()
        assert.doesNotMatch(page.url(), /link=/)
        assert.equal((await login(daemon, username, fresh)).status, 200)
        const { access_token: token } = await signIn(daemon, 'olga')
        const { body } = await rest(daemon, 'GET /auth/sign-in-links', { token })
        assert.deepEqual(body.data.items, [])
        if (isLong) await listed.filter({ hasText: name }).waitFor({ state: 'detached' })
      },
    )
  }

  itLong('is offered where somebody cannot sign in', async () => {
    const page = await open({ expected: /401/ })
    const view = recoverPage(page)
    await view.lost.click()
    await page.getByText('companion recover').waitFor()
    await view.username.waitFor()
  })
})
