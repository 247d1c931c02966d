import type Database from 'better-sqlite3'
import { isOfMachine } from '../../kernel/errors.ts'
import { ownerColumns } from '../table-rules.ts'

/** A row that was lost with the pages that it lay on. */
export interface LostRow {
  readonly table: string
  /** What names it, such as its id; several columns are parted by a space. Null where not even that is left. */
  readonly key: string | null
  /** Whose it was, where that is known. */
  readonly family_member_uuid: string | null
  /** Gone, or as it was in the backup that it was taken from, which may be older. */
  readonly now: 'gone' | 'as in the backup'
}

export interface Row {
  readonly key: readonly unknown[]
  /** Of all columns. */
  readonly values: readonly unknown[]
}

interface ReadTable {
  readonly rows: readonly Row[]
  /** What is in the place of rows that could not be read. */
  readonly older: readonly Row[]
  /** The rows that could not be read, those of `older` among them. */
  readonly lost: readonly LostRow[]
  /** Whether every row could be read. */
  readonly whole: boolean
}

/** A table of which some pages cannot be read. */
export interface SalvageTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Reads what can be read, and takes from the same table of a backup what cannot. */
  readonly read: (backup: SalvageTable | null) => ReadTable
  /** The rows that a condition holds for, of a table that is whole. */
  readonly where: (condition: string) => Row[]
  /** One that is gone, by its name. */
  readonly nameOf: (row: Row) => LostRow
}

interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** Opens a table of a database. A value that holds `filler` was read from a page that is damaged. */
export function openTable(client: Database.Database, name: string, filler: string): SalvageTable {
  const { columns, key, indexes } = describe(client, name)
  const list = (names: readonly string[]) => names.map((one) => `"${one}"`).join(', ')
  const keys = key.map((one) => (one === '_rowid_' ? one : `"${one}"`)).join(', ')
  const select = `SELECT ${keys}, ${list(columns)} FROM "${name}"`
  const prepare = (sql: string) => client.prepare<unknown[], unknown[]>(sql).raw().safeIntegers()
  const toRow = (values: readonly unknown[]): Row => ({
    key: values.slice(0, key.length),
    values: values.slice(key.length),
  })
  const isFilled = ({ values }: Row) =>
    filler !== '' &&
    values.some((value) => (typeof value === 'string' || value instanceof Buffer) && value.includes(filler))

  /** All up to the first that cannot be read, in one direction; and whether that was the end. */
  const scan = (order: 'ASC' | 'DESC'): { rows: Row[]; whole: boolean } => {
    const rows: Row[] = []
    const ordered = key.map((one) => `${one === '_rowid_' ? one : `"${one}"`} ${order}`).join(', ')
    try {
      for (const values of prepare(`${select} ORDER BY ${ordered}`).iterate()) rows.push(toRow(values))
      return { rows, whole: true }
    } catch (error) {
      if (isOfMachine(error)) throw error
      return { rows, whole: false }
    }
  }
  const one = prepare(`${select} WHERE (${keys}) = (${key.map(() => '?').join(', ')})`)
  const readOne = (at: readonly unknown[]): Row | null => {
    try {
      const values = one.get(...at)
      return values ? toRow(values) : null
    } catch (error) {
      if (isOfMachine(error)) throw error
      return null
    }
  }
  /** What indexes know of the rows: their keys, with the values of the columns that the index has besides. */
  const listed = () => {
    const byKey = new Map<string, IndexedRow>()
    let whole = false
    for (const index of indexes) {
      const names = index.columns.filter((column) => !key.includes(column))
      const more = names.length > 0 ? `, ${list(names)}` : ''
      const sql = `SELECT ${keys}${more} FROM "${name}" INDEXED BY "${index.name}"`
      try {
        for (const values of prepare(sql).iterate()) {
          const at = values.slice(0, key.length)
          const before = byKey.get(textOf(at)) ?? { key: at, values: {} }
          for (const [place, column] of names.entries()) before.values[column] = values[key.length + place]
          byKey.set(textOf(at), before)
        }
        whole = true
      } catch (error) {
        // Else another one may be whole.
        if (isOfMachine(error)) throw error
      }
    }
    return { entries: byKey, whole }
  }
  const ids = key[0] === '_rowid_' ? (indexes.find((index) => index.unique)?.columns ?? []) : []
  const named = (at: readonly unknown[], values: Readonly<Record<string, unknown>>) =>
    nameRow(name, ids, at, values)
  const valuesOf = ({ values }: Row) => Object.fromEntries(columns.map((column, at) => [column, values[at]]))

  const readRest = (scanned: readonly Row[], backup: SalvageTable | null): ReadTable => {
    const rows = new Map<string, Row>()
    const keep = (row: Row | null) => {
      if (row && !isFilled(row)) rows.set(textOf(row.key), row)
    }
    for (const row of [...scanned, ...scan('DESC').rows]) keep(row)
    const { entries, whole } = listed()
    const theirs = backup && sameColumns(backup) ? backup.where('true') : []
    for (const at of [...entries.values(), ...theirs]) if (!rows.has(textOf(at.key))) keep(readOne(at.key))
    const isMissing = ({ key: at }: Row) => !rows.has(textOf(at)) && (!whole || entries.has(textOf(at)))
    const older = theirs.filter(isMissing)
    const replaced = new Set(older.map((row) => textOf(row.key)))
    const gone = [...entries.values()].filter(
      (row) => !rows.has(textOf(row.key)) && !replaced.has(textOf(row.key)),
    )
    const lost: LostRow[] = [
      ...older.map((row) => ({ ...named(row.key, valuesOf(row)), now: 'as in the backup' as const })),
      ...gone.map((row) => ({ ...named(row.key, row.values), now: 'gone' as const })),
      // How many more there were, nothing tells.
      ...(whole ? [] : [{ table: name, key: null, family_member_uuid: null, now: 'gone' as const }]),
    ]
    return { rows: [...rows.values()], older, lost, whole: false }
  }
  const sameColumns = (backup: SalvageTable) => backup.columns.join() === columns.join()

  return {
    name,
    columns,
    read: (backup) => {
      const { rows, whole } = scan('ASC')
      return whole && !rows.some(isFilled) ? { rows, older: [], lost: [], whole } : readRest(rows, backup)
    },
    where: (condition) => prepare(`${select} WHERE ${condition}`).all().map(toRow),
    nameOf: (row) => ({ ...named(row.key, valuesOf(row)), now: 'gone' }),
  }
}

