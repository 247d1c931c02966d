import type { Page } from 'playwright'

/** The board of goals and the settings below it. */
export function goalsPage(page: Page) {
  const goal = (name: string) => page.getByRole('article', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const hours = page.getByRole('region', { name: 'When it may reach out' })
  return {
    goal,
    dialog,
    create: page.getByRole('button', { name: 'New goal' }).first(),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    save: dialog.getByRole('button', { name: 'Save' }),
    act: (name: string, act: string) =>
      goal(name).getByRole('button', { name: `${act}: ${name}`, exact: true }),
    /** The goals of a column by its name, in a wide window. */
    column: (name: string) => page.getByRole('region', { name, exact: true }),
    /** Shows another column, in a narrow window. */
    show: (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).press('Space'),
    /** Opens the menu of a goal and chooses from it. */
    choose: async (name: string, item: string) => {
      await goal(name)
        .getByRole('button', { name: `More actions for “${name}”` })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    progress: (name: string) => goal(name).getByRole('button', { name: /^Progress of/ }),
    hours,
    pause: async (choice: string) => {
      await hours.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: choice }).press('Enter')
    },
    resume: hours.getByRole('button', { name: 'Resume' }),
  }
}
