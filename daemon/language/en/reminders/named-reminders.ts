import { sameDay } from '../../../kernel/time-zone.ts'
import { timesIn, timesOfDayIn } from '../calendar.ts'
import {
  countSaid,
  cancelledIn,
  isCancel,
  isCancelOfLast,
  isMoveByName,
  isOfAll,
  isBothAlone,
  isNamedByTime,
  isOfBoth,
  clauseOfReminder,
  isOfOneTime,
  isOfOwn,
  ofKind,
  isOneDone,
  isSetAnew,
  isWhollyOf,
  isSkip,
  isOfSeveral,
  isOfNewest,
  isOfThat,
  keptOf,
  namesNothing,
  placesIn,
  saysOnly,
  saysReminder,
  tellingWords,
  tellsDone,
  tellsLastDone,
  verbOf,
} from './naming.ts'
import { type Renaming, renamingsIn, retitled } from './renaming.ts'
import { movedMoment, type Moving, movingIn, oftenMovedTo, shiftIn } from './shifting.ts'
import { repeatIn } from '../repeats.ts'
import { nextAfter, ruleAt } from '../../recurrence.ts'
import { blanked, repeatingIn } from '../rules.ts'
import { dueAt, type OpenReminder, type ReminderAct, type ReminderContext } from '../../reminder-acts.ts'

/** What the first word of a title counts for, which is most often what is to be done and not what it is of. */
const ofVerb = 0.25

export const uuidOf = ({ goal_uuid }: Pick<OpenReminder, 'goal_uuid'>): string => goal_uuid

