import { compile, compileAny } from '../../templates.ts'
import { type NamedTime, type TimeContext, timesIn } from '../calendar.ts'
import { type Place, placeOf } from '../clock.ts'
import words from './words.json' with { type: 'json' }
import { repeatingIn } from '../rules.ts'

/** A sentence that asks to be reminded: where it asks, and what it says around that. */
export interface ReminderCue extends Place {
  readonly text: string
  /** Whether what to be reminded of stands before it: "stretch alarm every two hours". */
  readonly follows: boolean
}

const slots = words.slots
const asks = compileAny(words.asks, slots, 'giu')
const atStart = compileAny(words['asks at the start'], slots, 'giu')
const atEnd = compileAny(words['asks at the end'], slots, 'giu')
const withTime = compileAny(words['asks with a time'], slots, 'giu')
const byNoun = compileAny(words['asks by noun'], slots, 'giu')
const linkedTo = compile(words['linked to'], slots)
const beforeAsk = compile(words['before an ask'], slots, 'ius')
const you = compile(words.you, slots)
const asksYou = compile(words['asks you'], slots)
const told = compile(words.told, slots)
const quotedBefore = compile(words['quoted before'], slots)
const asideIf = compile(words['aside if'], slots)
const question = compile(words.questions, slots)
const whenI = compile(words['when i'], slots)
const endsSentence = /^[\s\p{P}]*(?:(?:please|pls|plz)[\s\p{P}]*)?$/iu

/** Whether a sentence tells of somebody who is reminded, and asks for nothing: "she asked me to remind her". */
export const isReported = (text: string): boolean => told.test(text) || quotedBefore.test(text)

/** How a sentence asks to be reminded; null where it asks for nothing. */
export function askingIn(text: string, timeContext: TimeContext): ReminderCue | null {
  const times = timesIn(text, timeContext)
  const hasTime = times.length > 0 || repeatingIn(text) !== null
  const places = (pattern: RegExp) => [...text.matchAll(pattern)].map(placeOf)
  const free = places(asks).filter((place) => isAsked(text, place, times))
  const start = places(atStart).filter(({ index }) => isAsked(text, { index, end: index }, []))
  const timed = hasTime
    ? places(withTime).filter((place) => isAsked(text, place, times) && !isQuestion(text, place))
    : []
  const end = places(atEnd).filter((place) => endsSentence.test(text.slice(place.end)))
  const nouns = hasTime ? places(byNoun) : []
  const askings = [free, timed, end, nouns, start].find((some) => some.length > 0) ?? []
  // "Wake me at four, I mean remind me to get up": the last that says of what.
  const first = askings.findLast((place) => linkedTo.test(text.slice(place.end))) ?? askings[0]
  if (!first || asideIf.test(text.slice(first.end)) || isQuestion(text, first)) return null
  if (quotedBefore.test(text.slice(0, first.index))) return null
  return told.test(text) && !free.includes(first) ? null : { ...first, text, follows: nouns.includes(first) }
}

/** "Remind me what it is called", "who is that, remind me": nothing is to be reminded of later. */
function isQuestion(text: string, { index, end }: Place): boolean {
  const after = text.slice(end)
  if (question.test(after)) return !whenI.test(after) || (index === 0 && /\?\s*$/.test(text))
  return endsSentence.test(after) && index > 0 && question.test(text)
}

/** Whether the words are said to the companion: "remind me", and not "they remind me". */
function isAsked(text: string, { index }: Place, times: readonly NamedTime[]): boolean {
  const before = text.slice(0, index)
  if (beforeAsk.test(before) || asksYou.test(before) || you.test(before)) return true
  return times.some(
    (time) => /^[\s\p{P}]*$/u.test(text.slice(time.index + time.text.length, index)) && time.index < index,
  )
}

const goesOnWith = compile(words['goes on with'], slots)
const goesOnWithWhat = compile(words['goes on with what'], slots, 'u')
const goesOnWithAnother = compile(words['goes on with another'], slots)
const goesOnWithAny = new RegExp(words['goes on with any'], 'iu')

/** How a sentence goes on with another reminder, "and at six to lay the table"; null where it does not. */
export function goingOn(text: string, timeContext: TimeContext): ReminderCue | null {
  const another = goesOnWithAnother.exec(text)?.[0]
  const lead = another ?? goesOnWith.exec(text)?.[0]
  if (lead === undefined || /\?\s*$/.test(text)) return null
  const times = timesIn(text, timeContext).map(({ index, text: phrase }) => ({
    index,
    end: index + phrase.length,
  }))
  const rest = without(text, times, lead.length, text.length)
  const goesOn = another === undefined ? goesOnWithWhat : goesOnWithAny
  return times.length > 0 && goesOn.test(rest) ? { text, index: 0, end: lead.length, follows: false } : null
}

