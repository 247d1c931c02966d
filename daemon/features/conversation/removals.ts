import { and, eq, lt } from 'drizzle-orm'
import { conversationFocus, conversations, messages } from './tables.ts'
import { parameter } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'

/** How many there were. */
export type RemovedCounts = { readonly conversations: number; readonly messages: number }

/** Takes messages and conversations out of the database; all that goes with them elsewhere is of `openDeleting`. */
export function removals(store: Store) {
  const { database } = store
  const ofMember = eq(messages.family_member_uuid, parameter('family_member_uuid'))
  const dropOne = database
    .delete(messages)
    .where(and(ofMember, eq(messages.message_uuid, parameter('message_uuid'))))
    .prepare()
  const dropQuotesOfOne = store.prepare("DELETE FROM memory_quotes WHERE place = 'message' AND id = ?")
  const dropQuotes = store.prepare(
    `DELETE FROM memory_quotes WHERE place = 'message'
      AND id IN (SELECT message_uuid FROM messages WHERE family_member_uuid = ? AND conversation_uuid = ?)`,
  )
  const ofConversation = eq(messages.conversation_uuid, parameter('conversation_uuid'))
  const dropMessages = database.delete(messages).where(and(ofMember, ofConversation)).prepare()
  const dropFocus = database
    .delete(conversationFocus)
    .where(eq(conversationFocus.conversation_uuid, parameter('conversation_uuid')))
    .prepare()
  const own = eq(conversations.family_member_uuid, parameter('family_member_uuid'))
  const dropConversation = database
    .delete(conversations)
    .where(and(own, eq(conversations.conversation_uuid, parameter('conversation_uuid'))))
    .prepare()
  const uuid = { message_uuid: messages.message_uuid }
  const replies = database
    .select(uuid)
    .from(messages)
    .where(and(ofMember, eq(messages.reply_to, parameter('message_uuid'))))
    .prepare()
  const offRecord = database
    .select(uuid)
    .from(messages)
    .where(and(ofMember, ofConversation, eq(messages.off_record, true)))
    .prepare()
  const old = database
    .select({ message_uuid: messages.message_uuid, family_member_uuid: messages.family_member_uuid })
    .from(messages)
    .where(and(eq(messages.off_record, true), lt(messages.created_at, parameter('before'))))
    .prepare()
  const all = database
    .select({ conversation_uuid: conversations.conversation_uuid })
    .from(conversations)
    .where(own)
    .prepare()

  const removeConversation = (
    _: Transaction,
    family_member_uuid: string,
    conversation_uuid: string,
  ): RemovedCounts => {
    dropFocus.run({ conversation_uuid })
    dropQuotes.run(family_member_uuid, conversation_uuid)
    return {
      messages: dropMessages.run({ family_member_uuid, conversation_uuid }).changes,
      conversations: dropConversation.run({ family_member_uuid, conversation_uuid }).changes,
    }
  }

  return {
    repliesTo: (family_member_uuid: string, message_uuid: string): string[] =>
      replies.all({ family_member_uuid, message_uuid }).map((row) => row.message_uuid),

    /** What was said in a conversation while nothing was to be kept. */
    offRecord: (family_member_uuid: string, conversation_uuid: string): string[] =>
      offRecord.all({ family_member_uuid, conversation_uuid }).map((row) => row.message_uuid),

    /** The same of everybody's, before a moment in milliseconds since the epoch, with whose it is. */
    offRecordBefore: (before: number): { message_uuid: string; family_member_uuid: string }[] =>
      old.all({ before }),

    removeMessages: (_: Transaction, family_member_uuid: string, message_uuids: readonly string[]): void => {
      for (const message_uuid of message_uuids) {
        dropQuotesOfOne.run(message_uuid)
        dropOne.run({ family_member_uuid, message_uuid })
      }
    },

    removeConversation,

    deleteAll: (tx: Transaction, family_member_uuid: string): RemovedCounts =>
      all
        .all({ family_member_uuid })
        .map(({ conversation_uuid }) => removeConversation(tx, family_member_uuid, conversation_uuid))
        .reduce(
          (sum, one) => ({
            conversations: sum.conversations + one.conversations,
            messages: sum.messages + one.messages,
          }),
          { conversations: 0, messages: 0 },
        ),
  }
}
