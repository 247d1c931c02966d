import {
  type Claim,
  claimsIn,
  correctionOf,
  isArranged,
  isOfTheMember,
  isOfTheSpeaker,
  isReckoned,
  namesAreLarge,
  suggests,
} from '../../../language/claims.ts'
import { cutIntoSentences, isCommon } from '../../../language/en/sentences.ts'
import type { ActionResult, Turn } from '../../../language/turn.ts'
import { minuteIn } from './situation.ts'

/** What a reply says that is not so, or that nothing supports. */
export interface Unsupported {
  /** What it claims to have done, and was not. */
  readonly claims: readonly Claim[]
  /** Names, times and numbers that it states of the member, in its own words. */
  readonly details: readonly string[]
}

/** What of a message's acts bears out which claim. */
const doneFor: Readonly<Record<Exclude<Claim, 'outside' | 'arranged'>, ReadonlySet<ActionResult['kind']>>> = {
  'reminder set': new Set(['reminder made', 'reminder moved', 'reminder renamed', 'reminders listed']),
  'reminder ended': new Set(['reminder ended']),
  noted: new Set(['kept', 'corrected', 'remembering']),
  forgot: new Set(['forgot', 'reminder ended', 'remembering']),
}

/** So many are told. */
const maxDetails = 4
/** What stands in quotation marks is somebody else's to say. */
const quotation = /[“"«„][^“”"«»„]*[”"»“]/g

/**
 * What a reply claims and nothing bears out: that something was done, unless it was because of this message; and, where the
 * member asks for something of theirs, names, times and longer numbers that stand in nothing that the model was given.
 */
export function unsupportedIn(turn: Turn, reply: string): Unsupported {
  const sentences = cutIntoSentences(reply.replaceAll(quotation, '')).filter(
    (sentence) => !sentence.trim().endsWith('?'),
  )
  const given = givenTo(turn)
  const done = new Set(turn.done.map(({ kind }) => kind))
  const claims = sentences.flatMap(claimsIn).filter((claim) => {
    if (claim === 'outside') return true
    if (claim === 'arranged') return !isArranged(given)
    return doneFor[claim].isDisjointFrom(done)
  })
  const asked = isOfTheSpeaker(turn.content) || claims.length > 0
  const stated = asked
    ? sentences.filter((one, at) => !suggests(one) && (at === 0 || isOfTheMember(one)))
    : []
  const large = namesAreLarge(reply)
  const details = stated
    .flatMap((sentence) => [...(large ? namesIn(sentence) : []), ...numbersIn(sentence)])
    .filter((one) => !stands(given, one))
  return { claims: [...new Set(claims)], details: [...new Set(details)].slice(0, maxDetails) }
}

/** What is put under such a reply; null where all of it is borne out. */
export function correctionFor(reply: string, { claims, details }: Unsupported): string | null {
  return claims.length === 0 && details.length === 0 ? null : correctionOf(reply, claims, details)
}

/** All that a model was given, as one text in lower case. */
function givenTo(turn: Turn): string {
  const { content, history, memories, goals, people = [], speaker, persona, now, time_zone } = turn
  const told = [
    content,
    ...history.map((one) => one.content),
    ...memories.flatMap((one) => [one.content, one.said_by ?? '', minuteIn(time_zone, one.created_at)]),
    ...goals.flatMap(({ title, due_at }) => [title, due_at === null ? '' : minuteIn(time_zone, due_at)]),
    ...people.flatMap(({ name, relation, told_by, facts }) => [
      name ?? '',
      relation ?? '',
      told_by ?? '',
      ...facts.map(({ value }) => value),
    ]),
    ...turn.done.map((one) => JSON.stringify(one)),
    speaker.full_name,
    persona.companion_name,
    minuteIn(time_zone, new Date(now).toISOString()),
  ]
  return told.join('\n').toLowerCase().replaceAll('’', "'")
}

function namesIn(sentence: string): string[] {
  const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  return words.slice(1).flatMap((word) => {
    const name = word.replace(/['’]s$/, '')
    return /^\p{Lu}\p{Ll}{2}/u.test(name) && !isCommon(name) && !isReckoned(name) ? [name] : []
  })
}

/** Times of the day, and numbers of three digits or more: smaller ones can be reckoned from what was given. */
const numbersIn = (sentence: string): string[] => [
  ...(sentence.match(/(?<!\d)\d{1,2}(?:[:.]\d{2})? ?(?:[ap]\.?m\b|uhr\b)|(?<!\d)\d{1,2}:\d{2}(?!\d)/giu) ??
    []),
  ...(sentence.match(/(?<![\d.,:])\d{3,}(?![\d:])/g) ?? []),
]

/** Whether a detail stands in what was given: a time also as the clock shows it. */
function stands(given: string, detail: string): boolean {
  const plain = detail.toLowerCase().replaceAll('’', "'")
  if (given.includes(plain)) return true
  const [, hour, minute = '00', half] = /^(\d{1,2})(?:[:.](\d{2}))? ?([ap])?/.exec(plain) ?? []
  if (hour === undefined || !/[ap]\.?m|uhr|:/.test(plain)) return false
  const on24 = half === 'p' && Number(hour) < 12 ? Number(hour) + 12 : Number(hour) % 24
  const on12 = on24 % 12 === 0 ? 12 : on24 % 12
  const forms = [`${String(on24).padStart(2, '0')}:${minute}`, `${on12}:${minute}`, `${on12}.${minute}`]
  if (minute === '00') forms.push(`${on12} ${on24 < 12 ? 'am' : 'pm'}`, `${on12}${on24 < 12 ? 'am' : 'pm'}`)
  return forms.some((form) => given.includes(form)) || new RegExp(`\\bat ${on12}\\b`).test(given)
}
