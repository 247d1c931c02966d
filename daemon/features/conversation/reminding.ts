// oxlint-disable-next-line import/default -- a CommonJS package, which its types do not say
import rrule from 'rrule'
import { DateTime } from 'luxon'
import { momentsIn } from './moments.ts'

/** Something to be reminded of. */
export interface Reminder {
  readonly title: string
  /** Milliseconds since the epoch; null where no time was said. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null for once. */
  readonly repeats: string | null
}

const asked =
  /\bremind (?:me|us)\b(?![,:]? (?:what|who|where|when|which|how|why)(?:['’]?s)?\b)\s*(?:please )?(?<what>.*)$/i
const aboutToo =
  /\b(?:wake me up|(?:set|make|put in) (?:me )?(?:a|an) (?:reminder|alarm|timer)(?: for me)?|(?:don['’]t|do not) let me forget|make sure (?:that )?i (?:don['’]t forget|remember)|nudge me|give me a (?:nudge|shout|prod|reminder)|prod me|alert me|ping me|i (?:must|have to|need to|should) (?:not forget|remember))\b\s*(?<what>.*)$/i
/** What tells of a reminder, or of a likeness, and asks for none. */
const told =
  /\b(?:(?:did|does|had|has|have) (?:not )?|do not |(?:didn|doesn|don|hadn)['’]t |(?:that|it|this|which|he|she|they) (?:will |would |always |really )?)remind (?:me|us)\b/i
const every =
  /\bevery (?:other )?(?:day|week|month|year|weekday|morning|evening|\d+ (?:days|weeks|months)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:s)?\b/i

/** What a sentence asks to be reminded of, said at `now` in the member's zone; null where it asks for nothing. */
export function readReminder(sentence: string, now: number, time_zone: string): Reminder | null {
  const text = withDigits(sentence)
  const asks = told.test(text) ? null : (asked.exec(text) ?? aboutToo.exec(text))
  if (asks === null) return null
  const repeated = every.exec(text)?.[0] ?? null
  const once = repeated === null ? text : text.replace(repeated, ' ')
  const [when] = momentsIn(once, now, time_zone)
  const title = [when?.text ?? '', repeated ?? '']
    .filter((part) => part !== '')
    .reduce((rest, part) => rest.replace(part, ' '), asks.groups?.['what'] ?? '')
    .replaceAll(/\b(?:in|this) (?:the )?(?:morning|afternoon|evening)\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,]*(?:(?:that|to|about|of|at|on|in|for)\s+)+/i, '')
    .replace(/(?:\s+(?:at|on|in|by|to|every|the))*[\s.,!?]*$/i, '')
  const evening = /\bevenings?\b/i.test(repeated ?? '')
  const { hour, minute } = DateTime.fromMillis(when?.at ?? now, { zone: time_zone })
  return {
    title: title === '' ? 'reminder' : title,
    due_at: repeated === null ? (when?.at ?? null) : null,
    repeats: ruleOf(repeated, when?.timed ? { hour: evening && hour < 12 ? hour + 12 : hour, minute } : null),
  }
}

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** "Half past nine" as 9:30, which is easier to read. */
function withDigits(text: string): string {
  return text.replaceAll(
    /\b(?:(half|quarter) (past|to) )(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi,
    (_, part: string, side: string, hour: string) => {
      const named = hours.indexOf(hour.toLowerCase()) + 1
      const full = named > 0 ? named : Number(hour)
      if (side.toLowerCase() === 'to') return `${full === 1 ? 12 : full - 1}:45`
      return `${full}:${part.toLowerCase() === 'half' ? '30' : '15'}`
    },
  )
}

/** The rule of what repeats, with its time of day; null for once and for what is no rule. */
function ruleOf(repeated: string | null, time: { hour: number; minute: number } | null): string | null {
  if (repeated === null) return null
  const plain = repeated
    .toLowerCase()
    .replace(/morning|evening/, 'day')
    .replace(/every other (\p{L}+)/u, 'every 2 $1s')
  try {
    const parsed = rrule.RRule.parseText(plain)
    if (!parsed) return null
    const rule = rrule.RRule.optionsToString(parsed).replace(/^RRULE:/, '')
    return time ? `${rule};BYHOUR=${time.hour};BYMINUTE=${time.minute}` : rule
  } catch {
    // The library throws for what it cannot read to its end.
    return null
  }
}
