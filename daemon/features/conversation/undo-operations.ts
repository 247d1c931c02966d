import type { Static } from 'typebox'
import { iso } from '../../kernel/clock.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import { openUndoing, type UndoingDependencies } from './acting/undoing.ts'
import type { ConversationEvent } from './event-schemas.ts'
import { MessageNotFound } from './failures.ts'
import { shownChange } from './records.ts'
import * as schemas from './schemas.ts'
import type { Conversations } from './store.ts'

interface UndoOperationsDependencies extends UndoingDependencies {
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
  readonly once: Idempotency
  readonly conversations: Conversations
}

/** What was done because of a message, undone. */
export function undoOperations({ once, conversations, event, ...dependencies }: UndoOperationsDependencies) {
  const { clock } = dependencies
  const undo = openUndoing(dependencies)
  return {
    'conversation.undo': operation({
      rest: 'POST /conversation/undo',
      access: 'member',
      scopes: ['talk'],
      effect: 'changes',
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
      const change = conversations.changes(member, input.message_uuid)?.[input.change]
      if (!change) throw MessageNotFound()
      if (change.undone_at === null) await undo(member, change)
      return once(context, input, (tx) => {
        const changes = conversations.changes(member, input.message_uuid) ?? []
        const now = changes.map((one, at) =>
          at === input.change && one.undone_at === null ? { ...one, undone_at: iso(clock.now()) } : one,
        )
        const { message_uuid } = input
        conversations.setChanges(tx, member, message_uuid, now)
        const undone = now.map(shownChange)
        const { conversation_uuid } = conversations.message(member, message_uuid) ?? {}
        if (conversation_uuid !== undefined)
          tx.afterCommit(() =>
            event(member, { event: 'changes', conversation_uuid, message_uuid, changes: undone }),
          )
        return { changes: undone }
      })
    }),
  }
}
