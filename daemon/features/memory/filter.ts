import { and, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { moment } from '../../kernel/moment.ts'
import { parameter } from '../../store/columns.ts'
import { memories, type memoryKinds } from './tables.ts'
import { household } from './rows.ts'
import type { Recent } from './schemas.ts'

/** Which of the memories that somebody may see are wanted. */
export interface Filter {
  readonly kind: (typeof memoryKinds)[number] | null
  readonly tag: string | null
  readonly visibility: 'private' | 'household' | null
  /** All, where it is left out. */
  readonly pinned?: boolean | null
  /** Of a search: whether also what a newer one has taken the place of, as where it is left out. */
  readonly history?: boolean
  /** Milliseconds since the epoch. */
  readonly created_after: number
  readonly created_before: number
}

export const remembered = isNull(memories.forgotten_at)
/** What a member may see: their own, and the household's. */
export const visible = and(
  remembered,
  or(eq(memories.owner, parameter('family_member_uuid')), eq(memories.owner, household)),
)
export const own = eq(memories.family_member_uuid, parameter('family_member_uuid'))

/** The condition of a filter, with the parameters that `parametersOf` makes of it. */
export const filtered = and(
  or(sql`${parameter('kind')} IS NULL`, eq(memories.kind, parameter('kind'))),
  or(sql`${parameter('visibility')} IS NULL`, eq(memories.visibility, parameter('visibility'))),
  or(
    sql`${parameter('tag')} IS NULL`,
    sql`EXISTS (SELECT 1 FROM json_each(${memories.tags}) WHERE value = ${parameter('tag')})`,
  ),
  or(sql`${parameter('pinned')} IS NULL`, sql`${memories.pinned} = ${parameter('pinned')}`),
  gte(memories.created_at, parameter('created_after')),
  lt(memories.created_at, parameter('created_before')),
)

/** A filter as named parameters of a statement. */
export const parametersOf = ({ pinned = null, history: _history, ...filter }: Filter) => ({
  ...filter,
  pinned: pinned === null ? null : Number(pinned),
})

/** What a request wants of all memories. */
export function filterOf({
  kind,
  tag,
  visibility,
  pinned,
  created_after,
  created_before,
}: Omit<Recent, 'limit' | 'history' | 'order'>): Filter {
  return {
    kind: kind ?? null,
    tag: tag ?? null,
    visibility: visibility ?? null,
    pinned: pinned ?? null,
    created_after: created_after === undefined ? 0 : moment('created_after', created_after),
    created_before:
      created_before === undefined ? Number.MAX_SAFE_INTEGER : moment('created_before', created_before),
  }
}
