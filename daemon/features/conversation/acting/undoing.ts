import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Change } from '../tables.ts'
import type { Store } from '../../../store/store.ts'
import type { Ports } from '../ports.ts'

export interface UndoingDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly ports: Pick<Ports, 'prefer' | 'memory' | 'reminders'>
}

/**
 * Opens what undoes what was done because of a message. What has gone another way meanwhile is left as it is: a memory
 * that was forgotten by hand, a reminder that is over. Throws as memories and goals do where there is no room any more.
 */
export function openUndoing({ store, clock, ports: { prefer, memory, reminders } }: UndoingDependencies) {
  return async (
    member: string,
    { kind, memory_uuids, goal_uuids, due_before, titles_before = [], repeats_before = [] }: Change,
  ): Promise<void> => {
    switch (kind) {
      case 'remembered':
      // What a correction has replaced holds again once the correction is forgotten.
      case 'corrected':
        memory.forget(member, memory_uuids)
        return
      case 'forgot':
        for (const memory_uuid of memory_uuids) await memory.restore(member, memory_uuid)
        return
      case 'remembering_stopped':
      case 'remembering_resumed':
        store.write((tx) => prefer(tx, member, 'remember', kind === 'remembering_stopped'))
        return
      default:
    }
    const open = new Set(reminders.open(member).map(({ goal_uuid }) => goal_uuid))
    store.write((tx) => {
      for (const [at, goal_uuid] of goal_uuids.entries()) {
        const before = due_before[at] ?? null
        const due = before === null || before <= clock.now() ? null : iso(before)
        if (kind === 'reminder_done' || kind === 'reminder_cancelled')
          reminders.renew(tx, member, goal_uuid, due)
        else if (!open.has(goal_uuid)) continue
        else if (kind === 'reminder_made') reminders.cancel(tx, member, goal_uuid)
        else if (kind === 'reminder_renamed') reminders.rename(tx, member, goal_uuid, titles_before[at] ?? '')
        else if (due !== null || before === null)
          reminders.move(tx, member, goal_uuid, due, repeats_before[at] ?? undefined)
      }
    })
  }
}

export type Undo = ReturnType<typeof openUndoing>
