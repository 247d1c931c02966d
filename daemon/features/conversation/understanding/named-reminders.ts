import { sameDay } from '../../../kernel/time-zone.ts'
import { timesIn } from '../../../language/en/calendar.ts'
import {
  askedWords,
  cancelledIn,
  isCancel,
  isCancelOfLast,
  isLookByName,
  isLookOfDay,
  isMoveByName,
  isOfAll,
  isOfBoth,
  isOfSeveral,
  isOfNewest,
  isOfNext,
  isOfThat,
  keptOf,
  namesNothing,
  namesOne,
  namesSeveral,
  placesIn,
  saysOnly,
  saysReminder,
  tellingWords,
  tellsDone,
  tellsLastDone,
  verbOf,
} from '../../../language/en/reminders/naming.ts'
import { renamingIn, retitled } from '../../../language/en/reminders/renaming.ts'
import { movedMoment, type Moving, movingIn, shiftIn } from '../../../language/en/reminders/shifting.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from './reminder-acts.ts'

/** What the first word of a title counts for, which is most often what is to be done and not what it is of. */
const ofVerb = 0.25

const uuidOf = ({ goal_uuid }: Pick<OpenReminder, 'goal_uuid'>): string => goal_uuid

/** The open reminders that a text names best, by words that few of them have; several where it is not clear which. */
export function matching(text: string, open: readonly OpenReminder[]): string[] {
  const said = new Set(tellingWords(text))
  const titles = open.map(({ goal_uuid, title }) => ({
    goal_uuid,
    words: tellingWords(title),
    verb: verbOf(title),
  }))
  const scored = titles.map(({ goal_uuid, words, verb }) => ({
    goal_uuid,
    score: words
      .filter((word) => said.has(word))
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
function dueThen(text: string, some: readonly OpenReminder[], { now, time_zone }: ReminderContext): string[] {
  const times = timesIn(text, { now, time_zone })
  return some
    .filter(({ due_at }) =>
      times.some(({ at, dayGiven, timed }) => {
        if (due_at === null || (dayGiven && !sameDay(at, due_at, time_zone))) return false
        // Who says "the six o'clock" may mean the evening.
        return !timed || (at - due_at) % (12 * 3_600_000) === 0
      }),
    )
    .map(uuidOf)
}

const withoutTimes = (text: string, { now, time_zone }: ReminderContext) =>
  timesIn(text, { now, time_zone }).reduceRight(
    (left, { index, text: said }) => `${left.slice(0, index)} ${left.slice(index + said.length)}`,
    text,
  )

/** To when a reminder is moved, and which: the one that is named, else the one that was spoken of last. */
export function movedTo(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  const moving = movingIn(sentence, { now, time_zone })
  if (moving === null) return null
  const targets = targetsOf(sentence, moving, context)
  const [one, ...others] = targets ?? []
  if (targets === null || one === undefined) return null
  if (others.length > 0) return { kind: 'which reminder', goal_uuids: targets, sentence }
  const target = open.find(({ goal_uuid }) => goal_uuid === one)
  if (!target) return null
  const near = target.due_at ?? undefined
  const due_at = movedMoment(sentence, moving, { now, time_zone, near })
  return due_at === null || due_at <= now ? null : { kind: 'move reminder', goal_uuids: [one], due_at }
}

function targetsOf(
  sentence: string,
  { shift, rest, strong, short }: Moving,
  context: ReminderContext,
): string[] | null {
  const { open, last } = context
  const byName = isMoveByName(sentence)
  const places = byName || strong ? counted(rest, context) : []
  if (places.length > 0) return places
  const named = matching(rest, open)
  if (named.length > 0 && (byName || strong || short || saysReminder(sentence))) return named
  const alone = open.filter(({ goal_uuid, title }) => named.includes(goal_uuid) && saysOnly(rest, title))
  if (alone.length > 0) return alone.map(uuidOf)
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  const noneNamed = saysReminder(sentence) && namesNothing(rest)
  if (spoken !== null && (strong || short || ((byName || shift !== null) && noneNamed))) return [spoken]
  const all = open.map(uuidOf)
  if (strong && all.length === 1) return all
  return byName && noneNamed && all.length > 0 ? all : null
}

/** Which reminder gets another title, and which: "change milk to oat milk", "not Steve, I meant Stuart". */
export function renamed(
  sentence: string,
  { open, last, now, time_zone }: ReminderContext,
): ReminderAct | null {
  const renaming = renamingIn(sentence)
  if (renaming === null) return null
  const from = sentence.indexOf(renaming.fresh)
  if (timesIn(sentence, { now, time_zone }).some(({ index, text }) => index + text.length > from)) return null
  if (shiftIn(renaming.fresh) || namesNothing(renaming.fresh)) return null
  const spoken = open.filter(({ goal_uuid }) => goal_uuid === last)
  for (const one of renaming.named ? [...spoken, ...inOrder(open)] : spoken) {
    const title = retitled(one.title, renaming)
    if (title !== null) return { kind: 'rename reminder', goal_uuids: [one.goal_uuid], title }
  }
  return null
}

/** What is cancelled, or told to be done. */
export function ended(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  const named = matching(sentence, open)
  const end = (goal_uuids: readonly string[], done = false): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done,
  })
  const oneOf = (found: readonly string[], done = false): ReminderAct =>
    found.length > 1 ? { kind: 'which reminder', goal_uuids: found, sentence } : end(found, done)
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
    return end([last])
  const object = cancelledIn(sentence)
  if (object === null) return null
  const meant = matching(object.what, open)
  const titles = open.filter(({ goal_uuid }) => meant.includes(goal_uuid)).map(({ title }) => title)
  const said = tellingWords(object.what)
  const whole = titles.some((title) => said.every((word) => tellingWords(title).includes(word)))
  if (meant.length === 0 || (object.whole && !whole)) return null
  return ofSeveral(meant, object.what, context, (some) => end(some)) ?? oneOf(meant)
}

/** Several that are each named by themselves, or of which one is due when that is said; null where it is not clear. */
function ofSeveral(
  found: readonly string[],
  text: string,
  context: ReminderContext,
  end: (goal_uuids: readonly string[]) => ReminderAct,
): ReminderAct | null {
  const some = context.open.filter(({ goal_uuid }) => found.includes(goal_uuid))
  const then = dueThen(text, some, context)
  if (some.length > 1 && then.length === 1) return end(then)
  const apart = new Set(
    some.map(({ title }) =>
      tellingWords(title)
        .filter((word) => tellingWords(text).includes(word))
        .join(' '),
    ),
  )
  return some.length > 1 && isOfBoth(text) && apart.size === some.length ? end(found) : null
}

function cancelled(sentence: string, named: readonly string[], context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  const end = (goal_uuids: readonly string[]): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done: false,
  })
  const oneOf = (found: readonly string[]): ReminderAct =>
    found.length > 1 ? { kind: 'which reminder', goal_uuids: found, sentence } : end(found)
  const kept = keptOf(sentence)
  const keeps = kept === null ? [] : matching(kept, open)
  if (isOfAll(sentence) && keeps.length > 0)
    return end(open.map(uuidOf).filter((uuid) => !keeps.includes(uuid)))
  const newest = last ?? open.at(-1)?.goal_uuid
  const places = counted(sentence, context)
  const lastAlone = isOfNewest(sentence) && places.length === 1 && context.listed.length < 2
  if (places.length > 0 && named.length === 0 && !lastAlone) return end(places)
  if (named.length > 0) return ofSeveral(named, sentence, context, end) ?? oneOf(named)
  const then = dueThen(sentence, open, context)
  if (then.length > 0 && namesNothing(withoutTimes(sentence, context)))
    return isOfAll(sentence) ? end(then) : oneOf(then)
  if (isOfAll(sentence) || isOfSeveral(sentence)) return end(open.map(uuidOf))
  if (isOfNewest(sentence)) return end(newest === undefined ? [] : [newest])
  if (!saysReminder(sentence)) return last === null || !isOfThat(sentence) ? null : end([last])
  if (!namesNothing(sentence) && open.length !== 1) return end([])
  return last === null ? oneOf(open.map(uuidOf)) : end([last])
}

