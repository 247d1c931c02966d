import { and, eq, inArray, lt } from 'drizzle-orm'
import { messages, unansweredMessages } from './tables.ts'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Actions } from './acting/acts.ts'
import type { MessageRow } from './store.ts'

/** How long a message that nobody has asked about again is kept in mind, in milliseconds: as long as its key. */
const keptForMs = 7 * 24 * 3_600_000

/** What earlier versions have called some of what is done. */
const earlierKinds: Readonly<Record<string, string>> = {
  'forget asked': 'forget_confirmation',
  'kept all': 'forget_declined',
}

/** Actions as `performed` has written them, by this version or an earlier one. */
function actionsFrom(stored: unknown): Actions | null {
  const actions = stored as Actions | null
  if (actions === null) return null
  const done = actions.done.map((one) => ({ ...one, kind: earlierKinds[one.kind] ?? one.kind }))
  return { ...actions, done: done as Actions['done'] }
}

export type UnansweredRow = typeof unansweredMessages.$inferSelect

/** A message that was said with a key and not answered, because its client went or the daemon stopped. */
export interface UnansweredMessage {
  readonly message: MessageRow
  /** What was done because of it; null where nothing was yet. */
  readonly actions: Actions | null
}

/** The queries on messages that are not answered yet; every one asks for the member. */
export function unansweredStore({ database }: Pick<Store, 'database'>, clock: TrustedClock) {
  const { family_member_uuid, idempotency_key } = unansweredMessages
  const own = eq(family_member_uuid, parameter('family_member_uuid'))
  const mine = and(own, eq(idempotency_key, parameter('idempotency_key')))
  const find = database
    .select({
      message: messages,
      actions: unansweredMessages.actions,
      request_hash: unansweredMessages.request_hash,
    })
    .from(unansweredMessages)
    .innerJoin(messages, eq(messages.message_uuid, unansweredMessages.message_uuid))
    .where(mine)
    .prepare()
  const begin = database.insert(unansweredMessages).values(placeholders(unansweredMessages)).prepare()
  const perform = database
    .update(unansweredMessages)
    .set(updates(['actions']))
    .where(mine)
    .prepare()
  const end = database.delete(unansweredMessages).where(mine).prepare()
  const erase = database.delete(unansweredMessages).where(own).returning({ idempotency_key }).prepare()
  const forgetOne = database
    .delete(unansweredMessages)
    .where(and(own, eq(unansweredMessages.message_uuid, parameter('message_uuid'))))
    .returning({ idempotency_key })
    .prepare()
  const inConversation = database
    .select({ message_uuid: messages.message_uuid })
    .from(messages)
    .where(eq(messages.conversation_uuid, parameter('conversation_uuid')))
  const forgetIn = database
    .delete(unansweredMessages)
    .where(and(own, inArray(unansweredMessages.message_uuid, inConversation)))
    .returning({ idempotency_key })
    .prepare()
  const forget = database
    .delete(unansweredMessages)
    .where(lt(unansweredMessages.created_at, parameter('before')))
    .prepare()

  return {
    find: (
      member: string,
      key: string,
    ): (UnansweredMessage & { readonly request_hash: string }) | undefined => {
      const row = find.get({ family_member_uuid: member, idempotency_key: key })
      return row && { ...row, actions: actionsFrom(row.actions) }
    },

    begin: (_: Transaction, row: UnansweredRow): void => {
      if (clock.isTrusted()) forget.run({ before: clock.now() - keptForMs })
      begin.run({ ...row })
    },

    performed: (_: Transaction, member: string, key: string, actions: Actions): void => {
      perform.run({ family_member_uuid: member, idempotency_key: key, actions })
    },

    answered: (_: Transaction, member: string, key: string): void => {
      end.run({ family_member_uuid: member, idempotency_key: key })
    },

    /** Deletes one that is deleted; answers its key. */
    forget: (_: Transaction, member: string, message_uuid: string): string[] =>
      forgetOne.all({ family_member_uuid: member, message_uuid }).map((row) => row.idempotency_key),

    /** The same of all in a conversation. */
    forgetIn: (_: Transaction, member: string, conversation_uuid: string): string[] =>
      forgetIn.all({ family_member_uuid: member, conversation_uuid }).map((row) => row.idempotency_key),

    /** Deletes all of a member's; answers their keys. */
    erase: (_: Transaction, member: string): string[] =>
      erase.all({ family_member_uuid: member }).map((row) => row.idempotency_key),
  }
}

export type UnansweredMessages = ReturnType<typeof unansweredStore>
