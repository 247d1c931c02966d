import { timesIn } from '../calendar.ts'
import { namesOne, saysReminder } from './naming.ts'
import { beginsAsking, cutsIn, movedToo } from './several.ts'
import { movingIn, shiftIn } from './shifting.ts'
import { isTimeAlone } from './when-asked.ts'
import { matching } from './named-reminders.ts'
import type { ReminderAct, ReminderContext } from '../../reminder-acts.ts'

type ReadActs = (text: string, context: ReminderContext) => readonly ReminderAct[]

const targetsOf = (acts: readonly ReminderAct[]): string[] =>
  acts.flatMap((act) => (act.kind === 'remind' ? [] : act.goal_uuids))

const isNew = ({ kind }: ReminderAct) => kind === 'remind'

/**
 * What a sentence wants that says several commands, "cancel the milk and move the vet to five"; null where it is one. Each is
 * read by itself with `read`, and has to be of a reminder of its own.
 */
export function commandsIn(
  text: string,
  context: ReminderContext,
  read: ReadActs,
): readonly ReminderAct[] | null {
  for (const { left, right } of context.open.length > 0 ? cutsIn(text) : []) {
    if (!mayBegin(right, context) || isBareTime(left, context)) continue
    const first = read(left, context)
    if (first.length === 0 || first.some(({ kind }) => kind === 'list reminders')) continue
    // What a new reminder is of may sound like a command: "buy bread and cancel the gym".
    if (first.some(isNew) && !saysReminder(right) && !namesOne(right)) continue
    const next = nextOf(right, first, context, read)
    if (next.length > 0) return [...first, ...next]
  }
  return null
}

/** Whether words may be a command: they ask for a reminder, or name one that there is. */
const mayBegin = (right: string, context: ReminderContext) =>
  beginsAsking(right, context) || matching(right, context.open).length > 0

/** "Tomorrow at six", which is of what follows, and not "make it six". */
const isBareTime = (left: string, context: ReminderContext) =>
  isTimeAlone(left, context) && movingIn(left, context)?.strong !== true

function nextOf(
  right: string,
  first: readonly ReminderAct[],
  context: ReminderContext,
  read: ReadActs,
): readonly ReminderAct[] {
  const done = targetsOf(first)
  const over = targetsOf(first.filter(({ kind }) => kind === 'end reminder'))
  const open = context.open.filter(({ goal_uuid }) => !over.includes(goal_uuid))
  const rest = { ...context, open, last: done.find((uuid) => !over.includes(uuid)) ?? null }
  const acts = read(right, rest)
  const moves = first.every(({ kind }) => kind === 'move reminder')
  const timed = timesIn(right, context).length > 0 || shiftIn(right) !== null
  const next = acts.length === 0 && moves && timed ? read(movedToo(right), rest) : acts
  const named = matching(right, open)
  const own = next.every((act) =>
    act.kind === 'remind'
      ? !first.some(isNew) && act.title !== '' && (act.due_at !== null || over.length > 0)
      : act.kind !== 'list reminders' &&
        act.goal_uuids.length > 0 &&
        act.goal_uuids.every((uuid) => named.includes(uuid) && !done.includes(uuid)),
  )
  return own ? next : []
}
