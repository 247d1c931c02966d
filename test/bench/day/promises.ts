import { existsSync, readdirSync } from 'node:fs'
import type { Home } from '../../../daemon/kernel/home.ts'
import { openForReading } from '../../../daemon/store/store.ts'

/** What became of something that a daemon has promised; `attempted` where a request for the next state had no answer. */
export interface Promised {
  readonly owner: string
  state: string
  attempted: string | null
}

/** Promises of a kind, by the text that nothing else has. */
export class Kept<One extends Promised> extends Map<string, One> {
  readonly #names = new Map<string, string[]>()

  override set(name: string, one: One): this {
    const own = this.#names.get(one.owner) ?? []
    this.#names.set(one.owner, own)
    if (!this.has(name)) own.push(name)
    return super.set(name, one)
  }

  /** One of the last of a member, chosen by a number from 0 up to 1. */
  latest(owner: string, chance: number): [string, One] | undefined {
    const names = this.#names.get(owner) ?? []
    const name = names[names.length - 1 - Math.floor(chance * Math.min(latestCount, names.length))]
    const one = name === undefined ? undefined : this.get(name)
    return name === undefined || one === undefined ? undefined : [name, one]
  }
}

const latestCount = 200

/** What the daemons of a day have acknowledged. */
export interface Promises {
  /** By their content: `stored`, `forgotten` or `deleted`. */
  readonly memories: Kept<Promised & { memory_uuid: string }>
  /** By their content: `said`. */
  readonly messages: Kept<Promised>
  /** By their title: `active`, `completed` or `cancelled`. */
  readonly goals: Kept<Promised & { goal_uuid: string }>
  /** By their id: as the API calls it. */
  readonly interactions: Kept<Promised>
  /** By their external name: `added`. */
  readonly mappings: Kept<Promised>
  /** By their name: `made` or `revoked`. */
  readonly keys: Kept<Promised & { key_uuid: string }>
  /** Files that were taken, by the id of their import: `running`, and `done` in the end. */
  readonly imports: Kept<Promised & { contents: readonly string[] }>
  /** By their id: `made` or `deleted`, with the memories that were there before it was asked for. */
  readonly backups: Kept<Promised & { memories: readonly string[] }>
  /** Contents of which the daemon has said that nothing was changed. */
  readonly refused: Set<string>
  /** Whether the clock was ahead, so that what has a time limit may be over. */
  wasAhead: boolean
}

export const noPromises = (): Promises => ({
  memories: new Kept(),
  messages: new Kept(),
  goals: new Kept(),
  interactions: new Kept(),
  mappings: new Kept(),
  keys: new Kept(),
  imports: new Kept(),
  backups: new Kept(),
  refused: new Set(),
  wasAhead: false,
})

interface Row {
  readonly name: string
  readonly owner: string
  readonly state: string
}

const memoriesQuery = `SELECT content AS name, family_member_uuid AS owner,
  iif(forgotten_at IS NULL, 'stored', 'forgotten') AS state FROM memories`

/** What a home holds, one query for each kind of promise. */
const queries = {
  memories: memoriesQuery,
  messages: `SELECT content AS name, family_member_uuid AS owner, 'said' AS state FROM messages WHERE role = 'user'`,
  goals: 'SELECT title AS name, family_member_uuid AS owner, status AS state FROM goals',
  interactions: 'SELECT interaction_id AS name, user_id AS owner, status AS state FROM interactions',
  mappings: `SELECT external_topic AS name, '' AS owner, 'added' AS state FROM routing_mappings`,
  keys: `SELECT name, family_member_uuid AS owner, 'made' AS state FROM api_keys`,
} as const

/** What has no row. */
const gone: ReadonlySet<string> = new Set(['deleted', 'revoked'])

/**
 * What is not as it was promised: not there, there twice, somebody else's, in another state, or there though it was refused;
 * an import that is neither whole nor going on, and what the newest backup lacks.
 */
export function brokenPromises(
  home: Pick<Home, 'database' | 'imports' | 'backups'>,
  promises: Promises,
): string[] {
  const inDatabase = reading(home.database, (all) => {
    const rows = Object.fromEntries(
      Object.entries(queries).map(([kind, sql]) => [kind, Map.groupBy(all<Row>(sql), ({ name }) => name)]),
    ) as Record<keyof typeof queries, Map<string, Row[]>>
    return [
      ...Object.entries(rows).flatMap(([kind, there]) =>
        [...promises[kind as keyof typeof queries]].flatMap(([name, one]) =>
          broken(one, there.get(name) ?? [], promises.wasAhead).map((what) => `${kind} ${name}: ${what}`),
        ),
      ),
      ...strangers(rows.memories, promises),
      ...unaudited(all<{ name: string }>(auditedQuery), promises),
      ...brokenImports(all<ImportRow>('SELECT * FROM imports'), rows.memories, home.imports, promises),
    ]
  })
  return [...inDatabase, ...brokenBackups(home.backups, promises)]
}

