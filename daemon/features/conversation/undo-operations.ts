import type { Static } from 'typebox'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { Change } from '../../store/companion-schema.ts'
import type { Store } from '../../store/store.ts'
import type { Ports } from './ports.ts'
import { memberOf, NoMember } from '../../kernel/member.ts'
import { operation } from '../../kernel/operation.ts'
import type { Once } from '../../store/idempotency.ts'
import { MessageNotFound } from './failures.ts'
import { shownChange } from './records.ts'
import * as schemas from './schemas.ts'
import type { Conversations } from './store.ts'

interface UndoingDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly ports: Pick<Ports, 'keep' | 'memory' | 'reminders'>
}

/**
 * Opens what undoes what was done because of a message. What has gone another way meanwhile is left as it is: a memory
 * that was forgotten by hand, a reminder that is over. Throws as memories and goals do where there is no room any more.
 */
function openUndoing({ store, clock, ports: { keep, memory, reminders } }: UndoingDependencies) {
  return async (member: string, { kind, memory_uuids, goal_uuids, due_before }: Change): Promise<void> => {
    switch (kind) {
      case 'remembered':
      // What a correction has replaced holds again once the correction is forgotten.
      case 'corrected':
        for (const memory_uuid of memory_uuids) memory.forget(member, memory_uuid)
        return
      case 'forgot':
        for (const memory_uuid of memory_uuids) await memory.restore(member, memory_uuid)
        return
      case 'remembering_stopped':
      case 'remembering_resumed':
        store.write((tx) => keep(tx, member, kind === 'remembering_stopped'))
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
        else if (due !== null || before === null) reminders.move(tx, member, goal_uuid, due)
      }
    })
  }
}

interface UndoOperationsDependencies extends UndoingDependencies {
  readonly once: Once
  readonly conversations: Conversations
}

/** What was done because of a message, undone. */
export function undoOperations({ once, conversations, ...dependencies }: UndoOperationsDependencies) {
  const { clock } = dependencies
  const undo = openUndoing(dependencies)
  return {
    'conversation.undo': operation({
      rest: 'POST /conversation/undo',
      access: 'member',
      scopes: ['talk'],
      summary: 'Undo something that was done because of a message',
      description:
        'What was remembered is forgotten, what was forgotten taken back, a reminder made anew, cancelled or moved back. ' +
        'What has changed in another way since stays as it is.',
      input: schemas.Undoing,
      output: schemas.Undone,
      errors: [NoMember, MessageNotFound],
    }).handle(async (input, context) => {
      const member = memberOf(context.caller)
      const first = once.recall(context, input)
      // Kept by this very operation, so it has this operation's shape.
      if (first) return first as Static<typeof schemas.Undone>
      const found = conversations.changes(member, input.message_uuid)?.[input.change]
      if (!found) throw MessageNotFound()
      if (found.undone_at === null) await undo(member, found)
      return once(context, input, (tx) => {
        const changes = conversations.changes(member, input.message_uuid) ?? []
        const now = changes.map((one, at) =>
          at === input.change && one.undone_at === null ? { ...one, undone_at: iso(clock.now()) } : one,
        )
        conversations.setChanges(tx, member, input.message_uuid, now)
        return { changes: now.map(shownChange) }
      })
    }),
  }
}
