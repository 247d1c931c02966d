import type { Page } from 'playwright'
import { inboxPage } from './inbox-page.ts'

/** The small window of one interaction. */
export function answerPage(page: Page) {
  const { entry, answer, act, choose, defer, dialog } = inboxPage(page)
  return {
    entry,
    answer,
    act,
    choose,
    defer,
    dialog,
    /** What became of it, or why there is nothing. */
    ending: page.getByRole('heading', { level: 1 }),
    elsewhere: page.getByText('Done elsewhere'),
    takeUp: page.getByRole('button', { name: 'Take up again' }),
    inbox: page.getByRole('link', { name: 'Open the inbox' }),
  }
}
