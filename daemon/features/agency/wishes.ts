import { midnightBefore, momentOf, wallOf } from './local-time.ts'
import { excerpt, keyOf, type Notice, type Noticeable, titleOf } from './notice.ts'
import type { TimeContext } from '../../language/en/spoken.ts'
import { quoted } from './wording.ts'

const day = 86_400_000
/** When the companion asks after a wish, in the evening. */
const evening = 18 * 3_600_000
/** How often it must have been said. */
const often = 2
/** How long a suggestion waits for an answer. */
const patience = 30 * day

const adverbs = String.raw`\s+(?:(?:really|always|still|just|also|do|so|often)\s+)*`
const wish = new RegExp(
  String.raw`\b(?:I|we)(?:${adverbs}(?:want|wish|hope)\s+to|(?:['’]ve|\s+have)${adverbs}wanted\s+to|(?:['’]d|\s+would)${adverbs}(?:like|love)\s+to|${adverbs}dream\s+of)\s+(?<what>[^.!?;\n]+)`,
  'iu',
)
/** What is over as soon as it is done, or meant for the conversation itself. */
const passing =
  /^(?:know|tell|say|ask|talk|hear|thank|see|show|make sure|go (?:home|to bed))\b|\b(?:now|today|tonight|tomorrow|right away)\b/i
/** What must never be asked about: harm, and despair. */
const harm =
  /\b(?:die|dying|dead|kill\w*|hurt\w*|harm\w*|suicide|murder\w*|strangle|stab|shoot|punch|hit|beat up|cut myself|disappear|end (?:it|my life|things)|be gone|never been born|divorce|revenge)\b/i
/** Words at the end of a wish that make it no other wish. */
const trailing =
  /[\s,]+(?:one day|some day|someday|soon|again|too|so much|this year|next year|at last|finally)$/i

/** What a member wishes to do by this text, "learn the piano"; null where it says no such thing. */
export function wishOf(content: string): string | null {
  const what = wish.exec(content)?.groups?.['what']?.trim().replace(trailing, '')
  if (what === undefined || passing.test(what) || harm.test(what) || !what.includes(' ')) return null
  return what
}

/** Counts how often each wish was said. */
export class Wishes {
  readonly #said = new Map<
    string,
    { readonly what: string; readonly content: string; readonly from: string[]; times: number }
  >()

  add({ memory_uuid, content, strength }: Noticeable): void {
    const what = wishOf(content)
    if (what === null) return
    const key = keyOf('wish', what)
    const known = this.#said.get(key)
    if (known) {
      known.times += strength
      known.from.push(memory_uuid)
    } else this.#said.set(key, { what, content, from: [memory_uuid], times: strength })
  }

  /** Those that were said at least twice, as goals that the companion asks after once a week, and the memories of them. */
  notices({ now, time_zone }: TimeContext): (Notice & { readonly from: readonly string[] })[] {
    const first = momentOf(midnightBefore(wallOf(now, time_zone)) + 7 * day + evening, time_zone)
    return [...this.#said]
      .filter(([, { times }]) => times >= often)
      .map(([key, { what, content, from }]) => ({
        key,
        from,
        title: titleOf(what),
        prompt: `You have said more than once: ${quoted(excerpt(content))} Shall I make it a goal, and ask after it once a week?`,
        next_run_at: first,
        repeats: 'FREQ=WEEKLY',
        until: now + patience,
      }))
  }
}
