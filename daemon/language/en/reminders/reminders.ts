import { plainCommand } from '../commands.ts'
import {
  type ReminderCue,
  askingIn,
  goingOn,
  isUsualTitle,
  noSuchDayIn,
  isReported,
  subjectAfter,
  subjectBefore,
  usualTitle,
  waking,
} from './asking.ts'
import { type TimeContext, timesIn } from '../calendar.ts'
import { overlap, type Place } from '../clock.ts'
import { fromEventIn } from './events.ts'
import { itemsIn } from './listing.ts'
import {
  isInstead,
  isLook,
  isLookAtReminders,
  isMoveByName,
  isNoCancel,
  isSameTime,
  isLeft,
  isQuestion,
  isUnreal,
  withoutFillers,
  withoutLeft,
  withoutOther,
} from './naming.ts'
import { isChangeAlone } from './renaming.ts'
import { clausesIn, mayEnd, piecesIn, withoutOfThemAll } from './several.ts'
import { shifted, shiftedOnly, shiftIn } from './shifting.ts'
import { isSlip, withoutSlip } from './slips.ts'
import { spelled } from './spelling.ts'
import { isDuty, isTimeAlone, whenAsked } from './when-asked.ts'
import { repeatIn } from '../repeats.ts'
import { tooOftenIn } from '../rules.ts'
import { answerIn } from './answered-questions.ts'
import { ended, matching, cancellationIn, movedTo, renamed } from './named-reminders.ts'
import { looked, lookedFor } from './reminder-questions.ts'
import type { FromEvent, ReminderAct, ReminderContext } from '../../reminder-acts.ts'
import { commandsIn } from './several-commands.ts'

/** A sentence, and what it most likely is of the acts that a sentence may be. */
export interface LikelyAct {
  readonly text: string
  readonly act: string
  /** 0 to 1. */
  readonly likely: number
}

/** From how likely on an act is believed of a sentence whose words are not known to ask for it. */
const believed = 0.6

/** What a sentence wants, and whether that needed the sentence beside it. */
interface ReminderRequest {
  readonly acts: readonly ReminderAct[]
  readonly besideUsed: boolean
}

/**
 * What a message wants of reminders, and which of its sentences said so: "On the 3rd I have to pay the rent. Remind me,
 * will you?" is one reminder. An answer to what the companion has asked is all of a message.
 */
export function readReminders(
  judged: readonly LikelyAct[],
  context: ReminderContext,
): { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> } {
  const titles = context.open.map(({ title }) => title)
  const sentences = judged.map((one) => ({ ...one, text: spelled(one.text, titles) }))
  const answer = answerIn(sentences.map(({ text }) => text).join(' '), context, readAlone)
  if (answer) return { acts: answer, used: new Set(sentences.keys()) }
  const alone = sentences.map((sentence) => heard(sentence, [], context) !== null)
  const taken = new Set<number>()
  const acts: ReminderAct[] = []
  for (const [at, sentence] of sentences.entries()) {
    if (taken.has(at)) continue
    const besides = [at - 1, at + 1].filter(
      (other) => sentences[other] !== undefined && !alone[other] && !taken.has(other),
    )
    for (const beside of [...besides, null]) {
      const others = beside === null ? [] : [sentences[beside]?.text ?? '']
      // "Remind me at six to call Ann. No, at seven."
      const next = sentences[at + 1]?.text ?? ''
      const slipped = askingIn(sentence.text, context) !== null && isSlip(next, context)
      const text = slipped ? withoutSlip(`${sentence.text} ${next}`, context) : sentence.text
      const one = heard({ ...sentence, text }, slipped ? [] : others, context)
      if (!one || (beside !== null && !one.besideUsed)) continue
      const used = beside === null ? [at] : [at, beside]
      const moves = one.acts.some(({ kind }) => kind === 'move reminder')
      const changes = moves || one.acts.some(({ kind }) => kind === 'rename reminder')
      const alike = [at - 1, at + 1].filter((other) => {
        const text = sentences[other]?.text ?? ''
        return (moves && other > at && isSameTime(text)) || (changes && isChangeAlone(text))
      })
      for (const each of [...used, ...alike, ...(slipped ? [at + 1] : [])]) taken.add(each)
      acts.push(...one.acts)
      break
    }
  }
  return { acts, used: taken }
}

function heard(one: LikelyAct, beside: readonly string[], context: ReminderContext): ReminderRequest | null {
  const judged = { ...one, text: withoutFillers(one.text) }
  const request = requestIn(judged.text, beside, context) ?? likelyMeant(judged, beside, context)
  const ofNone = request?.acts.every((act) => act.kind === 'end reminder' && act.goal_uuids.length === 0)
  // "Forget the alarm code": what ends no reminder is of a memory.
  return ofNone === true && plainCommand(judged.text) === 'forget' ? null : request
}

