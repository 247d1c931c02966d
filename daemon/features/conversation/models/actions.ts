import { iso } from '../../../kernel/clock.ts'
import type { Done } from '../exchange/engine.ts'
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
    case 'forgotten':
      return 'You forgot what they asked you to forget.'
    case 'nothing found':
      return `You found nothing to ${action.wanted}; say so.`
    case 'no room':
      return `You have no room for more ${action.for} of theirs, and kept nothing; say so.`
    case 'goal': {
      const due = action.due_at === null ? '' : `, due ${dayIn(timeZone, iso(action.due_at))}`
      return `You made a goal${due}${action.repeats === null ? '' : ', repeating'}: ${quoted(action.title, maxLength)}`
    }
    default:
      return null
  }
}
