import type { Page } from 'playwright'

/** The first minute, step by step. */
export function welcomePage(page: Page) {
  return {
    setupCode: page.getByLabel('Setup code'),
    name: page.getByLabel('Your name'),
    password: page.getByLabel('Password', { exact: true }),
    goOn: page.getByRole('button', { name: 'Continue' }),
    companionName: page.getByLabel('Your companion’s name'),
    next: page.getByRole('button', { name: 'Next' }),
    startTalking: page.getByRole('button', { name: 'Start talking' }),
  }
}
