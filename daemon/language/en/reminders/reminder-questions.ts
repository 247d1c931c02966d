import { sameDay } from '../../../kernel/time-zone.ts'
import { timesIn, timesOfDayIn } from '../calendar.ts'
import {
  askedWords,
  isLookByName,
  isLookOfDay,
  isOfNext,
  isOfThat,
  isVerbOfTitles,
  namesOne,
  namesSeveral,
  tellingWords,
  verbOf,
} from './naming.ts'
import { dueThen, inOrder, matching, uuidOf, withoutTimes } from './named-reminders.ts'
import type { OpenReminder, ReminderAct, ReminderContext } from '../../reminder-acts.ts'

const list = (some: readonly OpenReminder[]) => ({
  kind: 'list reminders' as const,
  goal_uuids: inOrder(some).map(uuidOf),
})

/** Which reminders are asked about: those that are named, else those of a day, else all. */
export function looked(sentence: string, context: ReminderContext): ReminderAct {
  const { open, last, now, time_zone } = context
  if (isOfNext(sentence)) return list(inOrder(open).slice(0, 1))
  const named = matching(sentence, open)
  if (named.length > 0) return list(open.filter(({ goal_uuid }) => named.includes(goal_uuid)))
  const spoken = isOfThat(sentence) ? open.filter(({ goal_uuid }) => goal_uuid === last) : []
  if (spoken.length > 0) return list(spoken)
  const day = timesIn(sentence, { now, time_zone }).find(({ dayGiven }) => dayGiven)
  const asked = open.filter(
    ({ due_at }) => day === undefined || (due_at !== null && sameDay(due_at, day.at, time_zone)),
  )
  const others = day === undefined && !namesSeveral(sentence) && askedWords(sentence).length > 0
  return list(others ? [] : asked)
}

/**
 * The reminders that a question may be of which says nothing of reminders: "when is the dentist?", "what have I got
 * tomorrow?"; null where it may be of something else.
 */
export function lookedFor(sentence: string, context: ReminderContext): ReminderAct | null {
  const { open, now, time_zone } = context
  if (isOfNext(sentence) && open.length > 0) return looked(sentence, context)
  const named = isLookByName(sentence) ? matching(sentence, open) : []
  const wanted = askedWords(sentence)
  const fits = ({ goal_uuid, title, due_at }: OpenReminder) => {
    const words = tellingWords(title)
    const about = words.find((word) => word !== verbOf(title))
    // "When do I take the ladder back" is of returning it.
    const whole = wanted.every((word) => words.includes(word) || isVerbOfTitles(word))
    // What has no time does not say when.
    const asked = due_at !== null && whole && wanted.includes(about ?? '')
    return named.includes(goal_uuid) && (namesOne(sentence) || asked)
  }
  if (open.some(fits)) return list(open.filter(fits))
  if (!isLookOfDay(sentence)) return null
  const day = timesIn(sentence, { now, time_zone }).find(
    ({ dayGiven, at }) => dayGiven && at > now - 86_400_000,
  )
  const clock = timesOfDayIn(sentence, { now, time_zone }).length > 0
  const due = clock ? dueThen(sentence, open, context) : []
  const then = clock
    ? open.filter(({ goal_uuid }) => due.includes(goal_uuid))
    : open.filter(({ due_at }) => day && due_at !== null && sameDay(due_at, day.at, time_zone))
  const ofDayAlone = day !== undefined && askedWords(withoutTimes(sentence, context)).length === 0
  if (then.length > 0) return list(then)
  return ofDayAlone ? { ...list([]), question: sentence } : null
}
