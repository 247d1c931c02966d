import { compile } from '../../templates.ts'
import { type TimeContext, timesIn } from '../calendar.ts'
import { type Place, placeOf } from '../clock.ts'
import { repeatingIn } from '../rules.ts'
import { type ReminderCue, askingIn, subjectAfter, usualTitle } from './asking.ts'
import { shiftIn } from './shifting.ts'
import words from './words.json' with { type: 'json' }

const goesOn = new RegExp(words['goes on'], 'giu')
const goesOnTo = compile(words['goes on to'], words.slots)
/** "Three things: at nine …, at ten …" */
const several = /\b(?:reminder|alarm|timer|alert|nudge|thing|job|bit)s\b/i
const heads = Object.entries(words.heads)
const ofThemAll = compile(words['of them all'], words.slots)
const asksForSeveral = compile(words['asks for several'], words.slots)
const besideOnceMore = compile(words['beside once more'], words.slots, 'giu')
const headOfSeveral = compile(words['head of several'], words.slots)
const dayAtEnd = compile(`(?:${words['day at end']})$`, words.slots)
const betweenClauses = new RegExp(`(${words['between clauses']})`, 'iu')
const betweenCommands = new RegExp(words['between commands'], 'giu')
const onceMore = compile(words['once more'], words.slots)
/** So few words beside a time are of something else by themselves: "and Bob at six". */
const maxBare = 3

/** Where a text may go on with another command, as what is before that and what is after it. */
export const cutsIn = (text: string): { readonly left: string; readonly right: string }[] =>
  [...text.matchAll(betweenCommands)].map(({ index, 0: link }) => ({
    left: text.slice(0, index),
    right: text.slice(index + link.length),
  }))

/** Words that go on with what is moved too, "and the vet to six", as a command of their own. */
export const movedToo = (text: string): string => words['before what is moved too'] + text

/** Whether a text begins with what asks to be reminded. */
export const beginsAsking = (text: string, timeContext: TimeContext): boolean => {
  const asking = askingIn(text, timeContext)
  return asking !== null && leadsToAsk(text.slice(0, asking.index), timeContext)
}

/** What ends a reminder in a text, if anything does: not what is to be reminded of, "remind me to buy bread and cancel the gym". */
export const mayEnd = (text: string, timeContext: TimeContext): string =>
  beginsAsking(text, timeContext) ? (cutsIn(text)[0]?.left ?? text) : text

/** Whether there is nothing before an asking but its time and little words. */
function leadsToAsk(before: string, timeContext: TimeContext): boolean {
  const times = timesOf(before, timeContext)
  const rest = times.reduceRight((left, { index, end }) => left.slice(0, index) + left.slice(end), before)
  return goesOnTo.test(rest.replaceAll(/\p{P}/gu, ' '))
}

function timesOf(text: string, timeContext: TimeContext): Place[] {
  const often = repeatingIn(text)
  return [
    ...timesIn(text, timeContext).map((time) => ({ index: time.index, end: time.index + time.text.length })),
    ...(often ? [{ index: often.index, end: often.index + often.text.length }] : []),
  ]
}

/** What stands after the time of day in a text that is nothing but a time, "6:30 tomorrow"; null for nothing. */
function dayAfter(text: string, timeContext: TimeContext): string | null {
  const [time, other] = timesIn(text, timeContext)
  if (time === undefined || other !== undefined) return null
  const around = text.slice(0, time.index) + text.slice(time.index + time.text.length)
  const [day = ''] = dayAtEnd.exec(time.text) ?? []
  return /[\p{L}\p{N}]/u.test(around) || day === time.text || day === '' ? null : day
}

/**
 * What a sentence asks for, each with its own time as a sentence of its own: "remind me to put the bins out at 8 and to ring
 * Ann at 10" is two.
 */
export function piecesIn(text: string, timeContext: TimeContext): string[] {
  for (const { index, end } of [...text.matchAll(goesOn)].map(placeOf)) {
    const [left, right] = [text.slice(0, index), text.slice(end)]
    const asking = askingIn(left, timeContext)
    const times = timesOf(left, timeContext)
    if (!asking || asking.follows || times.length === 0) continue
    const next = nextOf(right, text.slice(index, end), asking, times, timeContext)
    if (next === null) continue
    // "For six and half past six tomorrow" is both times tomorrow.
    const [first] = timesIn(left, timeContext)
    const day = dayAfter(right, timeContext)
    const both = first?.dayGiven === false && day !== null && subjectAfter(asking, times).title === ''
    return [both ? `${left} ${day}` : left, ...piecesIn(next, timeContext)]
  }
  return [text]
}

