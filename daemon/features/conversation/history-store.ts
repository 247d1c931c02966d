import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { conversations, messages } from './tables.ts'
import { parameter } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import type { MessageRow } from './store.ts'

/** Which of the messages of a member are wanted; null for any. */
export interface HistoryFilter {
  readonly conversation_uuid: string | null
  readonly text: string | null
}

interface Page {
  /** Only messages with a smaller `message_id`; null for all. */
  readonly before: number | null
  readonly limit: number
  readonly offset: number
}

/**
 * The queries on what was said, each prepared once, and each for what is asked of it alone: with one for all of it, SQLite
 * could not count by an index. Every one asks for the member.
 */
export function historyStore({ database }: Pick<Store, 'database'>) {
  const member = parameter('family_member_uuid')
  const ofMember = eq(messages.family_member_uuid, member)
  const ownConversation = database
    .select({ conversation_uuid: conversations.conversation_uuid })
    .from(conversations)
    .where(
      and(
        eq(conversations.conversation_uuid, parameter('conversation_uuid')),
        eq(conversations.family_member_uuid, member),
      ),
    )
  const ofConversation = eq(messages.conversation_uuid, sql`(${ownConversation})`)
  const containing = sql`${messages.content} LIKE ${parameter('pattern')} ESCAPE '\\'`

  const queries = (wanted: SQL | undefined) => ({
    page: database
      .select()
      .from(messages)
      .where(and(wanted, lt(messages.message_id, parameter('before'))))
      .orderBy(desc(messages.message_id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    counted: database.select({ total: count() }).from(messages).where(wanted).prepare(),
  })
  // What is off the record is shown where it was said, and found by nothing.
  const matching = and(containing, eq(messages.off_record, false))
  const all = { any: queries(ofMember), containing: queries(and(ofMember, matching)) }
  const one = { any: queries(ofConversation), containing: queries(and(ofConversation, matching)) }
  const find = database
    .select({ message_id: messages.message_id })
    .from(messages)
    .where(and(eq(messages.message_uuid, parameter('message_uuid')), ofMember))
    .prepare()

  const queriesOf = ({ conversation_uuid, text }: HistoryFilter) =>
    (conversation_uuid === null ? all : one)[text === null ? 'any' : 'containing']
  const asked = (family_member_uuid: string, { conversation_uuid, text }: HistoryFilter) => ({
    family_member_uuid,
    conversation_uuid,
    pattern: text === null ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  })

  return {
    /** Where a message of the member's stands; undefined where there is none. */
    find: (family_member_uuid: string, message_uuid: string): number | undefined =>
      find.get({ family_member_uuid, message_uuid })?.message_id,

    /** Newest first. */
    page: (family_member_uuid: string, wanted: HistoryFilter, { before, ...at }: Page): MessageRow[] =>
      queriesOf(wanted).page.all({
        ...asked(family_member_uuid, wanted),
        before: before ?? Number.MAX_SAFE_INTEGER,
        ...at,
      }),

    count: (family_member_uuid: string, wanted: HistoryFilter): number =>
      queriesOf(wanted).counted.get(asked(family_member_uuid, wanted))?.total ?? 0,
  }
}

export type HistoryStore = ReturnType<typeof historyStore>
