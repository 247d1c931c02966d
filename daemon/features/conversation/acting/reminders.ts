import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { ActionResult, Reminder } from '../../../language/turn.ts'
import { momentFrom } from '../../../language/en/reminders/events.ts'
import type { ReminderAct } from '../../../language/reminder-acts.ts'
import type { Remembering, Setting } from './remembering.ts'

/** The reminders of members, which are goals of theirs. Each throws as the goals do. */
export interface Reminders {
  readonly open: (member: string) => readonly Reminder[]
  readonly make: (
    tx: Transaction,
    member: string,
    wanted: { title: string; next_run_at?: string; repeats?: string; priority?: 'high' },
  ) => { readonly goal_uuid: string }
  readonly move: (
    tx: Transaction,
    member: string,
    goal_uuid: string,
    next_run_at: string | null,
    repeats?: string,
  ) => void
  readonly rename: (tx: Transaction, member: string, goal_uuid: string, title: string) => void
  /** Makes one that is over anew, for that time. */
  readonly renew: (tx: Transaction, member: string, goal_uuid: string, next_run_at: string | null) => void
  readonly complete: (tx: Transaction, member: string, goal_uuid: string) => void
  readonly cancel: (tx: Transaction, member: string, goal_uuid: string) => void
}

export interface RemindersDependencies {
  readonly memory: Remembering
  readonly store: Store
  readonly clock: Clock
  readonly reminders: Reminders
}

type Speaker = Pick<Setting, 'member' | 'time_zone'>

/** So many memories are looked at for a day. */
const candidates = 30
/** Goals have titles of so many characters at most. */
const maxTitle = 200

/** Opens what makes, moves, renames, ends and lists reminders. */
export function openReminding({ store, clock, reminders, memory }: RemindersDependencies) {
  /** With the time that is counted from what was told, where it is. */
  const dated = async (act: ReminderAct, { member, time_zone }: Speaker): Promise<ReminderAct> => {
    if (act.kind !== 'remind' || !act.from) return act
    const told = (await memory.recall(member, act.from.event, candidates))
      .filter(({ superseded_by }) => superseded_by === null)
      .map(({ content, created_at }) => ({ content, told_at: Date.parse(created_at) }))
    return { ...act, due_at: momentFrom(act.from, told, { now: clock.now(), time_zone }) }
  }

  const openOf = (member: string, goal_uuids: readonly string[]) => {
    const open = new Map(reminders.open(member).map((one) => [one.goal_uuid, one]))
    return goal_uuids.flatMap((goal_uuid) => open.get(goal_uuid) ?? [])
  }

  const make = (
    member: string,
    { title: wording, due_at, repeats, too_often, lacks }: Extract<ReminderAct, { kind: 'remind' }>,
  ): ActionResult => {
    const title = wording.slice(0, maxTitle)
    const wanted = { sentence: '', title, due_at, repeats }
    if (too_often) return { kind: 'no reminder', reason: 'too often', wanted }
    if (lacks && wording !== '') return { kind: 'no reminder', reason: lacks, wanted }
    if (wording === '') return { kind: 'no reminder', reason: 'of what', wanted }
    if (due_at !== null && due_at <= clock.now()) return { kind: 'no reminder', reason: 'passed', wanted }
    const when = due_at === null ? {} : { next_run_at: iso(due_at) }
    // Who names an hour wants to be told on the hour, in quiet hours too.
    const goal =
      repeats === null
        ? { title, ...when, ...(due_at === null ? {} : { priority: 'high' as const }) }
        : { title, repeats, ...when }
    const { goal_uuid } = store.write((tx) => reminders.make(tx, member, goal))
    return { kind: 'reminder made', goal_uuid, title, due_at, repeats }
  }

  return async (asked: ReminderAct, speaker: Speaker): Promise<ActionResult> => {
    const { member } = speaker
    const act = await dated(asked, speaker)
    switch (act.kind) {
      case 'remind':
        return make(member, act)
      case 'move reminder': {
        const [reminder] = openOf(member, act.goal_uuids)
        if (!reminder) return { kind: 'reminder ended', reminders: [], done: false }
        const { due_at, repeats = reminder.repeats } = act
        const wanted = { sentence: '', title: reminder.title, due_at, repeats }
        if (due_at <= clock.now()) return { kind: 'no reminder', reason: 'passed', wanted }
        store.write((tx) => reminders.move(tx, member, reminder.goal_uuid, iso(due_at), act.repeats))
        const before = { before: reminder.due_at, repeats_before: reminder.repeats }
        return { ...reminder, kind: 'reminder moved', ...before, due_at, repeats }
      }
      case 'rename reminder': {
        const [reminder] = openOf(member, act.goal_uuids)
        if (!reminder) return { kind: 'reminder ended', reminders: [], done: false }
        const title = act.title.slice(0, maxTitle)
        store.write((tx) => reminders.rename(tx, member, reminder.goal_uuid, title))
        return { ...reminder, kind: 'reminder renamed', before: reminder.title, title }
      }
      case 'end reminder': {
        const ended = openOf(member, act.goal_uuids)
        store.write((tx) => {
          for (const { goal_uuid } of ended)
            if (act.done) reminders.complete(tx, member, goal_uuid)
            else reminders.cancel(tx, member, goal_uuid)
        })
        return { kind: 'reminder ended', reminders: ended, done: act.done }
      }
      case 'list reminders':
        return { kind: 'reminders listed', reminders: openOf(member, act.goal_uuids) }
      default:
        return {
          kind: 'which reminder',
          reminders: openOf(member, act.goal_uuids),
          sentence: act.sentence,
        }
    }
  }
}
