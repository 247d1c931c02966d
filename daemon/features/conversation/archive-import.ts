import { eq, min, sql } from 'drizzle-orm'
import { conversations, messages } from './tables.ts'
import { parameter, placeholders } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { ConversationRow, Conversations, MessageRow, Quote } from './store.ts'

interface ArchiveImportDependencies {
  readonly store: Store
  readonly conversations: Pick<Conversations, 'find' | 'current' | 'begin'>
  readonly quote: Quote
}

type Conversation = Omit<ConversationRow, 'family_member_uuid' | 'temporary'>
type Message = Omit<MessageRow, 'message_id' | 'family_member_uuid' | 'off_record' | 'original'>

/** Opens the import of conversations from elsewhere, under the ids that they had there. */
export function openArchiveImport({ store, conversations: existing, quote }: ArchiveImportDependencies) {
  const { database } = store
  const owner = database
    .select({ uuid: conversations.family_member_uuid })
    .from(conversations)
    .where(eq(conversations.conversation_uuid, parameter('conversation_uuid')))
    .prepare()
  const ownerOfMessage = database
    .select({ uuid: messages.family_member_uuid })
    .from(messages)
    .where(eq(messages.message_uuid, parameter('message_uuid')))
    .prepare()
  const insert = database.insert(messages).values(placeholders(messages)).prepare()
  const oldest = database
    .select({ message_id: min(messages.message_id) })
    .from(messages)
    .prepare()
  const spoken = database
    .update(conversations)
    .set({
      last_message_at: sql`max(coalesce(${conversations.last_message_at}, 0), ${parameter('last_message_at')})`,
    })
    .where(eq(conversations.conversation_uuid, parameter('conversation_uuid')))
    .prepare()

  return {
    /** Whose a conversation is; undefined where there is none. */
    ownerOf: (conversation_uuid: string): string | undefined => owner.get({ conversation_uuid })?.uuid,

    ownerOfMessage: (message_uuid: string): string | undefined => ownerOfMessage.get({ message_uuid })?.uuid,

    /** Keeps a conversation; it goes on only where the member has no other one that does. */
    store: (tx: Transaction, family_member_uuid: string, conversation: Conversation): boolean => {
      const { conversation_uuid, started_at, last_message_at, title } = conversation
      const isLeft = existing.current(family_member_uuid) !== undefined
      const left = isLeft ? (last_message_at ?? started_at) : null
      const cleared_at = conversation.cleared_at ?? left
      const row = { conversation_uuid, started_at, last_message_at, title, cleared_at }
      existing.begin(tx, { ...row, family_member_uuid, temporary: false })
      return true
    },

    /**
     * Keeps a message before all that are there, as one that was read; false where its conversation is not the member's.
     * Of several the newest comes first.
     */
    storeMessage: (_: Transaction, family_member_uuid: string, message: Message): boolean => {
      const { message_uuid, conversation_uuid, memories_used, created_at } = message
      if (!existing.find(family_member_uuid, conversation_uuid)) return false
      // Below 0, which nothing that is said here gets: it is nothing new, and stands before it.
      const message_id = Math.min(oldest.get()?.message_id ?? 0, 0) - 1
      insert.run({ ...message, message_id, family_member_uuid, off_record: false, original: null })
      spoken.run({ conversation_uuid, last_message_at: Date.parse(created_at) })
      const used = memories_used.map(({ memory_uuid }) => memory_uuid)
      quote(used, { place: 'message', id: message_uuid })
      return true
    },
  }
}
