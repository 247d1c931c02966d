import type { Locator, Page } from 'playwright'

export function talkPage(page: Page) {
  const messages = page.getByRole('list', { name: 'Messages' })
  const field = page.getByRole('textbox', { name: /^Write to/ })
  const dialog = page.getByRole('dialog')
  const scroller = page.getByRole('region', { name: 'Conversation', exact: true })
  /** What is in the history has a time; what is on its way has none yet. */
  const [delivered, onItsWay] = [{ has: page.locator('time') }, { hasNot: page.locator('time') }]
  return {
    heading: page.getByRole('heading', { level: 1 }),
    scroller,
    /** Those that are on the page. */
    rows: messages.locator('xpath=./li'),
    messages,
    field,
    send: page.getByRole('button', { name: 'Send' }),
    toNewest: page.getByRole('button', { name: /^Jump to latest$|new messages?$/ }),
    retry: page.getByRole('button', { name: 'Try again' }),
    remove: page.getByRole('button', { name: 'Remove' }),
    topics: page.getByRole('list', { name: 'What you are talking about' }),
    newLine: messages.getByText('New', { exact: true }),
    search: {
      open: page.getByRole('button', { name: 'Search the conversation' }),
      field: page.getByRole('searchbox'),
      close: page.getByRole('button', { name: 'Close search' }),
      found: page.getByRole('region', { name: 'Search the conversation' }).getByRole('listitem'),
    },
    menu: {
      open: page.getByRole('button', { name: 'Conversation options' }),
      begin: page.getByRole('menuitem', { name: 'Start a new conversation' }),
      temporary: page.getByRole('menuitem', { name: 'Temporary conversation' }),
      conversations: page.getByRole('menuitem', { name: 'Conversations' }),
      delete: page.getByRole('menuitem', { name: /^Delete the history/ }),
    },
    /** What can be done with the newest message that says something. */
    message: {
      menu: (text: string): Locator => page.getByRole('button', { name: `More: ${text}` }).last(),
      copy: page.getByRole('menuitem', { name: 'Copy' }),
      edit: page.getByRole('menuitem', { name: 'Edit and send again' }),
      again: page.getByRole('menuitem', { name: 'Try another reply' }),
      delete: page.getByRole('menuitem', { name: /^Delete/ }),
      confirm: page.getByRole('dialog').getByRole('button', { name: 'Delete' }),
    },
    stop: page.getByRole('button', { name: 'Stop the reply' }),
    editing: page.getByText('Editing your last message'),
    leaveTemporary: page.getByRole('button', { name: /^Temporary – leave it/ }),
    conversations: {
      panel: page.getByRole('region', { name: 'Conversations' }),
      items: page.getByRole('region', { name: 'Conversations' }).getByRole('listitem'),
      name: page.getByRole('textbox', { name: 'Name' }),
      save: page.getByRole('button', { name: 'Save' }),
    },
    changes: {
      undo: (what: string): Locator => page.getByRole('button', { name: `Undo: ${what}` }).last(),
      open: page
        .getByRole('group', { name: 'What this changed' })
        .getByRole('button', { name: /^Remembered \(/ }),
      undone: page.getByRole('group', { name: 'What this changed' }).getByText('Undone'),
      resume: page.getByRole('button', { name: /^Not remembering – resume/ }),
    },
    receipt: {
      chips: page.getByRole('list', { name: 'Memories this is based on' }).getByRole('button'),
      dialog,
      correct: dialog.getByRole('button', { name: 'Correct' }),
      right: dialog.getByLabel('Corrected memory'),
      save: dialog.getByRole('button', { name: 'Save' }),
      forget: dialog.getByRole('button', { name: 'Forget' }),
      close: dialog.getByRole('button').first(),
    },

    /** A row of the conversation by what it says. */
    row: (text: string | RegExp): Locator => messages.getByRole('listitem').filter({ hasText: text }).last(),

    /** Says something with the Enter key. */
    say: async (text: string): Promise<void> => {
      await field.fill(text)
      await field.press('Enter')
    },

    /** Says something and waits for what is answered to that, until all of it is there. */
    hear: async (text: string, answer: string | RegExp): Promise<void> => {
      await field.fill(text)
      await field.press('Enter')
      const own = messages.getByRole('listitem').filter({ hasText: `You: ${text}` })
      const after = own.filter(delivered).last().locator('xpath=following-sibling::li')
      await after.filter({ hasText: answer }).filter(delivered).first().waitFor()
      await after.filter(onItsWay).first().waitFor({ state: 'detached' })
    },
  }
}