export const fillers = compile(words.fillers, slots)
const link = compile(words.link, slots)
const trailing = compile(words.trailing, slots)
export const duty = compile(words.duty, slots, 'ius')
const having = compile(words.having, slots)
const onlyThat = compile(words['only that'], slots)
const beforeTime = compile(`(?:${words['before its time']})$`, slots)
const withParticle = compile(`(?:${words['with a particle']})$`, slots)

const pointsBack = compile(words['points back'], slots)

/** What a reminder is of, by what is said around the asking without its times. */
export interface Subject {
  readonly title: string
  /** Whether it was said to be what to be reminded of: "to call Ann", and not "…, she is waiting". */
  readonly linked: boolean
  /** All of it where it says what to do with something that was named before, "book it". */
  readonly pointing?: string
}

/** What is said after the asking. */
export function subjectAfter(asking: ReminderCue, times: readonly Place[]): Subject {
  const rest = without(asking.text, times, asking.end, asking.text.length)
  const direct = !/^\s*\p{P}/u.test(rest)
  const bare = rest.replace(fillers, ' ')
  const linked = link.exec(bare)?.groups?.['word'] !== undefined || /^[\s,]*[:–-]/.test(bare)
  const title = tidy(bare.replace(link, ''))
  const filled = rest.slice(0, rest.length - bare.length)
  const { what, more = '' } = pointsBack.exec(bare.replace(link, ''))?.groups ?? {}
  const pointing = what !== undefined && tidy(more) === '' ? { pointing: what } : {}
  return {
    ...pointing,
    title: onlyThat.test(title) ? '' : title,
    linked: linked || (direct && !/[,;]/.test(filled)),
  }
}

/** What is said before the asking, or in another sentence: "I've got to pay the rent" is to pay the rent. */
export function subjectBefore(text: string, times: readonly Place[], end = text.length): string {
  const rest = tidy(without(text, times, 0, end))
  return tidy(rest.replace(duty, '').replace(having, '').replace(fillers, '')) || rest
}

/** A text without the words at some places. */
function without(text: string, places: readonly Place[], from: number, to: number): string {
  let rest = ''
  let at = from
  for (const place of places.toSorted((a, b) => a.index - b.index)) {
    if (place.end <= at || place.index >= to) continue
    rest += `${withoutEnd(text.slice(at, Math.max(at, place.index)), beforeTime)} `
    at = place.end
  }
  return rest + text.slice(at, to)
}

/** A text without the little words at its end, but for the one that goes with its verb: "put the oven on". */
function withoutEnd(text: string, end: RegExp): string {
  const bare = text.replace(end, '')
  const [particle = ''] = /\p{L}+/u.exec(text.slice(bare.length)) ?? []
  const whole = `${bare.trimEnd()} ${particle}`
  return particle !== '' && withParticle.test(whole) ? whole : bare
}

const tidy = (text: string): string =>
  withoutEnd(
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\s+(?=[,.;:!?])|(?<=[,;:])(?=[,;:])/g, '')
      .replace(
        /^[\s\p{P}]*(?:(?:and|oh|so|but|hey|hiya|hi|hello|oi|yo|aye|eh|um|erm?|well|right|alright|hmm|ok|okay|please|yes|yeah)\b[\s\p{P}]*)*/iu,
        '',
      ),
    trailing,
  ).replace(/[\s.,:;!?–-]+$/, '')

const missing = compile(words['no such day'], slots)

/** Where a text names a day that no calendar has, "the 31st of June"; null where it names none. */
export function noSuchDayIn(text: string): Place | null {
  const match = missing.exec(text)
  return match && placeOf(match)
}

/** Whether a reminder is called by nothing but what it does: "your alarm". */
export const isUsualTitle = (title: string): boolean =>
  title !== '' && Object.values(words.titles).includes(title)

/** What a reminder is called that wakes somebody. */
export const waking = words.titles.wake

/** What a reminder is called that is of nothing but its time. */
export function usualTitle(asking: ReminderCue): string {
  const phrase = asking.text.slice(asking.index, asking.end).toLowerCase()
  const titles = Object.entries(words.titles)
  return titles.find(([word]) => phrase.includes(word))?.[1] ?? words.titles.else
}
