import type { Locator, Page } from 'playwright'

export function memoriesPage(page: Page) {
  const dialog = page.getByRole('dialog')
  const memories = page.getByRole('list', { name: /^(Memories|Matching memories|Forgotten)$/ })
  const memory = (content: string): Locator => memories.getByRole('listitem').filter({ hasText: content })
  const open = async (content: string, act: string) => {
    await memory(content).getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: act }).click()
  }
  return {
    memories,
    memory,
    all: memories.getByRole('listitem'),
    search: page.getByRole('textbox', { name: 'Search your memories' }),
    filters: page.getByRole('button', { name: /^Filters/ }),
    pin: (content: string) => memory(content).getByRole('button', { name: 'Pinned' }),
    section: (name: 'Remembered' | 'Check-up' | 'Forgotten') => page.getByRole('tab', { name }).click(),
    edit: (content: string) => open(content, 'Edit'),
    showLineage: (content: string) => open(content, 'Where it comes from'),
    forget: (content: string) => open(content, 'Forget'),
    undo: page.getByRole('button', { name: 'Undo' }),
    said: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }),
    dialog,
    content: dialog.getByRole('textbox', { name: 'What to remember' }),
    save: dialog.getByRole('button', { name: 'Save' }),
    add: async (content: string) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'What to remember' }).fill(content)
    },
    choose: async (act: 'Import …' | 'Export as JSON Lines' | 'Export as Markdown') => {
      await page.getByRole('button', { name: 'Import and export' }).click()
      await page.getByRole('menuitem', { name: act }).click()
    },
  }
}
