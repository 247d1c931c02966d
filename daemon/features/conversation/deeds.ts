import { iso } from '../../kernel/clock.ts'
import type { Done } from './engine.ts'
import { quoted } from './quoting.ts'
import { dayIn } from './situation.ts'

/** No text in them takes more, in characters. */
const longest = 200

/** What was done because of a message, a line each, for a model that may tell of it and of nothing else. */
export function deedLines(done: readonly Done[], timeZone: string): string[] {
  return done.flatMap((deed) => lineOf(deed, timeZone) ?? [])
}

function lineOf(deed: Done, timeZone: string): string | null {
  switch (deed.kind) {
    case 'kept':
      return `${deed.known ? 'You knew already' : 'You noted down'}: ${quoted(deed.content, longest)}`
    case 'corrected':
      return `You corrected what you had noted, it is now: ${quoted(deed.content, longest)}`
    case 'forgotten':
      return 'You forgot what they asked you to forget.'
    case 'nothing found':
      return `You found nothing to ${deed.wanted}; say so.`
    case 'goal': {
      const due = deed.due_at === null ? '' : `, due ${dayIn(timeZone, iso(deed.due_at))}`
      return `You made a goal${due}${deed.repeats === null ? '' : ', repeating'}: ${quoted(deed.title, longest)}`
    }
    default:
      return null
  }
}
