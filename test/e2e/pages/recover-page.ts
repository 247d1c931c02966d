import type { Page } from 'playwright'

/** The ways back in, and the page of a sign-in link. */
export function recoverPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    lost: page.getByRole('link', { name: 'I can’t sign in', exact: true }),
    username: page.getByLabel('Username', { exact: true }),
    code: page.getByLabel('Backup code', { exact: true }),
    go: button('Continue'),
    next: page.getByLabel('New password', { exact: true }),
    again: page.getByLabel('Repeat it', { exact: true }),
    set: button('Set password and sign in'),
    alert: page.getByRole('alert'),
    seen: button('Got it'),
    navigation: page.getByRole('navigation'),
  }
}
