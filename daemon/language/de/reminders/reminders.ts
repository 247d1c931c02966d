import { DateTime, type DurationLikeObject } from 'luxon'
import type { JudgedSentence } from '../../language.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { sameDay } from '../../../kernel/time-zone.ts'
import { readTimes, settled, timesIn, type Read } from '../calendar.ts'
import { isEarly, type Place, whole } from '../clock.ts'
import { lengthOf } from '../days.ts'
import { numberWord } from '../numbers.ts'
import { repeatIn, tooOftenIn } from '../repeats.ts'
import { stemsOf } from '../stems.ts'
import { type Asking, askingIn, isDuty, timing, titleOf } from './asking.ts'
import { ended, moved, renamed, withoutTimes } from './changing.ts'
import { inOrder, isOfAll, matching, placeIn } from './naming.ts'

/** From how likely on an act is believed of a sentence whose words are not known to ask for it. */
const believed = 0.6
/** An answer has few words. */
const maxWords = 10

/** What a sentence wants, and whether that needed the sentence beside it. */
interface Heard {
  readonly acts: readonly ReminderAct[]
  readonly besideUsed: boolean
}

/** What a message wants of reminders, and which of its sentences said so. An answer to what was asked is all of a message. */
export function readReminders(
  said: readonly JudgedSentence[],
  context: ReminderContext,
): { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> } {
  const answer = answerIn(said.map(({ text }) => text).join(' '), context)
  if (answer) return { acts: answer, used: new Set(said.keys()) }
  const alone = said.map((sentence) => heard(sentence, [], context) !== null)
  const taken = new Set<number>()
  const acts: ReminderAct[] = []
  for (const [at, sentence] of said.entries()) {
    if (taken.has(at)) continue
    const besides = [at - 1, at + 1].filter(
      (other) => said[other] !== undefined && !alone[other] && !taken.has(other),
    )
    for (const beside of [...besides, null]) {
      const one = heard(sentence, beside === null ? [] : [said[beside]?.text ?? ''], context)
      if (!one || (beside !== null && !one.besideUsed)) continue
      for (const each of beside === null ? [at] : [at, beside]) taken.add(each)
      acts.push(...one.acts)
      break
    }
  }
  return { acts: corrected(acts, said, taken, context), used: taken }
}

/** A time that is put right in the next sentence: "Erinner mich um acht an den Müll. Nein, um neun." */
function corrected(
  acts: readonly ReminderAct[],
  said: readonly JudgedSentence[],
  taken: Set<number>,
  context: ReminderContext,
): readonly ReminderAct[] {
  const [only] = acts
  if (acts.length !== 1 || only?.kind !== 'remind') return acts
  for (const [at, { text }] of said.entries()) {
    if (at === 0 || !slip.test(text) || !taken.has(at - 1)) continue
    const goal_uuid = 'slip'
    const open = [{ goal_uuid, title: only.title, due_at: only.due_at, repeats: only.repeats }]
    const [move] = moved(text, { ...context, open, last: goal_uuid }, true)
    if (move?.kind !== 'move reminder') continue
    taken.add(at)
    return [{ ...only, due_at: move.due_at, repeats: move.repeats ?? only.repeats }]
  }
  return acts
}
const slip = whole(
  'nein|nee|ne|quatsch|moment|halt|stopp|sorry|ach|äh|ähm|warte|doch|lieber|besser|korrektur|ups|ich mein\\p{L}*',
  'iu',
)

function heard(
  { text, act, likely }: JudgedSentence,
  beside: readonly string[],
  context: ReminderContext,
): Heard | null {
  const found = wanted(text, beside, context)
  if (found) return found
  if (likely < believed) return null
  if (
    act === 'remind' &&
    (timesIn(text, context).length > 0 || repeatIn(text, context)) &&
    !/\?\s*$/.test(text)
  )
    return asked({ text, index: text.length, end: text.length, usual: null }, beside[0] ?? '', context)
  if (act === 'change_reminder') {
    const move = moved(text, context, true)
    return move.length > 0 ? { acts: move, besideUsed: false } : null
  }
  const end = act === 'cancel_reminder' ? ended(text, context, act) : null
  const isKnown = end !== null && (end.kind !== 'end reminder' || end.goal_uuids.length > 0)
  return isKnown ? { acts: [end], besideUsed: false } : null
}

