import type { Page } from 'playwright'
import { talkPage } from './talk-page.ts'

/** The small window in which something is said in passing. */
export function askPage(page: Page) {
  const { field, messages, rows, row, say, hear, retry, receipt, stop } = talkPage(page)
  return {
    field,
    messages,
    rows,
    row,
    say,
    hear,
    retry,
    receipt,
    stop,
    greeting: page.getByText(/^What is on your mind/),
    conversation: page.getByRole('link', { name: 'Open the conversation' }),

    /** Hides the window, as the app does, and shows it again. */
    hideAndShow: async (): Promise<void> => {
      for (const state of ['hidden', 'visible'])
        await page.evaluate(`
          Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
          document.dispatchEvent(new Event('visibilitychange'))`)
    },
  }
}