const auditedQuery = "SELECT details ->> 'external_topic' AS name FROM audit WHERE event = 'admin_operation'"

/** Reads a database as it is at one moment. */
function reading<Found>(file: string, read: (all: <One>(sql: string) => One[]) => Found): Found {
  const database = openForReading(file)
  try {
    return database.transaction(() => read(<One>(sql: string) => database.prepare<[], One>(sql).all()))()
  } finally {
    database.close()
  }
}

function broken({ owner, state, attempted }: Promised, rows: readonly Row[], wasAhead: boolean): string[] {
  const allowed = attempted === null ? [state] : [state, attempted]
  if (wasAhead && state === 'pending') allowed.push('expired')
  const [row, ...more] = rows
  if (more.length > 0) return [`is there ${rows.length} times`]
  if (!row) return allowed.some((one) => gone.has(one)) ? [] : [`${state}, and is gone`]
  if (row.owner !== owner) return ['is of somebody else']
  return allowed.includes(row.state) ? [] : [`should be ${allowed.join(' or ')}, and is ${row.state}`]
}

/** Memories that are there though the daemon has said that nothing was changed. */
const strangers = (there: ReadonlyMap<string, unknown>, { refused }: Promises): string[] =>
  [...refused].flatMap((name) => (there.has(name) ? [`memory ${name}: was refused, and is there`] : []))

const unaudited = (noted: readonly { readonly name: string }[], { mappings }: Promises): string[] => {
  const there = new Set(noted.map(({ name }) => name))
  return [...mappings.keys()].flatMap((name) =>
    there.has(name) ? [] : [`mapping ${name}: is not in the audit log`],
  )
}

interface ImportRow {
  readonly import_uuid: string
  readonly family_member_uuid: string
  readonly state: string
  readonly error: string | null
  readonly done: number
}

/** One that is done is there whole; of one that goes on the beginning is there, and its file. */
function brokenImports(
  rows: readonly ImportRow[],
  memories: ReadonlyMap<string, readonly Row[]>,
  folder: string,
  { imports }: Promises,
): string[] {
  const byId = new Map(rows.map((row) => [row.import_uuid, row]))
  const files = existsSync(folder) ? readdirSync(folder) : []
  return [...imports].flatMap(([id, { owner, contents }]) => {
    const row = byId.get(id)
    if (!row) return [`import ${id}: is gone`]
    if (row.family_member_uuid !== owner) return [`import ${id}: is of somebody else`]
    if (row.state !== 'done' && row.state !== 'running')
      return [`import ${id}: ${row.state}, ${row.error}, after ${row.done} of ${contents.length}`]
    const done = row.state === 'done' ? contents.length : row.done
    const wrong = contents.filter((content, at) => {
      const there = memories.get(content) ?? []
      return there.length !== (at < done ? 1 : 0) || there.some((one) => one.owner !== owner)
    })
    const problems =
      wrong.length === 0 ? [] : [`import ${id}: ${row.state} at ${done}, and ${wrong.length} are wrong`]
    if (row.state === 'running' && !files.some((name) => name.startsWith(id)))
      problems.push(`import ${id}: cannot go on without its file`)
    return problems
  })
}

/** Backups that are not there, and what the newest one lacks of what was there before it and has not changed. */
function brokenBackups(folder: string, { backups, memories }: Promises): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.db')) : []
  const fileOf = (id: string) => names.find((name) => name.endsWith(`-${id.slice(0, 8)}.db`))
  const made = [...backups].filter(([, { state, attempted }]) => state === 'made' && attempted === null)
  const lost = made.flatMap(([id]) => (fileOf(id) ? [] : [`backup ${id}: is gone`]))
  const [id, newest] = made.at(-1) ?? []
  const file = id === undefined ? undefined : fileOf(id)
  if (!newest || !file) return lost
  const held = reading(`${folder}/${file}`, (all) => new Set(all<Row>(memoriesQuery).map(({ name }) => name)))
  const lacking = newest.memories.filter((name) => memories.get(name)?.state === 'stored' && !held.has(name))
  return lacking.length === 0 ? lost : [...lost, `backup ${id}: lacks ${lacking.length} memories`]
}
