import { and, count, desc, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { parameter } from '../../store/columns.ts'
import { memories } from './tables.ts'
import type { Store } from '../../store/store.ts'
import { type Filter, filtered, own, parametersOf, remembered, visible } from './filter.ts'
import type { MemoryRow } from './rows.ts'

interface ListedPage {
  readonly limit: number
  readonly offset: number
  readonly history: boolean
  readonly order: 'important' | 'newest'
}

/** The queries that list memories, each prepared once. */
export function listReads({ database }: Store) {
  const forgotten = database
    .select()
    .from(memories)
    .where(and(own, isNotNull(memories.forgotten_at)))
    .orderBy(desc(memories.forgotten_at), desc(memories.memory_id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare()
  const countedForgotten = database
    .select({ total: count() })
    .from(memories)
    .where(and(own, isNotNull(memories.forgotten_at)))
    .prepare()
  const ownFiltered = database
    .select()
    .from(memories)
    .where(and(own, remembered, filtered))
    .orderBy(desc(memories.created_at), desc(memories.memory_id))
    .prepare()
  const listed = and(visible, filtered, or(sql`${parameter('history')}`, isNull(memories.superseded_by)))
  const pageBy = (...order: readonly SQL[]) =>
    database
      .select()
      .from(memories)
      .where(listed)
      .orderBy(...order)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare()
  const newestFirst = [desc(memories.created_at), desc(memories.memory_id)]
  const pages = { important: pageBy(desc(memories.pinned), ...newestFirst), newest: pageBy(...newestFirst) }
  const counted = database.select({ total: count() }).from(memories).where(listed).prepare()

  return {
    /**
     * What is pinned first, then the newest, or the newest alone, with the count of all that fit the filter; also what was
     * superseded, where `history` says so.
     */
    list: (family_member_uuid: string, filter: Filter, { limit, offset, history, order }: ListedPage) => {
      const wanted = { family_member_uuid, ...parametersOf(filter), history: Number(history) }
      return {
        items: pages[order].all({ ...wanted, limit, offset }),
        total: counted.get(wanted)?.total ?? 0,
      }
    },

    /** All of the member's own that fit. */
    ownFiltered: (family_member_uuid: string, filter: Filter): MemoryRow[] =>
      ownFiltered.all({ family_member_uuid, ...parametersOf(filter) }),

    /** What the member has forgotten and can still take back, the latest first. */
    forgotten: (family_member_uuid: string, at: { limit: number; offset: number }) => ({
      items: forgotten.all({ family_member_uuid, ...at }),
      total: countedForgotten.get({ family_member_uuid })?.total ?? 0,
    }),
  }
}