interface IndexedRow {
  readonly key: readonly unknown[]
  readonly values: Record<string, unknown>
}

/** What names a row: the columns of a unique index, or its key. */
function nameRow(
  table: string,
  ids: readonly string[],
  at: readonly unknown[],
  values: Readonly<Record<string, unknown>>,
): Omit<LostRow, 'now'> {
  const own = ids.map((column) => values[column]).filter((value) => value !== undefined)
  const owner = ownerColumns
    .map((column) => values[column])
    .find((value): value is string => typeof value === 'string')
  return { table, key: textOf(own.length > 0 ? own : at), family_member_uuid: owner ?? null }
}

const textOf = (values: readonly unknown[]) => values.map(String).join(' ')

/** The columns of a table, those that a row is found by, and the indexes that have an entry for each row. */
function describe(client: Database.Database, name: string) {
  const columns = client
    .prepare<[string], { name: string; pk: number }>(
      'SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid',
    )
    .all(name)
  const isWithoutRowid =
    client.prepare("SELECT wr FROM pragma_table_list(?) WHERE schema = 'main'").pluck().get(name) === 1
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
  const indexes = client
    .prepare<[string], { name: string; isUnique: number; origin: string }>(
      `SELECT name, "unique" AS isUnique, origin FROM pragma_index_list(?) WHERE partial = 0 ORDER BY origin = 'pk' DESC, seq`,
    )
    .all(name)
    // That of its primary key is the table itself.
    .filter(({ origin }) => !isWithoutRowid || origin !== 'pk')
    .map((index): Index => ({
      name: index.name,
      unique: index.isUnique === 1,
      columns: client
        .prepare<[string], string>(
          'SELECT name FROM pragma_index_info(?) WHERE name IS NOT NULL ORDER BY seqno',
        )
        .pluck()
        .all(index.name),
    }))
  const key = isWithoutRowid ? primary.map((column) => column.name) : ['_rowid_']
  return { columns: columns.map((column) => column.name), key, indexes }
}
