import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import {
  type Change,
  contradictions,
  conversationFocus,
  conversations,
  forgettings,
  messages,
} from './tables.ts'
import { parameter, placeholders, updates } from '../../store/columns.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { removals } from './removals.ts'
import type { AskedBack, ReminderDraft } from '../../language/reminder-acts.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type MessageRow = typeof messages.$inferSelect
type OffRecord = Pick<MessageRow, 'family_member_uuid' | 'message_uuid' | 'off_record'>
export type ContradictionRow = typeof contradictions.$inferSelect
export type ForgettingRow = typeof forgettings.$inferSelect

/** Notes that the text of memories stands there too. */
export type Quote = (
  memory_uuids: Iterable<string>,
  at: { readonly place: 'message' | 'interaction'; readonly id: string },
) => void

const member = parameter('family_member_uuid')
const uuid = parameter('conversation_uuid')
const own = eq(conversations.family_member_uuid, member)

/** The queries on conversations, each prepared once; every one asks for the member. */
export function conversationStore(store: Store, quote: Quote) {
  return {
    ...conversationQueries(store),
    ...messageQueries(store, quote),
    ...contextQueries(store),
    ...contradictionQueries(store, quote),
    ...forgettingQueries(store, quote),
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

  const one = and(own, eq(conversations.conversation_uuid, uuid))
  const goOn = database
    .update(conversations)
    .set(updates(['cleared_at']))
    .where(one)
    .prepare()
  const rename = database
    .update(conversations)
    .set(updates(['title']))
    .where(one)
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

    /** Goes on with one that was left, or was not. */
    goOn: (_: Transaction, family_member_uuid: string, conversation_uuid: string): void => {
      goOn.run({ family_member_uuid, conversation_uuid, cleared_at: null })
    },

    rename: (
      _: Transaction,
      family_member_uuid: string,
      conversation_uuid: string,
      title: string | null,
    ): void => {
      rename.run({ family_member_uuid, conversation_uuid, title })
    },
  }
}

function messageQueries({ database }: Store, quote: Quote) {
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
  const select = database.select().from(messages).where(ofMember).prepare()
  const changes = database.select({ changes: messages.changes }).from(messages).where(ofMember).prepare()
  const setChanges = database
    .update(messages)
    .set(updates(['changes']))
    .where(ofMember)
    .prepare()
  const setOffRecord = database
    .update(messages)
    .set(updates(['off_record']))
    .where(ofMember)
    .prepare()
  const lastSaid = database
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.family_member_uuid, member),
        eq(messages.conversation_uuid, uuid),
        eq(messages.role, 'user'),
      ),
    )
    .orderBy(desc(messages.message_id))
    .limit(1)
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
      quote(used, { place: 'message', id: message_uuid })
    },

    /** A message of a member's; undefined where there is none. */
    message: (family_member_uuid: string, message_uuid: string): MessageRow | undefined =>
      select.get({ family_member_uuid, message_uuid }),

    setOffRecord: (_: Transaction, { message_uuid, ...row }: OffRecord): void => {
      setOffRecord.run({ ...row, message_uuid })
    },

    lastSaid: (family_member_uuid: string, conversation_uuid: string): MessageRow | undefined =>
      lastSaid.get({ family_member_uuid, conversation_uuid }),

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

/** What the next message of a conversation may refer to. */
function contextQueries({ database }: Store) {
  const focus = database
    .select()
    .from(conversationFocus)
    .where(eq(conversationFocus.conversation_uuid, uuid))
    .prepare()
  const hintedAt = database
    .select({ at: sql<number | null>`max(json_extract(${conversationFocus.focus}, '$.hinted_at'))` })
    .from(conversationFocus)
    .innerJoin(conversations, eq(conversations.conversation_uuid, conversationFocus.conversation_uuid))
    .where(own)
    .prepare()
  const setFocus = database
    .insert(conversationFocus)
    .values(placeholders(conversationFocus))
    .onConflictDoUpdate({ target: conversationFocus.conversation_uuid, set: { focus: sql`excluded.focus` } })
    .prepare()

  return {
    state: (conversation_uuid: string): State => stateFrom(focus.get({ conversation_uuid })?.focus),

    /** When a member was last told how the companion gets a language model; null for never. */
    hintedAt: (family_member_uuid: string): number | null => hintedAt.get({ family_member_uuid })?.at ?? null,

    setState: (_: Transaction, conversation_uuid: string, now: State): void => {
      setFocus.run({ conversation_uuid, focus: { ...now } })
    },
  }
}

function contradictionQueries({ database }: Store, quote: Quote) {
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
      quote([older_uuid, newer_uuid], { place: 'interaction', id: interaction_id })
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
function forgettingQueries({ database }: Store, quote: Quote) {
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
      quote(row.memory_uuids, { place: 'interaction', id: row.interaction_id })
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

export type Conversations = ReturnType<typeof conversationStore>

/** What the next message of a conversation may refer to. */
export interface State {
  /** The memories that were kept or quoted last, the newest last. */
  readonly memory_uuids: readonly string[]
  /** The question that the companion has put last, in an interaction, which "yes" answers. */
  readonly interaction_id: string | null
  /** The reminder that was made or spoken of last. */
  readonly goal_uuid: string | null
  /** What the companion has asked, null for nothing: the next message may answer that, or be of something else. */
  readonly asked: AskedBack | null
  /** The reminders that were listed last, in their order: those that "which" is asked of. */
  readonly listed: readonly string[]
  /** What an answer goes on with; null where it is of the reminder that was spoken of last. */
  readonly wanted: ReminderDraft | null
  /** The message of a language that is not understood, of which nothing was kept so far. */
  readonly unkept: string | null
  /** When the member was last told how the companion gets a language model, in milliseconds since the epoch. */
  readonly hinted_at: number | null
}

export const noState: State = {
  memory_uuids: [],
  interaction_id: null,
  goal_uuid: null,
  asked: null,
  listed: [],
  wanted: null,
  unkept: null,
  hinted_at: null,
}

/** A state as it was stored, by an older version too, which knew of no question but when. */
export function stateFrom(stored: (Partial<State> & { readonly asked_when?: boolean }) | undefined): State {
  const { asked_when = false, ...state } = stored ?? {}
  return { ...noState, asked: asked_when ? 'when' : null, ...state }
}
