import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  type Change,
  contradictions,
  conversationFocus,
  conversations,
  conversationTopics,
  forgettings,
  messages,
} from '../../store/companion-schema.ts'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import { openQuotes, type Quotes } from '../../store/quotes.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { noState, type State } from './state.ts'
import type { TopicWeight } from './exchange/topics.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type MessageRow = typeof messages.$inferSelect
export type ContradictionRow = typeof contradictions.$inferSelect
export type ForgettingRow = typeof forgettings.$inferSelect

const member = parameter('family_member_uuid')
const uuid = parameter('conversation_uuid')
const own = eq(conversations.family_member_uuid, member)

/** The queries on conversations, each prepared once; every one asks for the member. */
export function conversationStore(store: Store) {
  const quotes = openQuotes(store)
  return {
    ...conversationQueries(store),
    ...messageQueries(store, quotes),
    ...contextQueries(store),
    ...contradictionQueries(store, quotes),
    ...forgettingQueries(store, quotes),
    ...removals(store),
  }
}

function conversationQueries({ database }: Store) {
  const find = database
    .select()
    .from(conversations)
    .where(and(own, eq(conversations.conversation_uuid, uuid)))
    .prepare()
  const current = database
    .select()
    .from(conversations)
    .where(and(own, isNull(conversations.cleared_at)))
    .orderBy(desc(conversations.started_at))
    .limit(1)
    .prepare()
  const begin = database.insert(conversations).values(placeholders(conversations)).prepare()
  const leave = database
    .update(conversations)
    .set(updates(['cleared_at']))
    .where(and(own, isNull(conversations.cleared_at)))
    .prepare()

  return {
    find: (family_member_uuid: string, conversation_uuid: string): ConversationRow | undefined =>
      find.get({ family_member_uuid, conversation_uuid }),

    /** The one that goes on; undefined before the first. */
    current: (family_member_uuid: string): ConversationRow | undefined => current.get({ family_member_uuid }),

    begin: (_: Transaction, row: ConversationRow): void => {
      begin.run({ ...row })
    },

    /** Leaves the one that goes on. */
    leave: (_: Transaction, family_member_uuid: string, cleared_at: string): void => {
      leave.run({ family_member_uuid, cleared_at })
    },
  }
}

function messageQueries({ database }: Store, quotes: Quotes) {
  const { message_id: _, ...columns } = placeholders(messages)
  const insert = database.insert(messages).values(columns).prepare()
  const spoken = database
    .update(conversations)
    .set(updates(['last_message_at']))
    .where(eq(conversations.conversation_uuid, uuid))
    .prepare()
  const ofMember = and(
    eq(messages.family_member_uuid, member),
    eq(messages.message_uuid, parameter('message_uuid')),
  )
  const changes = database.select({ changes: messages.changes }).from(messages).where(ofMember).prepare()
  const setChanges = database
    .update(messages)
    .set(updates(['changes']))
    .where(ofMember)
    .prepare()
  const latest = database
    .select()
    .from(messages)
    .where(and(eq(messages.family_member_uuid, member), eq(messages.conversation_uuid, uuid)))
    .orderBy(desc(messages.message_id))
    .limit(sql.placeholder('limit'))
    .prepare()

  return {
    /** Writes a message down, and when it was. */
    say: (_: Transaction, message: Omit<MessageRow, 'message_id'>): void => {
      insert.run({ ...message })
      const { conversation_uuid, message_uuid, memories_used, created_at } = message
      spoken.run({ conversation_uuid, last_message_at: created_at })
      const used = memories_used.map(({ memory_uuid }) => memory_uuid)
      quotes.add(used, { place: 'message', id: message_uuid })
    },

    /** What was done by a reply; undefined where there is no such message. */
    changes: (family_member_uuid: string, message_uuid: string): readonly Change[] | undefined =>
      changes.get({ family_member_uuid, message_uuid })?.changes,

    setChanges: (
      _: Transaction,
      family_member_uuid: string,
      message_uuid: string,
      now: readonly Change[],
    ): void => {
      setChanges.run({ family_member_uuid, message_uuid, changes: [...now] })
    },

    /** The newest of one conversation, newest first: without a count, which a turn has no use for. */
    latest: (family_member_uuid: string, conversation_uuid: string, limit: number): MessageRow[] =>
      latest.all({ family_member_uuid, conversation_uuid, limit }),
  }
}

/** What a conversation is about. */
function contextQueries({ database }: Store) {
  const topics = database
    .select()
    .from(conversationTopics)
    .where(eq(conversationTopics.conversation_uuid, uuid))
    .orderBy(desc(conversationTopics.weight))
    .prepare()
  const dropTopics = database
    .delete(conversationTopics)
    .where(eq(conversationTopics.conversation_uuid, uuid))
    .prepare()
  const addTopic = database.insert(conversationTopics).values(placeholders(conversationTopics)).prepare()
  const focus = database
    .select()
    .from(conversationFocus)
    .where(eq(conversationFocus.conversation_uuid, uuid))
    .prepare()
  const setFocus = database
    .insert(conversationFocus)
    .values(placeholders(conversationFocus))
    .onConflictDoUpdate({ target: conversationFocus.conversation_uuid, set: { focus: sql`excluded.focus` } })
    .prepare()

  return {
    topics: (conversation_uuid: string): TopicWeight[] => topics.all({ conversation_uuid }),

    setTopics: (
      _: Transaction,
      conversation_uuid: string,
      weights: readonly TopicWeight[],
      updated_at: string,
    ): void => {
      dropTopics.run({ conversation_uuid })
      for (const weight of weights) addTopic.run({ conversation_uuid, updated_at, ...weight })
    },

    state: (conversation_uuid: string): State => ({ ...noState, ...focus.get({ conversation_uuid })?.focus }),

    setState: (_: Transaction, conversation_uuid: string, now: State): void => {
      setFocus.run({ conversation_uuid, focus: { ...now } })
    },
  }
}