/** The open reminders that a text names best, by words that few of them have; several where it is not clear which. */
export function matching(text: string, open: readonly OpenReminder[]): string[] {
  const telling = new Set(tellingWords(text))
  const titles = open.map(({ goal_uuid, title }) => ({
    goal_uuid,
    words: tellingWords(title),
    verb: verbOf(title),
  }))
  const scored = titles.map(({ goal_uuid, words, verb }) => ({
    goal_uuid,
    score: words
      .filter((word) => telling.has(word))
      .map(
        (word) => (word === verb ? ofVerb : 1) / titles.filter((other) => other.words.includes(word)).length,
      )
      .reduce((sum, weight) => sum + weight, 0),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return best <= ofVerb ? [] : scored.filter(({ score }) => score === best).map(uuidOf)
}

/** Those that are open in the order in which they come up, what has no time last. */
export const inOrder = (open: readonly OpenReminder[]): OpenReminder[] =>
  open.toSorted((a, b) => (a.due_at ?? Infinity) - (b.due_at ?? Infinity) || 0)

/** Those that a text counts, "the first and the last", by the order in which they were listed or else come up. */
function counted(text: string, { open, listed }: ReminderContext): string[] {
  const shown = listed.filter((uuid) => open.some(({ goal_uuid }) => goal_uuid === uuid))
  const order = shown.length > 1 ? shown : inOrder(open).map(uuidOf)
  return [...new Set(placesIn(text, order.length))].flatMap((place) => order[place] ?? [])
}

/** Those that are due when a text says, of some: "the one on Friday", "my six o'clock". */
export const dueThen = (
  text: string,
  some: readonly OpenReminder[],
  { now, time_zone }: ReminderContext,
): string[] =>
  dueAt(
    timesIn(text, { now, time_zone }),
    some,
    time_zone,
    (phrase) => timesOfDayIn(phrase, { now, time_zone }).length === 0,
  )

/** A text without the times that it names. */
export const withoutTimes = (text: string, { now, time_zone }: ReminderContext) =>
  timesIn(text, { now, time_zone }).reduceRight(
    (left, { index, text: phrase }) => `${left.slice(0, index)} ${left.slice(index + phrase.length)}`,
    text,
  )

/** To when reminders are moved, and which: those that are named, else the one that was spoken of last. */
export function movedTo(sentence: string, context: ReminderContext): readonly ReminderAct[] {
  const { open, now, time_zone } = context
  const anew = isSetAnew(sentence) ? oftenMovedTo(sentence) : null
  const often = anew?.often ?? null
  const places =
    anew === null
      ? []
      : [anew.often, ...anew.others].map(({ index, text: phrase }) => ({ index, end: index + phrase.length }))
  const then = often === null ? namedByTime(sentence, context) : null
  const text = then?.rest ?? sentence
  const moving = movingIn(text, { now, time_zone }, places)
  if (moving === null) return []
  const meant = then && (isMoveByName(text) || moving.strong) ? then.goal_uuids : null
  const targets = meant ?? targetsOf(text, moving, context) ?? []
  const some = open.filter(({ goal_uuid }) => targets.includes(goal_uuid))
  if (some.length > 1 && !isOfEach(text, some))
    return [{ kind: 'which reminder', goal_uuids: targets, sentence }]
  return some.flatMap((one): ReminderAct[] => {
    const { goal_uuid, due_at: had, repeats = null } = one
    if (often !== null) {
      const repeated = repeatIn(anew?.others.reduce(blanked, text) ?? text, { now, time_zone, had })
      const moved = { kind: 'move reminder', goal_uuids: [goal_uuid] } as const
      return repeated ? [{ ...moved, due_at: repeated.first, repeats: repeated.rule }] : []
    }
    const due_at = movedMoment(text, moving, { now, time_zone, near: had ?? undefined })
    if (due_at === null || due_at <= now) return []
    // "Make it quarter to eight", and on no other day, is of every time.
    const each = repeats !== null && had !== null && moving.shift === null && sameDay(had, due_at, time_zone)
    const rule = each ? { repeats: ruleAt(repeats, due_at, time_zone) } : {}
    return [{ kind: 'move reminder', goal_uuids: [goal_uuid], due_at, ...rule }]
  })
}

/** The reminder that a sentence names by when it is due, "the five o'clock one", and the sentence without that. */
function namedByTime(
  sentence: string,
  context: ReminderContext,
): { readonly goal_uuids: readonly string[]; readonly rest: string } | null {
  const { now, time_zone, open } = context
  const times = timesIn(sentence, { now, time_zone })
  if (times.length < 2 && shiftIn(sentence) === null) return null
  for (const { index, text } of times) {
    const [before, after] = [sentence.slice(0, index), sentence.slice(index + text.length)]
    if (!isNamedByTime(before, text, after)) continue
    const goal_uuids = dueThen(text, open, context)
    if (goal_uuids.length > 0) return { goal_uuids, rest: `${before} ${after}` }
  }
  return null
}

/** Whether a sentence is of each of some: of all, or of several that it names apart. */
const isOfEach = (text: string, some: readonly OpenReminder[]): boolean =>
  (isOfAll(text) && (!isBothAlone(text) || some.length === 2)) || (isOfBoth(text) && areApart(text, some))

/** Whether a text names each of some by words of its own. */
function areApart(text: string, some: readonly OpenReminder[]): boolean {
  const words = tellingWords(text)
  const apart = some.map(({ title }) =>
    tellingWords(title)
      .filter((word) => words.includes(word))
      .join(' '),
  )
  return new Set(apart).size === some.length
}

function targetsOf(
  sentence: string,
  { shift, rest, strong, short, subject }: Moving,
  context: ReminderContext,
): string[] | null {
  const { open, last } = context
  const byName = isMoveByName(sentence)
  const places = byName || strong ? counted(rest, context) : []
  if (places.length > 0) return places
  const wholly = subject === null ? [] : open.filter(({ title }) => isWhollyOf(subject, title))
  if (wholly.length > 0) return wholly.map(uuidOf)
  const named = matching(rest, open)
  if (named.length > 0 && (byName || strong || short || saysReminder(sentence))) return named
  const alone = open.filter(({ goal_uuid, title }) => named.includes(goal_uuid) && saysOnly(rest, title))
  if (alone.length > 0) return alone.map(uuidOf)
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  const noneNamed = saysReminder(sentence) && namesNothing(clauseOfReminder(rest))
  const kind = byName && noneNamed ? ofKind(sentence, open).map(uuidOf) : []
  if (kind.length > 0) return kind
  const unclear = isOfOwn(sentence) && open.length > 1
  if (spoken !== null && !unclear && (strong || short || ((byName || shift !== null) && noneNamed)))
    return [spoken]
  const all = open.map(uuidOf)
  if (byName && isOfAll(sentence) && namesNothing(rest)) return all
  if (strong && all.length === 1) return all
  return byName && noneNamed && all.length > 0 ? all : null
}

/** Which reminder gets another title, and which: "change milk to oat milk", "not Steve, I meant Stuart". */
export function renamed(sentence: string, context: ReminderContext): ReminderAct | null {
  for (const renaming of renamingsIn(sentence)) {
    const act = renamedSo(renaming, sentence, context)
    if (act) return act
  }
  return null
}

function renamedSo(
  renaming: Renaming,
  sentence: string,
  { open, last, now, time_zone }: ReminderContext,
): ReminderAct | null {
  const from = sentence.indexOf(renaming.fresh)
  if (timesIn(sentence, { now, time_zone }).some(({ index, text }) => index + text.length > from)) return null
  if (shiftIn(renaming.fresh) || repeatingIn(renaming.fresh) || namesNothing(renaming.fresh)) return null
  const some = renaming.named ? open : open.filter(({ goal_uuid }) => goal_uuid === last)
  const fits = some.flatMap(({ goal_uuid, title: had }) => {
    const title = retitled(had, renaming)
    return title === null ? [] : [{ goal_uuid, title }]
  })
  const one = fits.find(({ goal_uuid }) => goal_uuid === last) ?? fits[0]
  if (!one) return null
  if (fits.length > 1 && one.goal_uuid !== last)
    return { kind: 'which reminder', goal_uuids: fits.map(uuidOf), sentence }
  return { kind: 'rename reminder', goal_uuids: [one.goal_uuid], title: one.title }
}

/** What is cancelled, or told to be done; of what repeats it may be one time only, which comes next after that. */
export function ended(sentence: string, context: ReminderContext): ReminderAct | null {
  const act = skipped(sentence, context) ?? endedWhole(sentence, context)
  if (act?.kind !== 'end reminder' || act.goal_uuids.length !== 1) return act
  const one = context.open.find(({ goal_uuid }) => act.goal_uuids.includes(goal_uuid))
  if (!one?.repeats || one.due_at === null || !(act.done || isOfOneTime(sentence))) return act
  return onceLess(one, act.done, context) ?? act
}

/** One that repeats, moved to the time after the next; as it is where that one is far away and was done before. */
function onceLess(one: OpenReminder, done: boolean, { now, time_zone }: ReminderContext): ReminderAct | null {
  const { goal_uuid, due_at, repeats } = one
  const next = repeats && due_at !== null ? nextAfter(repeats, due_at, time_zone) : null
  if (next === null || due_at === null) return null
  const soon = sameDay(due_at, now, time_zone) || due_at - now < (next - due_at) / 2
  return done && !soon
    ? { kind: 'list reminders', goal_uuids: [goal_uuid] }
    : { kind: 'move reminder', goal_uuids: [goal_uuid], due_at: next }
}

/** What is to be left out once, "skip it tonight"; null where that is not clear. */
function skipped(sentence: string, context: ReminderContext): ReminderAct | null {
  if (!isSkip(sentence)) return null
  const repeating = context.open.filter(({ repeats }) => repeats)
  const matched = matching(sentence, repeating)
  const named = repeating.filter(({ goal_uuid }) => matched.includes(goal_uuid))
  const days = timesIn(sentence, context).some(({ dayGiven }) => dayGiven)
  const then = days ? dueThen(sentence, repeating, context) : repeating.map(uuidOf)
  const fits = (named.length > 0 ? named : repeating).filter(({ goal_uuid }) => then.includes(goal_uuid))
  const [one, other] = fits
  if (one === undefined) return null
  if (other) return { kind: 'which reminder', goal_uuids: fits.map(uuidOf), sentence }
  return onceLess(one, false, context)
}

function endedWhole(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  const named = matching(sentence, open)
  const end = (goal_uuids: readonly string[], done = false): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done,
  })
  const oneOf = (uuids: readonly string[], done = false): ReminderAct =>
    uuids.length > 1 ? { kind: 'which reminder', goal_uuids: uuids, sentence } : end(uuids, done)
  if (isOneDone(sentence)) return open.length > 0 ? oneOf(open.map(uuidOf), true) : null
  const done = open.filter(({ title }) => tellsDone(sentence, title)).map(uuidOf)
  if (done.length > 0) {
    const best = named.filter((uuid) => done.includes(uuid))
    const several = ofSeveral(done, sentence, context, (some) => end(some, true))
    if (several) return several
    return oneOf(best.length > 0 ? best : done, true)
  }
  const lastTitle = open.find(({ goal_uuid }) => goal_uuid === last)?.title
  if (lastTitle !== undefined && tellsLastDone(sentence, lastTitle)) return oneOf([last ?? ''], true)
  if (isCancel(sentence)) return cancelled(sentence, named, context)
  if (isCancelOfLast(sentence) && last !== null && open.some(({ goal_uuid }) => goal_uuid === last))
    return end(named.length === 1 ? named : [last])
  const object = cancelledIn(sentence)
  if (object === null) return null
  const meant = matching(object.what, open)
  const titles = open
    .filter(({ goal_uuid }) => meant.includes(goal_uuid))
    .map(({ title }) => tellingWords(title))
  const whole = tellingWords(object.what).every((word) => titles.some((title) => title.includes(word)))
  if (meant.length === 0 || (object.whole && !whole)) return null
  return ofSeveral(meant, object.what, context, (some) => end(some)) ?? oneOf(meant)
}

/** Several that are each named by themselves, or of which one is due when that is said; null where it is not clear. */
function ofSeveral(
  uuids: readonly string[],
  text: string,
  context: ReminderContext,
  end: (goal_uuids: readonly string[]) => ReminderAct,
): ReminderAct | null {
  const some = context.open.filter(({ goal_uuid }) => uuids.includes(goal_uuid))
  const then = dueThen(text, some, context)
  if (some.length > 1 && then.length === 1) return end(then)
  return some.length > 1 && isOfBoth(text) && areApart(text, some) ? end(uuids) : null
}

function cancelled(sentence: string, named: readonly string[], context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  const end = (goal_uuids: readonly string[]): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done: false,
  })
  const oneOf = (uuids: readonly string[]): ReminderAct =>
    uuids.length > 1 ? { kind: 'which reminder', goal_uuids: uuids, sentence } : end(uuids)
  const spared = keptOf(sentence)
  const keeps = spared === null ? [] : matching(spared, open)
  if (isOfAll(sentence) && keeps.length > 0)
    return end(open.map(uuidOf).filter((uuid) => !keeps.includes(uuid)))
  const newest = last ?? open.at(-1)?.goal_uuid
  const places = counted(sentence, context)
  const lastAlone = isOfNewest(sentence) && places.length === 1 && context.listed.length < 2
  if (places.length > 0 && named.length === 0 && !lastAlone) return end(places)
  if (named.length > 0) return ofSeveral(named, sentence, context, end) ?? oneOf(named)
  // "Scrap the eight o'clock one, Yannick did it": the reason names nothing.
  const command = sentence.split(', ').find(isCancel) ?? sentence
  const times = timesIn(command, context)
  const then = dueThen(command, open, context)
  if (times.length > 0 && isOfAll(command)) return end(then)
  if (then.length > 0 && namesNothing(withoutTimes(command, context))) return oneOf(then)
  const count = countSaid(sentence)
  const shown = open.filter(({ goal_uuid }) => context.listed.includes(goal_uuid)).map(uuidOf)
  if (count !== null && count === shown.length) return end(shown)
  if (count !== null && count !== open.length) return oneOf(open.map(uuidOf))
  if (isOfAll(sentence) || isOfSeveral(sentence)) return end(open.map(uuidOf))
  if (isOfNewest(sentence)) return end(newest === undefined ? [] : [newest])
  if (!saysReminder(sentence)) return last === null || !isOfThat(sentence) ? null : end([last])
  const clause = clauseOfReminder(sentence)
  const isOfTime = timesIn(clause, context).length > 0
  if (!namesNothing(withoutTimes(clause, context)) || (isOfTime && then.length === 0)) return end([])
  const kind = ofKind(clause, open).map(uuidOf)
  if (kind.length > 0) return kind.includes(last ?? '') ? end([last ?? '']) : oneOf(kind)
  return last === null ? oneOf(open.map(uuidOf)) : end([last])
}

/** What is to be cancelled by a sentence that names it, or that can only be of what was spoken of last; null for neither. */
export function cancellationIn(sentence: string, { open, last }: ReminderContext): ReminderAct | null {
  const named = matching(sentence, open)
  if (named.length > 1) return { kind: 'which reminder', goal_uuids: named, sentence }
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  const one = named[0] ?? spoken
  return one === null ? null : { kind: 'end reminder', goal_uuids: [one], done: false }
}
