import { sameDay } from '../../../kernel/time-zone.ts'
import { timesIn } from '../../../language/en/calendar.ts'
import {
  isCancel,
  isCancelByName,
  isCancelOfLast,
  isMoveByName,
  isOfAll,
  isOfNewest,
  isOfThat,
  namesSeveral,
  saysReminder,
  tellingWords,
  tellsDone,
  tellsLastDone,
  verbOf,
} from '../../../language/en/reminders/naming.ts'
import { movedMoment, type Moving, movingIn } from '../../../language/en/reminders/shifting.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from './reminder-acts.ts'

/** What the first word of a title counts for, which is most often what is to be done and not what it is of. */
const ofVerb = 0.25

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
  return best <= ofVerb ? [] : scored.filter(({ score }) => score === best).map(({ goal_uuid }) => goal_uuid)
}

/** To when a reminder is moved, and which: the one that is named, else the one that was spoken of last. */
export function movedTo(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  const moving = movingIn(sentence, { now, time_zone })
  if (moving === null) return null
  const targets = targetsOf(sentence, moving, context)
  const [one, ...others] = targets ?? []
  if (targets === null || one === undefined) return null
  if (others.length > 0) return { kind: 'which reminder', goal_uuids: targets }
  const target = open.find(({ goal_uuid }) => goal_uuid === one)
  if (!target) return null
  const near = target.due_at ?? undefined
  const due_at = movedMoment(sentence, moving, { now, time_zone, near })
  return due_at === null || due_at <= now ? null : { kind: 'move reminder', goal_uuids: [one], due_at }
}

function targetsOf(
  sentence: string,
  { rest, strong, short }: Moving,
  { open, last }: ReminderContext,
): string[] | null {
  const named = matching(rest, open)
  const byName = isMoveByName(sentence)
  if (named.length > 0 && (byName || strong || saysReminder(sentence))) return named
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  if (spoken !== null && (strong || short)) return [spoken]
  const all = open.map(({ goal_uuid }) => goal_uuid)
  if (strong && all.length === 1) return all
  return byName && saysReminder(sentence) && tellingWords(rest).length === 0 && all.length > 0 ? all : null
}

/** What is cancelled, or told to be done. */
export function ended(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, last } = context
  const named = matching(sentence, open)
  const newest = last ?? open.at(-1)?.goal_uuid
  const end = (goal_uuids: readonly string[], done = false): ReminderAct => ({
    kind: 'end reminder',
    goal_uuids,
    done,
  })
  const oneOf = (found: readonly string[], done = false): ReminderAct =>
    found.length > 1 ? { kind: 'which reminder', goal_uuids: found } : end(found, done)
  const done = open.filter(({ title }) => tellsDone(sentence, title)).map(({ goal_uuid }) => goal_uuid)
  if (done.length > 0) {
    const best = named.filter((uuid) => done.includes(uuid))
    return oneOf(best.length > 0 ? best : done, true)
  }
  const lastTitle = open.find(({ goal_uuid }) => goal_uuid === last)?.title
  if (lastTitle !== undefined && tellsLastDone(sentence, lastTitle)) return oneOf([last ?? ''], true)
  if (isCancel(sentence)) {
    if (named.length > 0) return oneOf(named)
    if (isOfAll(sentence)) return end(open.map(({ goal_uuid }) => goal_uuid))
    if (isOfNewest(sentence)) return end(newest === undefined ? [] : [newest])
    if (!saysReminder(sentence)) return last === null || !isOfThat(sentence) ? null : end([last])
    if (tellingWords(sentence).length > 0 && open.length !== 1) return end([])
    return last === null ? oneOf(open.map(({ goal_uuid }) => goal_uuid)) : end([last])
  }
  if (isCancelOfLast(sentence) && last !== null && open.some(({ goal_uuid }) => goal_uuid === last))
    return end([last])
  return isCancelByName(sentence) && named.length > 0 ? oneOf(named) : null
}

/** What is to be cancelled by a sentence that names it, or that can only be of what was spoken of last; null for neither. */
export function meantBy(sentence: string, { open, last }: ReminderContext): ReminderAct | null {
  const named = matching(sentence, open)
  if (named.length > 1) return { kind: 'which reminder', goal_uuids: named }
  const spoken = open.some(({ goal_uuid }) => goal_uuid === last) ? last : null
  const one = named[0] ?? spoken
  return one === null ? null : { kind: 'end reminder', goal_uuids: [one], done: false }
}

/** Which reminders are asked about: those that are named, else those of a day, else all. */
export function looked(sentence: string, context: ReminderContext): ReminderAct {
  const { open, now, time_zone } = context
  const named = matching(sentence, open)
  if (named.length > 0) return { kind: 'list reminders', goal_uuids: named }
  const day = timesIn(sentence, { now, time_zone }).find(({ dayGiven }) => dayGiven)
  const asked = open.filter(
    ({ due_at }) => day === undefined || (due_at !== null && sameDay(due_at, day.at, time_zone)),
  )
  const others = day === undefined && !namesSeveral(sentence) && tellingWords(sentence).length > 0
  return { kind: 'list reminders', goal_uuids: others ? [] : asked.map(({ goal_uuid }) => goal_uuid) }
}