/** What a sentence wants by itself, by its words or, where they do not say it, as one that ends what it names. */
const readAlone = (sentence: string, context: ReminderContext): readonly ReminderAct[] =>
  requestIn(sentence, [], context)?.acts ?? [cancellationIn(sentence, context)].filter((act) => act !== null)

/** What a sentence wants whose words do not say it outright, by what it most likely is. */
function likelyMeant(
  { text, act, likely }: LikelyAct,
  beside: readonly string[],
  context: ReminderContext,
): ReminderRequest | null {
  if (likely < believed || isReported(text) || isUnreal(text)) return null
  if (act === 'remind' && timesIn(text, context).length > 0) {
    const asking = { text, index: text.length, end: text.length, follows: true }
    return asked(asking, beside[0] ?? '', context)
  }
  if (act !== 'cancel_reminder' || isQuestion(text) || isChangeAlone(text) || isLeft(text)) return null
  const { rest, left } = withoutLeft(text)
  return only(cancellationIn(rest, leaving(matching(left, context.open), context)))
}

/** What is open but for some that are to be left as they are. */
function leaving(spared: readonly string[], context: ReminderContext): ReminderContext {
  if (spared.length === 0) return context
  const open = context.open.filter(({ goal_uuid }) => !spared.includes(goal_uuid))
  const only = open.length === 1 ? (open[0]?.goal_uuid ?? null) : null
  return { ...context, open, last: spared.includes(context.last ?? '') ? only : context.last }
}

/** What is said of "the other one" as of that one, where one was spoken of last. */
function ofOther(text: string, context: ReminderContext) {
  const alone = withoutOther(text)
  const isKnown = context.open.some(({ goal_uuid }) => goal_uuid === context.last)
  if (alone === null || context.last === null || !isKnown || askingIn(text, context)) return null
  return { text: alone, context: leaving([context.last], context) }
}

const many = (acts: readonly ReminderAct[]): ReminderRequest | null =>
  acts.length > 0 ? { acts, besideUsed: false } : null

const only = (act: ReminderAct | null): ReminderRequest | null => act && { acts: [act], besideUsed: false }

function requestIn(
  text: string,
  beside: readonly string[],
  context: ReminderContext,
): ReminderRequest | null {
  if (isNoCancel(text) || isUnreal(text)) return null
  const ofThat = ofOther(text, context)
  if (ofThat) return requestIn(ofThat.text, beside, ofThat.context)
  const whole = askingIn(text, context) ? withoutSlip(text, context) : text
  const { rest: sentence, left } = withoutLeft(whole)
  const spared = askingIn(whole, context) ? [] : matching(left, context.open)
  if (spared.length > 0)
    return only(renamed(whole, context)) ?? requestIn(sentence, beside, leaving(spared, context))
  if (isLook(sentence)) return only(looked(sentence, context))
  const items = itemsIn(whole)
  if (items.length > 0) return { acts: items.flatMap((item) => itemOf(item, context)), besideUsed: false }
  const several = commandsIn(whole, context, (text, then) => requestIn(text, [], then)?.acts ?? [])
  if (several) return many(several)
  const each = eachOfThem(whole, beside[0] ?? '', context)
  if (each) return each
  const asking = askingIn(whole, context)
  if (asking === null && isLookAtReminders(sentence)) return only(looked(sentence, context))
  const fresh = renamed(whole, context)
  if (fresh) return only(fresh)
  const next = asking === null && context.last !== null ? goingOn(whole, context) : null
  if (next) return asked(next, '', context)
  const other = asking && shiftedOnly(asking, context)
  const shifts = other !== null && (other === '' || matching(other, context.open).length > 0)
  const moves = asking === null || isInstead(sentence) || shifts
  const move = moves ? many(movedTo(sentence, context)) : null
  // "Put the tree back two hours" is not of what was put back.
  if (move && shiftIn(sentence) && isMoveByName(sentence)) return move
  return (
    only(ended(mayEnd(sentence, context), context)) ??
    move ??
    only(asking === null ? lookedFor(sentence, context) : null) ??
    (asking && eachAsked(whole, beside[0] ?? '', context))
  )
}

/** Something on a list, with its time where one is said. */
const itemOf = (text: string, context: ReminderContext): readonly ReminderAct[] =>
  asked({ text, index: text.length, end: text.length, follows: true }, '', context).acts

/** All that was said with a time each, of which a sentence asks to be reminded together; null where it does not. */
function eachOfThem(sentence: string, beside: string, context: ReminderContext): ReminderRequest | null {
  const rest = withoutOfThemAll(sentence)
  if (rest === null) return null
  const own = clausesIn(rest, context)
  const clauses = own.length > 1 || /\p{L}/u.test(rest) ? own : clausesIn(beside, context)
  const acts = clauses.flatMap((clause) => itemOf(clause, context))
  return acts.length > 1 ? { acts, besideUsed: clauses !== own } : null
}