/** What is asked for next, as a sentence that asks for it; null where the words go on with the same. */
function nextOf(
  right: string,
  link: string,
  asking: ReminderCue,
  times: readonly Place[],
  timeContext: TimeContext,
): string | null {
  const phrase = asking.text.slice(asking.index, asking.end).toLowerCase()
  const head = several.test(phrase) ? headOf(phrase) : ''
  const own = timesOf(head + right, timeContext)
    .map((time) => ({ index: time.index - head.length, end: time.end - head.length }))
    .filter(({ end }) => end > 0)
    .map((time) => ({ ...time, index: Math.max(0, time.index) }))
  if (own.length === 0) return onceMore.test(right) && shiftIn(right) ? onceMoreOf(asking, right) : null
  const titled = subjectAfter(asking, times).title !== ''
  const again = askingIn(right, timeContext)
  if (again && goesOnTo.test(right.slice(0, again.index)))
    // "I must …, please remind me on Friday" is of what was said before.
    return usualTitle(again) === '' && subjectAfter(again, own).title === '' ? null : right
  const bare = subjectAfter({ text: right, index: 0, end: 0, follows: false }, own).title
  const asks = head || `${asking.text.slice(asking.index, asking.end)} `
  const alone = bare === '' && !repeatingIn(asking.text) && (head !== '' || /^\s*(?:at|on)\s/i.test(right))
  if (alone) return asks + right
  if (onceMore.test(right))
    return head === '' ? onceMoreOf(asking, right) : head + right.replace(onceMore, '')
  const [first] = own
  if (!titled || bare === '' || first === undefined) return null
  const linked = /^\s*(?:to|about)\s/i.test(right) || first.index === 0
  const short = bare.split(' ').length <= maxBare && first.end === right.trimEnd().length
  return (linked && /\p{L}/u.test(link)) ||
    /then|also|plus/i.test(link) ||
    (first.index === 0 && (head !== '' || /\sto\s/.test(right))) ||
    (short && /and/i.test(link))
    ? asks + right
    : null
}

/** "And again at four the same day", as a sentence that asks for it. */
const onceMoreOf = ({ text, index, end }: ReminderCue, right: string): string =>
  `${text.slice(index, end)} ${right.replace(onceMore, '').replaceAll(besideOnceMore, '')}`

const headOf = (phrase: string): string =>
  heads.find(([noun]) => phrase.includes(noun))?.[1] ?? words.heads.else

/** A sentence without what asks to be reminded of all that was said, "remind me of both"; null where it does not ask so. */
export function withoutOfThemAll(text: string): string | null {
  if (ofThemAll.test(text)) return text.replace(ofThemAll, '')
  const [head = ''] = headOfSeveral.exec(text) ?? []
  return asksForSeveral.test(head) ? text.slice(head.length) : null
}

/** The clauses of a text that have a time each, with the day of all where one was said before: "Two things for Friday: …". */
export function clausesIn(text: string, timeContext: TimeContext): string[] {
  const [head = ''] = headOfSeveral.exec(text) ?? []
  let day = timesIn(head, timeContext).find(({ dayGiven, timed }) => dayGiven && !timed)
  const clauses: string[] = []
  let before = ''
  const parts = text.slice(head.length).split(betweenClauses)
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) continue
    const link = before === '' ? '' : (parts[at - 1] ?? '')
    const times = timesIn(part, timeContext)
    const last = clauses.at(-1)
    if (times.length > 0) {
      const ownDay = times.some(({ dayGiven }) => dayGiven)
      const shared = day === undefined || ownDay ? '' : ` ${day.text}`
      clauses.push(before + link + part + shared)
      day = times.find(({ dayGiven, timed }) => dayGiven && !timed) ?? day
      before = ''
    } else if (last === undefined || timesIn(last, timeContext)[0]?.index !== 0) before += link + part
    else clauses[clauses.length - 1] = `${last}${parts[at - 1] ?? ''}${part}`
  }
  return clauses
}
