import type { Page } from 'playwright'

/** The inbox: what is waiting, snoozed and done. */
export function inboxPage(page: Page) {
  const entry = (name: string) => page.getByRole('article', { name, exact: true })
  return {
    entry,
    entries: page.getByRole('article'),
    tab: (name: 'Waiting' | 'Snoozed' | 'Done') => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
    answer: (name: string) => entry(name).getByLabel('Your answer'),
    act: (name: string, act: string) => entry(name).getByRole('button', { name: `${act}: ` }),
    /** Opens the menu of an entry and chooses from it. */
    choose: async (name: string, item: string) => {
      await entry(name)
        .getByRole('button', { name: `More actions for “${name}”` })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    snooze: async (name: string, until: string) => {
      await entry(name)
        .getByRole('button', { name: `Snooze “${name}”` })
        .click()
      await page.getByRole('menuitem', { name: until }).click()
    },
    tryOut: async (sample: string) => {
      await page.getByRole('button', { name: 'Try it' }).click()
      await page.getByRole('menuitem', { name: sample, exact: true }).click()
    },
    dialog: page.getByRole('dialog'),
    /** What the page says in passing. */
    notice: (text: string) => page.getByText(text),
  }
}
