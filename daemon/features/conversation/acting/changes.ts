import type { ActionResult } from '../../../language/turn.ts'
import type { Change } from '../tables.ts'

const none = { memory_uuids: [], goal_uuids: [], due_before: [], undone_at: null }

/** What was changed by what was done, so that it can be shown and undone. What was known before is no change. */
export const changesOf = (done: readonly ActionResult[]): Change[] => done.flatMap(changeOf)

function changeOf(done: ActionResult): Change[] {
  switch (done.kind) {
    case 'kept': {
      const kind = done.updates ? ('corrected' as const) : ('remembered' as const)
      return done.known ? [] : [{ ...none, kind, memory_uuids: [done.memory_uuid] }]
    }
    case 'corrected':
      return [{ ...none, kind: 'corrected', memory_uuids: [done.memory_uuid] }]
    case 'forgot':
      return [{ ...none, kind: 'forgot', memory_uuids: [...done.memory_uuids] }]
    case 'remembering':
      return [{ ...none, kind: done.on ? 'remembering_resumed' : 'remembering_stopped' }]
    case 'reminder made':
      return [{ ...none, kind: 'reminder_made', goal_uuids: [done.goal_uuid] }]
    case 'reminder moved':
      return [
        {
          ...none,
          kind: 'reminder_moved',
          goal_uuids: [done.goal_uuid],
          due_before: [done.before],
          ...(done.repeats === done.repeats_before ? {} : { repeats_before: [done.repeats_before] }),
        },
      ]
    case 'reminder renamed':
      return [
        { ...none, kind: 'reminder_renamed', goal_uuids: [done.goal_uuid], titles_before: [done.before] },
      ]
    case 'reminder ended': {
      const goal_uuids = done.reminders.map(({ goal_uuid }) => goal_uuid)
      const kind = done.done ? ('reminder_done' as const) : ('reminder_cancelled' as const)
      const due_before = done.reminders.map(({ due_at }) => due_at)
      return goal_uuids.length === 0 ? [] : [{ ...none, kind, goal_uuids, due_before }]
    }
    default:
      return []
  }
}
