import { withDigits, withMonth } from './clock-words.ts'
import { momentsIn } from './moments.ts'
import { tooOftenIn } from './repeating-words.ts'
import { readRepeated } from './repeating.ts'

/** Something to be reminded of. */
export interface Reminder {
  /** Empty where nothing was said of it. */
  readonly title: string
  /** The first moment, in milliseconds since the epoch: as it was said, the past too; null where no time was said. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null for once. */
  readonly repeats: string | null
  /** Whether it was to come up more often than a goal may. */
  readonly tooOften?: true
}

const ask = "(?:what|who|where|when|which|how|why)(?:['’]?s)?"
const not = "(?:don['’]?t|do not)"
/** How people ask to be reminded; `what` they are reminded of. */
const asking: readonly RegExp[] = [
  String.raw`\bremind (?:me|us)\b(?![,:]? ${ask}\b)\s*(?:please )?(?<what>.*)$`,
  String.raw`\b(?:wake me(?: up)?|(?:set|make|put in|create|add) (?:me )?(?:a|an|another) (?:reminder|alarm|timer)(?: for me)?|give me a (?:nudge|shout|prod|reminder)|(?:nudge|prod|alert|ping) me)\b\s*(?<what>.*)$`,
  String.raw`\b(?:${not} let me forget|make sure (?:that )?i (?:${not} forget|remember)|i (?:must|have to|need to|should) (?:not forget|remember))\b\s*(?<what>.*)$`,
  // "Don't forget to buy milk", and not "don't forget that I am vegan".
  String.raw`^(?:(?:and|but|so|oh|please|ok|okay|hey|companion)[, ]+)*${not} forget (?<what>(?:to|about (?!(?:me|us|it|that|him|her|them)\b)).*)$`,
].map((form) => new RegExp(form, 'is'))
/** What tells of a reminder, or of a resemblance, and asks for none. */
const told =
  /\b(?:(?:did|does|had|has|have) (?:not )?|do not |(?:didn|doesn|don|hadn)['’]t |(?:that|it|this|which|he|she|they) (?:will |would |always |really )?)remind (?:me|us)\b/i

/** What a sentence asks to be reminded of, said at `now` in the member's zone; null where it asks for nothing. */
export function readReminder(sentence: string, now: number, time_zone: string): Reminder | null {
  if (told.test(sentence)) return null
  const text = ofTimersAndAlarms(withMonth(withDigits(sentence), now, time_zone))
  const what = asking.map((form) => form.exec(text)).find((found) => found !== null)?.groups?.['what']
  if (what === undefined) return null
  const often = tooOftenIn(text)
  if (often !== null) return { title: titleOf(what, [often]), due_at: null, repeats: null, tooOften: true }
  const repeated = readRepeated(text, now, time_zone)
  if (repeated)
    return {
      title: titleOf(what, repeated.words) || usualTitle(text),
      due_at: repeated.first,
      repeats: repeated.rule,
    }
  const when = momentOf(text, now, time_zone)
  if (!when) return { title: titleOf(what, []), due_at: null, repeats: null }
  return { title: titleOf(what, [when.text]) || usualTitle(text), due_at: when.at, repeats: null }
}

/** What a reminder is of that is of nothing but its time. */
function usualTitle(text: string): string {
  if (/\bwake me\b/i.test(text)) return 'wake up'
  const named = /\b(?:alarm|timer)\b/i.exec(text)?.[0].toLowerCase()
  return named === undefined ? 'reminder' : `your ${named}`
}

/** A timer runs for as long as is said, and people get up in the morning. */
function ofTimersAndAlarms(text: string): string {
  const timed = text.replace(/\b(timer|alarm|reminder) (?:for|of) (?=(?:\d+|an?|half an) \p{L})/iu, '$1 in ')
  if (!/\bwake me\b/i.test(text)) return timed
  return timed.replace(/\b(?:at )?(1?\d)((?::[0-5]\d)?)(?![\d:]|\s*[ap]\.?m\b)/i, 'at $1$2 am')
}

const unit: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }
const span =
  /\bin (?:about )?(?:(?<count>\d{1,4}) (?<unit>s|m|h)(?:ec(?:ond)?|in(?:ute)?|(?:ou)?r)?s?|(?<half>half an hour)|an? (?<one>s|m|h)(?:econd|inute|our)(?<more> and a half)?)\b(?! and)/i
const attributive = /\b(?:the|a|an|my|our|your|his|her|their)\s+(?:\p{L}+ )?$/iu

/** The time that is meant: to the second where it is counted from now. */
function momentOf(text: string, now: number, time_zone: string): { text: string; at: number } | undefined {
  const counted = span.exec(text)
  if (counted) {
    const { count = '1', half, one, more } = counted.groups ?? {}
    const length = unit[(counted.groups?.['unit'] ?? one ?? 'h').toLowerCase()] ?? 0
    const times = half ? 0.5 : Number(count) + (more ? 0.5 : 0)
    return { text: counted[0], at: now + times * length }
  }
  const named = momentsIn(text, now, time_zone)
  // The "8 pm train" is a train.
  const meant = named.find(({ index }) => !attributive.test(text.slice(0, index))) ?? named[0]
  if (!meant) return undefined
  // "Friday week" is the Friday after the next.
  return /^ week\b/i.test(text.slice(meant.index + meant.text.length))
    ? { text: `${meant.text} week`, at: meant.at + 7 * 24 * 3_600_000 }
    : meant
}

const lead = /^[\s,:;-]*(?:(?:that|to|about|of|at|on|in|for|and|with)\b[\s,:;-]+)*/i

/** What is left of what was asked for without the words of its time. */
function titleOf(what: string, words: readonly string[]): string {
  return words
    .reduce((rest, word) => {
      const at = rest.indexOf(word)
      if (at < 0) return rest
      const before = rest.slice(0, at).replace(/(?:\b(?:at|on|in|by|from|for|the|this|and)\s+)+$/i, '')
      return `${before} ${rest.slice(at + word.length)}`
    }, what)
    .replaceAll(/\b(?:in|this) (?:the )?(?:morning|afternoon|evening)\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(lead, '')
    .replace(/[\s.,:;!?-]+$/, '')
}
