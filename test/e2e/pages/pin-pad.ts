import type { Page } from 'playwright'
import { untilShown } from '../../support/browser.ts'

/** Getting a PIN, and giving it on a paired browser. */
export function pinPad(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const pad = page.getByRole('group', { name: 'Digits', exact: true })
  const card = page.getByRole('region', { name: 'PIN', exact: true })
  const shown = page.getByRole('dialog', { name: 'Your PIN', exact: true })
  return {
    card,
    alert: page.getByRole('alert'),
    /** Pairs the browser by a code, which leaves it signed in. */
    pair: async (code: string) => {
      await button('Pair this browser with a code').click()
      await page.getByLabel('Pairing code', { exact: true }).fill(code)
      await untilShown(page, () => button('Pair').click())
    },
    /** Has a PIN assigned, and answers it; with the password where it was not given on the device just now. */
    assign: async (secret?: string) => {
      await card.getByRole('button', { name: 'Get a PIN', exact: true }).click()
      if (secret !== undefined) {
        const again = page.getByRole('dialog', { name: 'Confirm it’s you', exact: true })
        await again.getByLabel('Password', { exact: true }).fill(secret)
        await again.getByRole('button', { name: 'Yes, continue', exact: true }).click()
      }
      const pin = (await shown.getByRole('group', { name: 'Your PIN', exact: true }).innerText()).trim()
      await shown.getByRole('button', { name: 'Done', exact: true }).click()
      await shown.waitFor({ state: 'detached' })
      return pin
    },
    /** Taps digits; the last of four gives the PIN. */
    tap: async (digits: string) => {
      for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click()
    },
    /** Leaves the page to somebody else, by the menu with the member's name. */
    switchUser: async (full_name: string) => {
      await button(full_name).click()
      await page.getByRole('menuitem', { name: 'Switch user', exact: true }).click()
      await page.getByRole('heading', { name: 'Who’s there?', exact: true }).waitFor()
    },
    withPassword: button('Sign in with a password'),
    withPin: button('Sign in with a PIN'),
  }
}
