import assert from 'node:assert/strict'
import { systemClock } from '../../daemon/kernel/clock.ts'
import { inBrowser, openWindow, type Size } from '../support/browser.ts'
import { password } from '../support/daemon.ts'
import { household } from '../support/household.ts'
import { itScaled, some } from '../support/long.ts'
import { rest } from '../support/wire/rest.ts'
import { signInPage } from './pages/sign-in-page.ts'

const { daemon, owner } = await household({ clock: systemClock, pages: true })

inBrowser('The way in', () => {
  for (const size of some<Size>(['desktop'], ['phone'])) {
    itScaled(
      `signs a member in with the right password, says what is wrong with another, and keeps them across a reload (${size})`,
      async () => {
        const page = await openWindow(daemon, { size, expected: /401/ })
        const form = signInPage(page)
        await form.username.fill('mia')
        await form.password.fill('something else')
        await form.submit.click()
        await form.alert.waitFor()
        assert.match(await form.alert.innerText(), /not correct/)
        assert.equal(await form.password.inputValue(), '')
        await form.password.fill(password)
        await form.submit.click()
        await page.getByRole('navigation').waitFor()
        assert.equal(await form.username.isVisible(), false)

        const before = await sessions()
        await page.reload()
        await page.getByRole('navigation').waitFor()
        assert.deepEqual(await sessions(), before)
        // No token is in any storage.
        const storage = await page.evaluate(
          'JSON.stringify([{...sessionStorage}, {...localStorage}, document.cookie, location.href])',
        )
        assert.doesNotMatch(String(storage), /eyJ/)
        assert.match(String(storage), /tab_key/)
      },
    )
  }
})

async function sessions(): Promise<string[]> {
  const { body } = await rest(daemon, 'GET /auth/sessions?limit=200', { token: owner.access_token })
  return body.data.items.map(({ session_uuid }: { session_uuid: string }) => session_uuid).toSorted()
}