function contradictionQueries({ database }: Store, quotes: Quotes) {
  const insertContradiction = database.insert(contradictions).values(placeholders(contradictions)).prepare()
  const settled = database
    .delete(contradictions)
    .where(
      and(
        eq(contradictions.interaction_id, parameter('interaction_id')),
        eq(contradictions.family_member_uuid, member),
      ),
    )
    .prepare()
  const allContradictions = database.select().from(contradictions).prepare()
  const findContradiction = database
    .select()
    .from(contradictions)
    .where(
      and(
        eq(contradictions.interaction_id, parameter('interaction_id')),
        eq(contradictions.family_member_uuid, member),
      ),
    )
    .prepare()
  const dropContradictions = database
    .delete(contradictions)
    .where(eq(contradictions.family_member_uuid, member))
    .prepare()

  return {
    contradicted: (_: Transaction, row: ContradictionRow): void => {
      insertContradiction.run({ ...row })
      const { interaction_id, older_uuid, newer_uuid } = row
      quotes.add([older_uuid, newer_uuid], { place: 'interaction', id: interaction_id })
    },

    /** All that were not settled yet. */
    contradictions: (): ContradictionRow[] => allContradictions.all(),

    /** The contradiction that an interaction asks about; undefined for any other, and once it is settled. */
    contradiction: (family_member_uuid: string, interaction_id: string): ContradictionRow | undefined =>
      findContradiction.get({ family_member_uuid, interaction_id }),

    settled: (_: Transaction, family_member_uuid: string, interaction_id: string): void => {
      settled.run({ family_member_uuid, interaction_id })
    },

    eraseContradictions: (_: Transaction, family_member_uuid: string): void => {
      dropContradictions.run({ family_member_uuid })
    },
  }
}

/** What is to be forgotten once its member agrees. */
function forgettingQueries({ database }: Store, quotes: Quotes) {
  const insert = database.insert(forgettings).values(placeholders(forgettings)).prepare()
  const all = database.select().from(forgettings).prepare()
  const mine = and(
    eq(forgettings.interaction_id, parameter('interaction_id')),
    eq(forgettings.family_member_uuid, member),
  )
  const find = database.select().from(forgettings).where(mine).prepare()
  const drop = database.delete(forgettings).where(mine).prepare()

  return {
    askedToForget: (_: Transaction, row: ForgettingRow): void => {
      insert.run({ ...row })
      quotes.add(row.memory_uuids, { place: 'interaction', id: row.interaction_id })
    },

    /** All that were not decided yet. */
    forgettings: (): ForgettingRow[] => all.all(),

    /** What an interaction asks to forget; undefined for any other. */
    forgetting: (family_member_uuid: string, interaction_id: string): ForgettingRow | undefined =>
      find.get({ family_member_uuid, interaction_id }),

    decided: (_: Transaction, family_member_uuid: string, interaction_id: string): void => {
      drop.run({ family_member_uuid, interaction_id })
    },
  }
}

function removals(store: Store) {
  const { database } = store
  const dropQuotes = store.prepare(
    `DELETE FROM memory_quotes WHERE place = 'message'
      AND id IN (SELECT message_uuid FROM messages WHERE family_member_uuid = ?)`,
  )
  const ofMember = database.select().from(conversations).where(own).prepare()
  const dropTopics = database
    .delete(conversationTopics)
    .where(eq(conversationTopics.conversation_uuid, uuid))
    .prepare()
  const dropFocus = database
    .delete(conversationFocus)
    .where(eq(conversationFocus.conversation_uuid, uuid))
    .prepare()
  const dropMessages = database.delete(messages).where(eq(messages.family_member_uuid, member)).prepare()
  const dropConversations = database.delete(conversations).where(own).prepare()

  const remove = (family_member_uuid: string) => {
    for (const { conversation_uuid } of ofMember.all({ family_member_uuid })) {
      dropTopics.run({ conversation_uuid })
      dropFocus.run({ conversation_uuid })
    }
    dropQuotes.run(family_member_uuid)
    const deleted = dropMessages.run({ family_member_uuid }).changes
    return { conversations: dropConversations.run({ family_member_uuid }).changes, messages: deleted }
  }

  return {
    /** Deletes all conversations of a member; answers how many. */
    deleteAll: (_: Transaction, family_member_uuid: string): { conversations: number; messages: number } =>
      remove(family_member_uuid),
  }
}

export type Conversations = ReturnType<typeof conversationStore>