const only = (act: ReminderAct | null): Heard | null => act && { acts: [act], besideUsed: false }
const conjunction = /,?\s+(?:und|sowie|außerdem|dann|und dann|plus)\s+|;\s+/giu

function wanted(text: string, beside: readonly string[], context: ReminderContext): Heard | null {
  if (isUnreal(text)) return null
  const look = looked(text, context)
  if (look) return only(look)
  const several = commandsIn(text, context)
  if (several) return { acts: several, besideUsed: false }
  const asking = askingIn(text)
  if (
    asking &&
    /nicht mehr|nimmer|doch nicht|keine erinnerung/i.test(text) &&
    !/nicht mehr vergess/i.test(text)
  ) {
    const end = ended(text, context, 'cancel_reminder')
    if (end) return only(end)
  }
  const change = asking ? null : renamed(text, context)
  if (change) return only(change)
  const isOwnMove = asking !== null && isSetAnew(text) && matching(text, context.open).length > 0
  const move = asking && !isOwnMove ? [] : moved(text, context, false)
  if (asking && /doch (?:erst|lieber|schon)|statt|stattdessen|lieber erst/i.test(text)) {
    const again = moved(text, context, true)
    if (again.length > 0 && again.every(({ kind }) => kind === 'move reminder'))
      return { acts: again, besideUsed: false }
  }
  if (asking && move.length === 0) return eachAsked(asking, beside[0] ?? '', context)
  const end =
    move.length > 0 && move.every(({ kind }) => kind === 'move reminder') ? null : ended(text, context, null)
  if (end && !(end.kind === 'end reminder' && end.goal_uuids.length === 0 && move.length > 0))
    return only(end)
  return move.length > 0 ? { acts: move, besideUsed: false } : only(lookedFor(text, context))
}

const isSetAnew = (text: string) =>
  /(?:stell|setz|leg|mach|pack)\p{L}* (?:den |die |das |mir den )\p{L}+/iu.test(text)
const unreal = whole(
  'wenn ich .* würde|hätte ich|wär(?:e)? es|würdest du mich|könntest du mich eigentlich|falls ich|(?:er|sie|mama|papa|mein \\p{L}+) (?:hat|meinte|sagte|sagt|meint)[^.?!]*(?:erinner|ich soll)',
  'iu',
)
const isUnreal = (text: string) => unreal.test(text) && !/erinner(?:e)? mich|erinner mi\b/i.test(text)

/** What a sentence wants that says several commands, each of a reminder of its own; null where it is one. */
function commandsIn(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  if (context.open.length === 0) return null
  for (const match of text.matchAll(conjunction)) {
    const [left, right] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
    const first = alone(left, context)
    const second = alone(right, context)
    if (
      first === null || second === null || (askingIn(left) === null) !== (askingIn(right) === null)
        ? !first || !second
        : false
    )
      continue
    if (!first || !second) continue
    const targets = (acts: readonly ReminderAct[]) =>
      acts.flatMap((act) => ('goal_uuids' in act ? act.goal_uuids : []))
    const [one, other] = [targets(first), targets(second)]
    const isApart = !one.some((uuid) => other.includes(uuid))
    const kinds = [...first, ...second].every(
      ({ kind }) => kind !== 'which reminder' && kind !== 'list reminders',
    )
    const areEnds = [...first, ...second].every(({ kind }) => kind === 'end reminder')
    if (isApart && kinds && !areEnds && (one.length > 0 || other.length > 0)) return [...first, ...second]
  }
  return null
}

function alone(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  const asking = askingIn(text)
  if (asking) {
    const { acts } = asked(asking, '', context)
    return acts.every((act) => act.kind === 'remind' && act.title !== '') ? acts : null
  }
  if (matching(text, context.open).length === 0) return null
  const move = moved(text, context, false)
  if (move.length > 0) return move
  const end = ended(text, context, null)
  return end ? [end] : null
}