/** All that a sentence asks to be reminded of. */
function eachAsked(sentence: string, beside: string, context: ReminderContext): ReminderRequest {
  const acts: ReminderAct[] = []
  let besideUsed = false
  for (const piece of piecesIn(sentence, context)) {
    const asking = askingIn(piece, context)
    if (!asking) continue
    const before = acts.at(-1)
    if (before?.kind !== 'remind') {
      const one = asked(asking, beside, context)
      acts.push(...one.acts)
      besideUsed ||= one.besideUsed
      continue
    }
    // "Tomorrow at nine … and at half two": the next after that.
    const ownDay = timesIn(piece, context).some(({ dayGiven }) => dayGiven)
    const after = before.due_at ?? context.now
    const [next] = asked(asking, '', ownDay ? context : { ...context, now: after, near: after }).acts
    if (next?.kind !== 'remind') continue
    const later = shiftedOnly(asking, context) === '' ? shiftIn(asking.text) : null
    const due_at = later ? shifted(after, later, context.time_zone) : next.due_at
    const again = later || next.title === usualTitle(asking)
    acts.push(again ? { ...next, title: before.title, due_at } : next)
  }
  return { acts, besideUsed }
}

/** What is to be reminded of; `beside` is what was said just before or after. */
function asked(asking: ReminderCue, beside: string, context: ReminderContext & TimeContext): ReminderRequest {
  const { text } = asking
  const counted = fromEventIn(text, context)
  if (counted) return countedFrom(asking, counted, context)
  const often = tooOftenIn(text)
  const repeated = often === null ? repeatIn(text, context) : null
  const when = often === null && repeated === null ? whenAsked(asking, beside, context) : null
  const repeating = [...(often === null ? [] : [often]), ...(repeated?.words ?? [])]
  const missing = noSuchDayIn(text)
  const places = [
    ...repeating.map((words) => placeIn(text, words)),
    ...(when?.used ?? []),
    ...(missing ? [missing] : []),
  ]
  const after = subjectAfter(asking, places)
  const before = subjectBefore(text, places, asking.index)
  const own = asking.follows ? before || after.title : (after.linked && after.title) || before
  const pointing = beside === '' ? undefined : after.pointing
  const untitled =
    (own === '' || pointing !== undefined) &&
    beside !== '' &&
    (after.title === '' || pointing !== undefined || isDuty(beside, context))
  // Who is to be woken needs no other reason.
  const usual = usualTitle(asking)
  const reason = untitled && (usual !== waking || isDuty(beside, context))
  const other = reason ? subjectBefore(beside, when?.besideUsed ?? []) : ''
  const what = pointing && other ? `${pointing}: ${other}` : own || other || after.title
  const title = what !== '' && usual === waking ? `${waking}: ${what}` : what || usual
  const besideTime =
    when !== null &&
    when.besideUsed.length > 0 &&
    (other !== '' || when.shifted || isTimeAlone(beside, context))
  const besideUsed = other !== '' || besideTime
  if (often !== null)
    return { acts: [{ kind: 'remind', title, due_at: null, repeats: null, too_often: true }], besideUsed }
  const wanted = { kind: 'remind', title, due_at: null, repeats: null } as const
  if (missing) return { acts: [{ ...wanted, lacks: 'such a day' }], besideUsed }
  const due_at =
    repeated?.first ?? (when === null || (when.besideUsed.length > 0 && !besideTime) ? null : when.at)
  // An alarm of no time would be of nothing.
  if (due_at === null && isUsualTitle(title)) return { acts: [{ ...wanted, lacks: 'a time' }], besideUsed }
  return { acts: [{ kind: 'remind', title, due_at, repeats: repeated?.rule ?? null }], besideUsed }
}

/** What is to be reminded of at a time that is counted from what was told, "the day before Mum's birthday". */
function countedFrom(
  asking: ReminderCue,
  { from, place }: { readonly from: FromEvent; readonly place: Place },
  context: ReminderContext & TimeContext,
): ReminderRequest {
  const times = timesIn(asking.text, context).map(({ index, text }) => ({ index, end: index + text.length }))
  const places = [place, ...times.filter((time) => !overlap(time, place))]
  const title = subjectAfter(asking, places).title || subjectBefore(asking.text, places, asking.index)
  const named = title || usualTitle(asking) || from.event
  return { acts: [{ kind: 'remind', title: named, due_at: null, repeats: null, from }], besideUsed: false }
}

const placeIn = (text: string, words: string) => {
  const index = Math.max(0, text.indexOf(words))
  return { index, end: index + words.length }
}