/** What is to be cancelled by a sentence that names it, or that can only be of what was spoken of last; null for neither. */
export function meantBy(sentence: string, { open, last }: ReminderContext): ReminderAct | null {
  const named = matching(sentence, open)
  if (named.length > 1) return { kind: 'which reminder', goal_uuids: named, sentence }
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  const one = named[0] ?? spoken
  return one === null ? null : { kind: 'end reminder', goal_uuids: [one], done: false }
}

/** Which reminders are asked about: those that are named, else those of a day, else all. */
export function looked(sentence: string, context: ReminderContext): ReminderAct {
  const { open, now, time_zone } = context
  const list = (some: readonly OpenReminder[]): ReminderAct => ({
    kind: 'list reminders',
    goal_uuids: inOrder(some).map(uuidOf),
  })
  if (isOfNext(sentence)) return list(inOrder(open).slice(0, 1))
  const named = matching(sentence, open)
  if (named.length > 0) return list(open.filter(({ goal_uuid }) => named.includes(goal_uuid)))
  const day = timesIn(sentence, { now, time_zone }).find(({ dayGiven }) => dayGiven)
  const asked = open.filter(
    ({ due_at }) => day === undefined || (due_at !== null && sameDay(due_at, day.at, time_zone)),
  )
  const others = day === undefined && !namesSeveral(sentence) && askedWords(sentence).length > 0
  return list(others ? [] : asked)
}

/**
 * The reminders that a question may be of which says nothing of reminders: "when is the dentist?", "what have I got
 * tomorrow?"; null where none fits.
 */
export function lookedFor(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  if (isOfNext(sentence) && open.length > 0) return looked(sentence, context)
  const named = isLookByName(sentence) ? matching(sentence, open) : []
  const said = askedWords(sentence)
  const fits = ({ goal_uuid, title, due_at }: OpenReminder) => {
    const about = tellingWords(title).find((word) => word !== verbOf(title))
    const whole = said.every((word) => tellingWords(title).includes(word))
    // What has no time does not say when.
    const asked = due_at !== null && whole && said.includes(about ?? '')
    return named.includes(goal_uuid) && (namesOne(sentence) || asked)
  }
  if (open.some(fits)) return { kind: 'list reminders', goal_uuids: inOrder(open.filter(fits)).map(uuidOf) }
  if (!isLookOfDay(sentence)) return null
  const day = timesIn(sentence, { now, time_zone }).find(
    ({ dayGiven, at }) => dayGiven && at > now - 86_400_000,
  )
  const then = open.filter(({ due_at }) => day && due_at !== null && sameDay(due_at, day.at, time_zone))
  return then.length > 0 ? { kind: 'list reminders', goal_uuids: inOrder(then).map(uuidOf) } : null
}