/** All that a sentence asks to be reminded of: "um acht an den Müll und um neun an Oma". */
function eachAsked(asking: Asking, beside: string, context: ReminderContext): Heard {
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
function asked(asking: Asking, beside: string, context: ReminderContext): Heard {
  const { text } = asking
  const often = tooOftenIn(text)
  const repeated = often ? null : repeatIn(text, context)
  const when = often || repeated ? null : whenIn(text, asking, context)
  const lead = when === null ? aheadIn(text) : null
  const places = [
    asking,
    ...(often ? [often] : []),
    ...(lead ? [lead] : []),
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
  if (noSuchDay(text)) return { acts: [{ ...wanted, lacks: 'such a day' }], besideUsed: used }
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

const placeOf = ({ index, end }: Place): Place => ({ index, end })
const noDay =
  /(?<!\d)(?:3[2-9]|[4-9]\d)\.\s?(?:\d{1,2}\.|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|(?<!\d)(?:30|31)\.\s?(?:februar|2\.)|(?<!\d)31\.\s?(?:april|juni|september|november|0?[469]\.|11\.)/iu
const noSuchDay = (text: string) => noDay.test(text)

/** Of things that have a time of their own, "der Termin am Freitag", that is not when to remind. */
const ofThing =
  /(?:termin|geburtstag|treffen|essen|feier|party|konzert|film|zug|flug|prüfung|klausur|test|besuch|abendessen|kurs|meeting|vorstellung|hochzeit|arzt|spiel|folge|sendung|abfahrt|bus|schicht|training|probe|ausflug|prüfung|elternabend|vorstellungsgespräch|gespräch|rechnung|müll|tonne)\s+(?:ist\s+)?(?:von|vom|am|um|für|bis)?\s*$/iu

/** When a sentence wants a reminder: the time that stands nearest to what asks, a day and an hour that stand apart together. */
function whenIn(
  said: string,
  asking: Asking | null,
  context: ReminderContext,
): { at: number; places: readonly Place[] } | null {
  const { now, time_zone } = context
  const span = asking?.usual === timing ? spanIn(said, now) : null
  if (span) return span
  const text = said
  const times = readTimes(text, { now, time_zone })
  const usable = times.filter(
    (time) => time.day === null || settledDay(time, text, context) >= now - 86_400_000,
  )
  const distance = (time: Read): number => {
    if (asking === null) return time.index
    const isOf = ofThing.test(text.slice(0, time.index)) && time.index > asking.end + 2 ? 1_000 : 0
    const after = time.index >= asking.index
    return isOf + (after ? Math.max(0, time.index - asking.end) : 400 + asking.index - time.end)
  }
  const [first, ...others] = usable.toSorted((a, b) => distance(a) - distance(b))
  if (!first) return null
  const completes = (other: Read) =>
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
  const found = ahead.exec(text)
  if (!found) return null
  const { count = '', half = '', unit = '', eve } = found.groups ?? {}
  const place = { index: found.index, end: found.index + found[0].length }
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
  const found = timerSpan.exec(text)
  const { count = '', unit = '' } = found?.groups ?? {}
  const length = /^halb/i.test(count) ? { minutes: 30 } : lengthOf(count, unit)
  if (!found || !length) return null
  return {
    at: DateTime.fromMillis(now).plus(length).toMillis(),
    places: [{ index: found.index, end: found.index + found[0].length }],
  }
}

const timerLead = (text: string, { index }: Read): number => {
  const before = /(?:auf|für|schon|gleich|kurz)\s+$/iu.exec(text.slice(0, index))
  return before ? before.index : index
}
const settledDay = (time: Read, text: string, { now, time_zone }: ReminderContext) =>
  settled(time, text, { now, time_zone })

const list = (some: readonly OpenReminder[]): Extract<ReminderAct, { kind: 'list reminders' }> => ({
  kind: 'list reminders',
  goal_uuids: inOrder(some).map(({ goal_uuid }) => goal_uuid),
})

const looksAtReminders = whole(
  String.raw`(?:welche|was für|wie viele|wieviele|zeig(?:e|st)?|liste?|sag|nenn|lies|hab(?:e)? ich|gibt es|gibt’s|gibts|hast du|was sind|wo sind|steh(?:en|t)|sind|wie lauten|kann ich)[^.?!]*\b(?:erinnerung(?:en)?|reminder|wecker|timer|to-?dos?|aufgaben)|woran (?:\p{L}+ )*(?:erinner\p{L}*|denken|erinnert)|an was (?:\p{L}+ )*(?:erinner\p{L}*|denken)|meine (?:\p{L}+ )?(?:erinnerungen|to-?dos|reminder|aufgaben|wecker)(?: bitte| anzeigen| zeigen)?\s*[?.!]*$|^(?:erinnerungen|to-?dos|liste|meine liste)\s*[?!.]*$|was (?:steht|liegt|ist) (?:\p{L}+ )*(?:auf (?:meiner|der) liste|an|noch an|los)\b|(?:zeig|lies|sag)\p{L}* (?:mir )?(?:mal )?(?:meine|die) liste|an was wolltest`,
  'iu',
)
const looksAtDay = whole(
  String.raw`was (?:hab(?:e)?|muss|soll|steht|liegt|ist|hob|han|habe) (?:ich |i )?(?:\p{L}+ |\d+\.? )*(?:vor|zu tun|an|los|machen|tun|geplant|erledigen|noch)|was (?:geht|kommt|gibt’s|gibts|gibt es) (?:\p{L}+ )*|hab(?:e)? ich (?:\p{L}+ )*(?:was|etwas|irgendwas|irgendetwas|termine|pläne|einen termin) (?:\p{L}+ )*(?:vor|geplant|zu tun|an|stehen)?|(?:steht|liegt) (?:\p{L}+ )*(?:was|etwas|irgendwas) an|was hast du (?:dir |mir )?(?:für|am|heute|morgen) [^.?!]*(?:notiert|eingetragen|stehen|gemerkt|aufgeschrieben)|wie sieht (?:\p{L}+ )*(?:tag|woche|morgen|heute|wochenende)`,
  'iu',
)
const looksByName = whole(
  String.raw`wann (?:ist|war|muss|soll|sollte|hab(?:e)?|geh(?:e)?|kommt|erinnerst|steht|wollte|klingelt|weckst|wirst)|um wie ?viel uhr|wie ?viel uhr|hab(?:e)? ich [^.?!]*\berinnerung|erinnerst du mich|hast du [^.?!]*\b(?:notiert|eingetragen|gemerkt|gespeichert)|wirst du mich|an welchem tag|für wann`,
  'iu',
)
const next = whole(
  String.raw`(?:nächste[rns]?|als nächstes|als erstes|kommende[rn]?)(?:\s+(?:erinnerung|termin|wecker|reminder))?`,
  'iu',
)

/** What a sentence asks of reminders, where it asks only to hear of them. */
function looked(text: string, context: ReminderContext): ReminderAct | null {
  if (!looksAtReminders.test(text) || /(?:lösch|streich|verschieb|stell|setz|mach|leg)\p{L}*/iu.test(text))
    return null
  if (/(?:schon|bereits) erledigt|hast du (?:mich|mir) /iu.test(text)) return null
  const { open, now, time_zone } = context
  if (next.test(text) && /was|welche|wann/i.test(text))
    return list(
      inOrder(open)
        .filter(({ due_at }) => due_at !== null)
        .slice(0, 1),
    )
  const times = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  const named = matching(text, open)
  if (named.length > 0 && !isOfAll(text) && times.length === 0)
    return list(open.filter(({ goal_uuid }) => named.includes(goal_uuid)))
  return times.length > 0
    ? { ...list(ofDays(text, open, context)), ...(isPlain(text) ? { question: text } : {}) }
    : list(open)
}
const isPlain = (text: string) => !/erinner|reminder|wecker|timer/i.test(text)

const ofDays = (text: string, open: readonly OpenReminder[], { now, time_zone }: ReminderContext) => {
  const isWeek = /woche(?!n?tag|nende)/i.test(text)
  const isWeekend = /wochenende/i.test(text)
  const times = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  return open.filter(({ due_at }) => {
    if (due_at === null) return false
    if (isWeek && times.length <= 1) {
      const start = /diese/i.test(text) ? now : (times[0]?.at ?? now) - 9 * 3_600_000
      return due_at >= start && due_at < start + 7 * 86_400_000
    }
    return times.some(
      ({ at }) =>
        sameDay(at, due_at, time_zone) || (isWeekend && sameDay(at + 86_400_000, due_at, time_zone)),
    )
  })
}

/** The reminders that a question may be of which says nothing of reminders: "Wann muss ich zum Zahnarzt?" */
function lookedFor(text: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  if (
    open.length > 0 &&
    looksByName.test(text) &&
    (/\?\s*$/.test(text) || /^(?:wann|um wie|wie ?viel|hab|erinnerst)/i.test(text))
  ) {
    const named = matching(withoutTimes(text, context), open)
    const some = open.filter(({ goal_uuid }) => named.includes(goal_uuid))
    const telling = stemsOf(withoutTimes(text, context)).length
    if (some.length > 0 && telling <= 4 && some.some(({ due_at }) => due_at !== null)) return list(some)
  }
  if (!looksAtDay.test(text)) return null
  const isWeek = /diese woche|nächste woche/i.test(text)
  const days = timesIn(text, { now, time_zone }).filter(({ dayGiven }) => dayGiven)
  if (days.length === 0 && !isWeek) return null
  const then = ofDays(text, open, context)
  return then.length > 0 ? list(then) : { ...list([]), question: text }
}

/** What comes of an answer to what the companion has asked; null for what is none of its kind, which is read as any other. */
function answerIn(text: string, context: ReminderContext): readonly ReminderAct[] | null {
  const { asked: question, wanted: before, last, now, time_zone, open } = context
  if (question === null || text.split(/\s+/).length > maxWords || /\?\s*$/.test(text) || askingIn(text))
    return null
  const times = readTimes(text, { now, time_zone })
  const bare = stemsOf(withoutTimes(text, context)).length === 0
  const title = before?.title ?? ''
  switch (question) {
    case 'when': {
      const repeated = repeatIn(text, { now, time_zone })
      if (repeated && before !== null)
        return [{ kind: 'remind', title, due_at: repeated.first, repeats: repeated.rule }]
      if (repeated && last !== null)
        return [{ kind: 'move reminder', goal_uuids: [last], due_at: repeated.first, repeats: repeated.rule }]
      const [time] = times
      if (!time || !bare) return null
      const at = settled(wholeOf(times), isEarly(title) ? `${text} wecken` : text, { now, time_zone })
      if (at <= now) return null
      if (before !== null) return [{ kind: 'remind', title, due_at: at, repeats: before.repeats }]
      return last === null ? null : [{ kind: 'move reminder', goal_uuids: [last], due_at: at }]
    }
    case 'which': {
      const shown = context.listed.filter((uuid) => open.some(({ goal_uuid }) => goal_uuid === uuid))
      const some = open.filter(({ goal_uuid }) => shown.includes(goal_uuid))
      const place = placeIn(text, shown.length)
      const named = matching(text, some)
      const all = isOfAll(text) ? shown : []
      const targets = place === null ? (named.length > 0 ? named : all) : [shown[place] ?? '']
      if (targets.length === 0) return null
      return targets.flatMap((uuid) => {
        const one = open.filter(({ goal_uuid }) => goal_uuid === uuid)
        const again = { ...context, open: one, last: uuid, asked: null }
        const sentence = before?.sentence ?? ''
        const move = moved(sentence, again, true)
        const end = move.length > 0 ? null : ended(sentence, again, 'cancel_reminder')
        return move.length > 0 ? move : end ? [end] : []
      })
    }
    case 'what': {
      const what = titleOf(text, times.map(placeOf))
      if (what === '' || before === null || /^(?:nein|nichts|egal|vergiss|lass)/iu.test(text)) return null
      const [time] = times
      return [
        {
          kind: 'remind',
          title: what,
          due_at: before.due_at ?? (time ? settled(time, text, { now, time_zone }) : null),
          repeats: before.repeats,
        },
      ]
    }
    default: {
      const repeated = repeatIn(text, { now, time_zone })
      return repeated && before !== null
        ? [{ kind: 'remind', title, due_at: repeated.first, repeats: repeated.rule }]
        : null
    }
  }
}

const wholeOf = ([first, ...others]: readonly Read[]): Read => {
  if (!first) throw new Error('there is no time')
  return others.reduce<Read>(
    (one, other) => ({
      ...one,
      day: one.day ?? other.day,
      clock: one.clock ?? other.clock,
      part: one.part ?? other.part,
    }),
    first,
  )
}

/** Whether a sentence is nothing but a time. */
export const isTimeAlone = (
  sentence: string,
  { now, time_zone }: Pick<ReminderContext, 'now' | 'time_zone'>,
): boolean => {
  const times = readTimes(sentence, { now, time_zone })
  if (times.length === 0) return false
  const rest = times.reduceRight(
    (left, { index, end }) => `${left.slice(0, index)} ${left.slice(end)}`,
    sentence,
  )
  return !/[\p{L}\p{N}]/u.test(
    rest.replaceAll(
      /(?<![\p{L}])(?:bitte|so|dann|am|um|ja|ok|okay|gegen|gern|gerne|lieber|einfach|passt|reicht)(?![\p{L}])/giu,
      ' ',
    ),
  )
}
