import { iso } from '../../../kernel/clock.ts'
import type { Done, Reminder } from '../exchange/engine.ts'
import { quoted } from './quoting.ts'
import { dayIn } from './situation.ts'

/** No text in them takes more, in characters. */
const maxLength = 200

/** What was done because of a message, a line each, for a model that may tell of it and of nothing else. */
export function actionLines(done: readonly Done[], timeZone: string): string[] {
  return done.flatMap((action) => lineOf(action, timeZone) ?? [])
}

function lineOf(action: Done, timeZone: string): string | null {
  switch (action.kind) {
    case 'kept':
      return `${action.known ? 'You knew already' : 'You noted down'}: ${quoted(action.content, maxLength)}`
    case 'corrected':
      return `You corrected what you had noted, it is now: ${quoted(action.content, maxLength)}`
    case 'forgot':
      return 'You forgot what they asked you to forget.'
    case 'forget asked':
      return 'You asked them, in a question of its own, whether all that they want forgotten is to be forgotten; say so.'
    case 'kept all':
      return 'You forgot nothing, as they do not want it.'
    case 'nothing to forget':
      return 'You found nothing of what they want forgotten; say so.'
    case 'remembering':
      return action.on
        ? 'You keep what they tell you again.'
        : 'You keep nothing of what they tell you from now on.'
    case 'no room':
      return `You have no room for more ${action.for} of theirs, and kept nothing; say so.`
    case 'reminder made':
      return `You set a reminder${whenOf(action, timeZone)}: ${quoted(action.title, maxLength)}`
    case 'reminder moved':
      return `You moved a reminder, it is now${whenOf(action, timeZone)}: ${quoted(action.title, maxLength)}`
    case 'reminder renamed':
      return `You changed what a reminder is of, it is now: ${quoted(action.title, maxLength)}`
    case 'reminder ended':
      return `${action.done ? 'You ticked off' : 'You cancelled'} these reminders: ${titlesOf(action.reminders)}`
    case 'reminders listed':
      return `Their reminders, which they asked for: ${titlesOf(action.reminders)}`
    case 'which reminder':
      return `It is not clear which of their reminders they mean, ask: ${titlesOf(action.reminders)}`
    case 'no reminder':
      return 'You set no reminder, since its time has passed, comes too often, or nothing was said of what; ask.'
    default:
      return null
  }
}

const whenOf = ({ due_at, repeats }: Reminder, timeZone: string) =>
  `${due_at === null ? '' : `, due ${dayIn(timeZone, iso(due_at))}`}${repeats === null ? '' : ', repeating'}`

const titlesOf = (reminders: readonly Reminder[]) =>
  reminders.map(({ title }) => quoted(title, maxLength)).join('; ')
