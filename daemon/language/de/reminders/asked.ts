import { DateTime, type DurationLikeObject } from 'luxon'
import { sameDay } from '../../../kernel/time-zone.ts'
import type { ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { type ReadTime, readTimes, settled } from '../calendar.ts'
import { type Place, whole } from '../clock.ts'
import { lengthOf } from '../days.ts'
import { numberWord } from '../numbers.ts'
import { repeatIn, tooOftenIn } from '../repeats.ts'
import { type ReminderCue, askingIn, isDuty, timing, titleOf } from './asking.ts'

/** What a sentence wants, and whether that needed the sentence beside it. */
export interface ReminderRequest {
  readonly acts: readonly ReminderAct[]
  readonly besideUsed: boolean
}

/** All that a sentence asks to be reminded of: "um acht an den Müll und um neun an Oma". */
export function eachAsked(asking: ReminderCue, beside: string, context: ReminderContext): ReminderRequest {
  const { text } = asking
  if (repeatIn(text, context) === null)
    for (const match of text
      .slice(asking.end)
      .matchAll(/,?\s+(?:und(?: dann| auch| noch)?|sowie|außerdem)\s+|,\s+/giu)) {
      const at = asking.end + match.index
      const [left, right] = [text.slice(0, at), text.slice(at + match[0].length)]
      const times = readTimes(right, context)
      const before = readTimes(left, context)
      if (
        times.length === 0 ||
        before.length === 0 ||
        !times.some(({ clock, day, part }) => clock ?? day ?? part)
      )
        continue
      const own = askingIn(right) ?? { text: right, index: 0, end: 0, usual: asking.usual }
      const [first] = asked({ ...asking, text: left }, '', context).acts
      const ownDay = times.some(({ day }) => day !== null)
      const after =
        first?.kind === 'remind' && first.due_at !== null && !ownDay
          ? dayStart(first.due_at, context)
          : context.now
      const rest = asked(own, '', { ...context, now: after })
      const [next] = rest.acts
      if (first?.kind !== 'remind' || next?.kind !== 'remind' || first.title === '') continue
      const linked =
        /^(?:(?:um|am|morgen|heute|übermorgen|in|\S+tag)\b[^,]*\s)?(?:an|dass|daran)\b|\s(?:an|dass|ans|zu)\s/iu.test(
          right,
        ) || next.title === ''
      if (!linked) continue
      return { acts: [first, next.title === '' ? { ...next, title: first.title } : next], besideUsed: false }
    }
  return asked(asking, beside, context)
}

/** The beginning of a day, or now where that is today. */
function dayStart(at: number, { now, time_zone }: ReminderContext): number {
  return sameDay(at, now, time_zone) ? now : at - 1
}

/** What is to be reminded of; `beside` is what was said just before or after. */
export function asked(asking: ReminderCue, beside: string, context: ReminderContext): ReminderRequest {
  const { text } = asking
  const often = tooOftenIn(text)
  const repeated = often ? null : repeatIn(text, context)
  const when = often || repeated ? null : whenIn(text, asking, context)
  const lead = when === null ? aheadIn(text) : null
  const missing = noSuchDay(text)
  const places = [
    asking,
    ...(often ? [often] : []),
    ...(lead ? [lead] : []),
    ...(missing ? [missing] : []),
    ...(repeated?.places ?? []),
    ...(when?.places ?? []),
  ]
  const own = titleOf(text, places)
  const isTimer = asking.usual === timing
  const pointing = beside !== '' && (own === '' || /^(?:das|es|den termin|das alles)$/iu.test(own))
  const besideWhen = pointing && when === null && !repeated ? whenIn(beside, null, context) : null
  const other =
    pointing && (isDuty(beside) || own === '')
      ? titleOf(beside, besideWhen?.places ?? readTimes(beside, context).map(placeOf))
      : ''
  const used = other !== '' || besideWhen !== null
  const title = (pointing && other) || own || (asking.usual ?? '')
  const wanted = { kind: 'remind', title, due_at: null, repeats: null } as const
  if (often) return { acts: [{ ...wanted, too_often: true }], besideUsed: used }
  if (missing) return { acts: [{ ...wanted, lacks: 'such a day' }], besideUsed: used }
  const early = when === null && besideWhen ? aheadIn(text) : null
  const besideAt =
    besideWhen && early
      ? DateTime.fromMillis(besideWhen.at, { zone: context.time_zone }).minus(early.length).toMillis()
      : besideWhen?.at
  const due_at = repeated?.first ?? when?.at ?? besideAt ?? null
  if (due_at === null && (isTimer || (asking.usual !== null && own === '')))
    return { acts: [{ ...wanted, lacks: 'a time' }], besideUsed: used }
  return { acts: [{ ...wanted, due_at, repeats: repeated?.rule ?? null }], besideUsed: used }
}

export const placeOf = ({ index, end }: Place): Place => ({ index, end })
const noDay =
  /(?<!\d)(?:3[2-9]|[4-9]\d)\.\s?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|(?<!\d)(?:30|31)\.\s?(?:februar|2\.)|(?<!\d)31\.\s?(?:april|juni|september|november|0?[469]\.|11\.)/iu
/** A day that no month has, and where it stands. */
function noSuchDay(text: string): Place | null {
  const match = noDay.exec(text)
  const lead = /(?:am|den|zum)\s+$/iu.exec(text.slice(0, match?.index ?? 0))?.[0].length ?? 0
  return match && { index: match.index - lead, end: match.index + match[0].length }
}

/** Of things that have a time of their own, "der Termin am Freitag", that is not when to remind. */
const ofThing =
  /(?:termin|geburtstag|treffen|essen|feier|party|konzert|film|zug|flug|prüfung|klausur|test|besuch|abendessen|kurs|meeting|vorstellung|hochzeit|arzt|spiel|folge|sendung|abfahrt|bus|schicht|training|probe|ausflug|prüfung|elternabend|vorstellungsgespräch|gespräch|rechnung|müll|tonne)\s+(?:ist\s+)?(?:von|vom|am|um|für|bis)?\s*$/iu

/** When a sentence wants a reminder: the time that stands nearest to what asks, a day and an hour that stand apart together. */
function whenIn(
  sentence: string,
  asking: ReminderCue | null,
  context: ReminderContext,
): { at: number; places: readonly Place[] } | null {
  const { now, time_zone } = context
  const span = asking?.usual === timing ? spanIn(sentence, now) : null
  if (span) return span
  const text = sentence
  const times = readTimes(text, { now, time_zone })
  const usable = times.filter(
    (time) => time.day === null || settledDay(time, text, context) >= now - 86_400_000,
  )
  const distance = (time: ReadTime): number => {
    if (asking === null) return time.index
    const isOf = ofThing.test(text.slice(0, time.index)) && time.index > asking.end + 2 ? 1_000 : 0
    const after = time.index >= asking.index
    return isOf + (after ? Math.max(0, time.index - asking.end) : 400 + asking.index - time.end)
  }
  const [first, ...others] = usable.toSorted((a, b) => distance(a) - distance(b))
  if (!first) return null
  const completes = (other: ReadTime) =>
    first.day?.exact !== true &&
    other.day?.exact !== true &&
    (first.day === null || other.day === null) &&
    (first.clock === null || other.clock === null) &&
    !(first.part && other.part) &&
    !(first.clock && other.part && first.day)
  const second = others.find((other) => completes(other) && (distance(other) < 1_000 || first.day === null))
  const both = second
    ? {
        ...first,
        day: first.day ?? second.day,
        clock: first.clock ?? second.clock,
        part: first.part ?? second.part,
      }
    : first
  const lead = timerLead(text, first)
  const at = settled(both, text, { now, time_zone })
  const ahead = aheadIn(text)
  return {
    at: ahead ? DateTime.fromMillis(at, { zone: time_zone }).minus(ahead.length).toMillis() : at,
    places: [
      { index: lead, end: first.end },
      ...(second ? [placeOf(second)] : []),
      ...(ahead ? [ahead] : []),
    ],
  }
}

const ahead = whole(
  String.raw`(?:immer |schon |gerne? |bitte )?(?<count>\d+|anderthalb|${numberWord}|halbe)\s*(?<half>halbe\s+|viertel\s*)?(?<unit>stunden?|min(?:uten?)?|tage?|wochen?)\s+(?:vorher|davor|zuvor|früher|vor(?:ab)?)|(?:am\s+)?(?<eve>tag|abend) (?:davor|vorher|zuvor)`,
  'iu',
)

/** How long before a time somebody wants to hear of it: "eine Stunde vorher"; null where that is not said. */
function aheadIn(text: string): (Place & { readonly length: DurationLikeObject }) | null {
  const match = ahead.exec(text)
  if (!match) return null
  const { count = '', half = '', unit = '', eve } = match.groups ?? {}
  const place = { index: match.index, end: match.index + match[0].length }
  if (eve !== undefined) return { ...place, length: { days: 1 } }
  const length =
    /^halb/i.test(half) || /^halb/i.test(count)
      ? { minutes: 30 }
      : /^viertel/i.test(half)
        ? { minutes: 15 }
        : lengthOf(count, unit)
  return length && { ...place, length }
}

/** A timer is set to a length of time. */
const timerSpan = whole(
  String.raw`(?:(?:auf|für|von|in|über)\s+)?(?:eine[nr]?\s+)?(?<count>\d+|${numberWord}|halbe|anderthalb)\s*(?<unit>min(?:uten?)?|stunden?|std|sekunden?|sek)`,
  'iu',
)

function spanIn(text: string, now: number): { at: number; places: readonly Place[] } | null {
  const match = timerSpan.exec(text)
  const { count = '', unit = '' } = match?.groups ?? {}
  const length = /^halb/i.test(count) ? { minutes: 30 } : lengthOf(count, unit)
  if (!match || !length) return null
  return {
    at: DateTime.fromMillis(now).plus(length).toMillis(),
    places: [{ index: match.index, end: match.index + match[0].length }],
  }
}

const timerLead = (text: string, { index }: ReadTime): number => {
  const before = /(?:auf|für|schon|gleich|kurz)\s+$/iu.exec(text.slice(0, index))
  return before ? before.index : index
}
const settledDay = (time: ReadTime, text: string, { now, time_zone }: ReminderContext) =>
  settled(time, text, { now, time_zone })
