import type { Locator, Page } from 'playwright'
import { visit } from '../../support/browser.ts'

/** The sections of the page, by what follows `section=`, with their titles. */
export const sections = {
  overview: 'Overview',
  checkup: 'Check-up',
  sessions: 'Sessions',
  security: 'Security',
  configuration: 'Configuration',
  routing: 'Routing',
  engine: 'Conversation engine',
  embedding: 'Embedding',
  backups: 'Backups',
  logs: 'Logs',
} as const
export type Section = keyof typeof sections

/** How the companion runs, for admins. */
export function systemPage(page: Page) {
  const main = page.getByRole('main')
  const title = (name: Section) => main.getByRole('heading', { level: 2, name: sections[name], exact: true })
  const loading = main.getByRole('status', { name: 'Loading …' })
  return {
    main,
    title,
    loading,
    /** Opens a section and waits until all of it is there. */
    open: async (name: Section) => {
      await visit(page, `/system?section=${name}`)
      await title(name).waitFor()
      await main.getByRole('heading', { level: 3 }).first().waitFor()
      await loading.first().waitFor({ state: 'hidden' })
    },
    link: (name: Section) => main.getByRole('link', { name: sections[name], exact: true }),
    choice: main.getByRole('combobox', { name: 'Section' }),
    button: (name: string | RegExp) => main.getByRole('button', { name }),
    field: (name: string) => main.getByLabel(name, { exact: true }),
    list: (name: string) => main.getByRole('list', { name }),
    rows: (name: string) => main.getByRole('list', { name }).getByRole('listitem'),
    alert: main.getByRole('alert'),
    figure: (name: string) => figure(main, name),
    /** What is said in passing. */
    said: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).last(),
    dialog: page.getByRole('dialog'),
    /** Goes on in a dialog that asks. */
    confirm: (act: string) =>
      page.getByRole('dialog').getByRole('button', { name: act, exact: true }).click(),
  }
}

function figure(main: Locator, name: string): Locator {
  return main
    .getByRole('definition')
    .filter({ has: main.page().locator(`xpath=preceding-sibling::dt[.="${name}"]`) })
}
