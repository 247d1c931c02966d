import type { Home } from '../../../daemon/kernel/home.ts'
import { openForReading } from '../../../daemon/store/store.ts'

/** What became of something that a daemon has promised; `attempted` where a request for the next state had no answer. */
export interface Promised {
  readonly owner: string
  state: string
  attempted: string | null
}

/** What the daemons of a day have acknowledged, by the text that nothing else has. */
export interface Promises {
  /** By their content: `stored`, `forgotten` or `deleted`. */
  readonly memories: Map<string, Promised & { memory_uuid: string }>
  /** By their content: `said`. */
  readonly messages: Map<string, Promised>
  /** By their title: `active`, `completed` or `cancelled`. */
  readonly goals: Map<string, Promised & { goal_uuid: string }>
  /** By their id: as the API calls it. */
  readonly interactions: Map<string, Promised>
  /** By their external name: `added`. */
  readonly mappings: Map<string, Promised>
  /** By their name: `made` or `revoked`. */
  readonly keys: Map<string, Promised & { key_uuid: string }>
  /** Contents of which the daemon has said that nothing was changed. */
  readonly refused: Set<string>
}

export const noPromises = (): Promises => ({
  memories: new Map(),
  messages: new Map(),
  goals: new Map(),
  interactions: new Map(),
  mappings: new Map(),
  keys: new Map(),
  refused: new Set(),
})

interface Row {
  readonly name: string
  readonly owner: string
  readonly state: string
}

/** What a home holds, one query for each kind of promise. */
const queries: Readonly<Record<Exclude<keyof Promises, 'refused'>, string>> = {
  memories: `SELECT content AS name, family_member_uuid AS owner,
    iif(forgotten_at IS NULL, 'stored', 'forgotten') AS state FROM memories`,
  messages: `SELECT content AS name, family_member_uuid AS owner, 'said' AS state FROM messages WHERE role = 'user'`,
  goals: 'SELECT title AS name, family_member_uuid AS owner, status AS state FROM goals',
  interactions: 'SELECT interaction_id AS name, user_id AS owner, status AS state FROM interactions',
  mappings: `SELECT external_topic AS name, '' AS owner, 'added' AS state FROM routing_mappings`,
  keys: `SELECT name, family_member_uuid AS owner, 'made' AS state FROM api_keys`,
}

/** What has no row. */
const gone: ReadonlySet<string> = new Set(['deleted', 'revoked'])

/** What is not as it was promised: not there, there twice, somebody else's, in another state, or there though it was refused. */
export function brokenPromises({ database: file }: Pick<Home, 'database'>, promises: Promises): string[] {
  const database = openForReading(file)
  try {
    return database.transaction(() => [
      ...Object.entries(queries).flatMap(([kind, sql]) => {
        const rows = Map.groupBy(database.prepare<[], Row>(sql).all(), ({ name }) => name)
        const promised = promises[kind as keyof typeof queries]
        return [...promised].flatMap(([name, one]) =>
          broken(one, rows.get(name) ?? []).map((what) => `${kind} ${name}: ${what}`),
        )
      }),
      ...strangers(database.prepare<[], Row>(queries.memories).all(), promises),
      ...unaudited(
        database
          .prepare<[], string>(
            "SELECT details ->> 'external_topic' FROM audit WHERE event = 'admin_operation'",
          )
          .pluck()
          .all(),
        promises,
      ),
    ])()
  } finally {
    database.close()
  }
}

function broken({ owner, state, attempted }: Promised, rows: readonly Row[]): string[] {
  const allowed = attempted === null ? [state] : [state, attempted]
  const [row, ...more] = rows
  if (more.length > 0) return [`is there ${rows.length} times`]
  if (!row) return allowed.some((one) => gone.has(one)) ? [] : [`${state}, and is gone`]
  if (row.owner !== owner) return ['is of somebody else']
  return allowed.includes(row.state) ? [] : [`should be ${allowed.join(' or ')}, and is ${row.state}`]
}

/** Memories that are there though the daemon has said that nothing was changed. */
const strangers = (rows: readonly Row[], { refused }: Promises): string[] =>
  rows.flatMap(({ name }) => (refused.has(name) ? [`memory ${name}: was refused, and is there`] : []))

const unaudited = (noted: readonly string[], { mappings }: Promises): string[] => {
  const there = new Set(noted)
  return [...mappings.keys()].flatMap((name) =>
    there.has(name) ? [] : [`mapping ${name}: is not in the audit log`],
  )
}
