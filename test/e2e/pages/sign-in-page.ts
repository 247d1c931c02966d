import type { Page } from 'playwright'

/** The way in, for whoever has an account. */
export function signInPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1 }),
    username: page.getByLabel('Username'),
    password: page.getByLabel('Password', { exact: true }),
    stay: page.getByRole('checkbox', { name: 'Stay signed in on this browser' }),
    submit: page.getByRole('button', { name: 'Sign in', exact: true }),
    pair: page.getByRole('button', { name: 'Pair this browser with a code' }),
    alert: page.getByRole('alert'),
  }
}
