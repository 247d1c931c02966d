import type { Page } from 'playwright'

/** The page of how the companion feels and is. */
export function moodPage(page: Page) {
  const preview = page.getByRole('region', { name: 'How it would answer' })
  return {
    section: (name: 'Mood' | 'Personality') => page.getByRole('tab', { name, exact: true }).click(),
    causes: page.getByRole('region', { name: 'Why it feels this way' }).getByRole('listitem'),
    range: (name: 'Today' | 'Week' | 'Month') => page.getByText(name, { exact: true }).click(),
    chart: page.getByRole('application'),
    asTable: page.getByRole('switch', { name: 'As a table' }),
    rows: page.getByRole('table').getByRole('row'),
    trait: (name: string) => page.getByRole('slider', { name }),
    name: page.getByRole('textbox', { name: 'Your companion’s name' }),
    preview,
    save: page.getByRole('button', { name: 'Save', exact: true }),
    revert: page.getByRole('button', { name: 'Undo changes' }),
    snapshotName: page.getByRole('textbox', { name: 'Snapshot name' }),
    keepSnapshot: page.getByRole('button', { name: 'Save snapshot' }),
    restore: (name: string) => page.getByRole('button', { name: `Restore: ${name}` }).first(),
    confirm: page.getByRole('dialog').getByRole('button', { name: 'Restore' }),
    said: (text: string) => page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) }),
  }
}
