import { iso } from '../../../kernel/clock.ts'
import { actionText, timesText } from '../../../language/en/models/prompt.ts'
import type { ActionResult, Reminder } from '../../../language/turn.ts'
import { quoted } from './quoting.ts'
import { minuteIn } from './situation.ts'

/** No text in them takes more, in characters. */
const maxLength = 200

/** What was done because of a message, a line each, for a model that may tell of it and of nothing else. */
export function actionLines(done: readonly ActionResult[], timeZone: string): string[] {
  return done.flatMap((action) => lineOf(action, timeZone) ?? [])
}

function lineOf(action: ActionResult, timeZone: string): string | null {
  switch (action.kind) {
    case 'kept':
      return actionText(action.known ? 'known' : 'kept', contentOf(action))
    case 'corrected':
      return actionText('corrected', contentOf(action))
    case 'remembering':
      return actionText(action.on ? 'remembering on' : 'remembering off')
    case 'no room':
      return actionText(`no room for ${action.for}`)
    case 'reminder made':
    case 'reminder moved':
      return actionText(action.kind, {
        when: whenOf(action, timeZone),
        title: quoted(action.title, maxLength),
      })
    case 'reminder renamed':
      return actionText(action.kind, { title: quoted(action.title, maxLength) })
    case 'reminder ended':
      return actionText(action.done ? 'reminder done' : 'reminder ended', titlesOf(action))
    case 'reminders listed':
    case 'which reminder':
      return actionText(action.kind, titlesOf(action))
    case 'forgot':
    case 'forget_confirmation':
    case 'forget_declined':
    case 'nothing to forget':
    case 'no reminder':
      return actionText(action.kind)
    default:
      return null
  }
}

const whenOf = ({ due_at, repeats }: Reminder, timeZone: string) =>
  timesText(due_at === null ? null : minuteIn(timeZone, iso(due_at)), repeats !== null)

const contentOf = ({ content }: { readonly content: string }) => ({ content: quoted(content, maxLength) })

const titlesOf = ({ reminders }: { readonly reminders: readonly Reminder[] }) => ({
  titles: reminders.map(({ title }) => quoted(title, maxLength)).join('; '),
})
