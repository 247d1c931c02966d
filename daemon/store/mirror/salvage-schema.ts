import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { homeKeyOf } from '../../kernel/encryption/home-key.ts'
import { isDamage } from '../../kernel/errors.ts'
import { openFile } from '../driver.ts'
import { writeAll } from '../write-all.ts'
import { readAt } from './wal.ts'

/** The schema of a database that is whole, with the places of its tables. */
interface KnownSchema {
  /** The `user_version`. */
  readonly version: number
  readonly entries: readonly SchemaEntry[]
}

/** A row of `sqlite_schema`. */
interface SchemaEntry {
  readonly rowid: number
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly rootpage: number
  readonly sql: string | null
}

/** What the first byte of a page says that it is (https://sqlite.org/fileformat.html). */
const [tableLeaf, tableInterior, indexLeaf, indexInterior] = [13, 5, 10, 2]
/** Where the first page has its fields, and its own part of the tree. */
const at = { changes: 24, pages: 28, freeFirst: 32, freeCount: 36, version: 60, validFor: 92, tree: 100 }
const types = new Set(['table', 'index', 'view', 'trigger'])

/** Reads the schema of a database that is open. */
export function schemaOf(client: Database.Database): KnownSchema {
  return {
    version: Number(client.pragma('user_version', { simple: true })),
    entries: client.prepare<[], SchemaEntry>('SELECT rowid, * FROM sqlite_schema ORDER BY rowid').all(),
  }
}

/** Whether the schema of an image of a damaged database can be read. */
export function hasSchema(image: string): boolean {
  try {
    const client = openFile(image)
    try {
      client.prepare('SELECT count(*) FROM sqlite_schema').get()
      return true
    } finally {
      client.close()
    }
  } catch (error) {
    if (isDamage(error, 'SQLITE_ERROR', 'SQLITE_FORMAT')) return false
    throw error
  }
}

interface SchemaParts {
  /** An image of a damaged database, which nobody else has open. */
  readonly image: string
  /** In bytes. */
  readonly pageSize: number
  /** What the pages are filled with that are damaged. */
  readonly filler: string
  /** What the schema may have been, the likeliest first. */
  readonly schemas: readonly KnownSchema[]
}

/**
 * Makes the schema of an image readable: puts what is left of it together, and takes what is missing from one that is known,
 * where all that is left lies as that says. Answers false where it cannot be told what was there; the image is of no use
 * then. That of an encrypted home is one such: without its first page, nothing of it can be decrypted.
 */
export function restoreSchema({ image, pageSize, filler, schemas }: SchemaParts): boolean {
  if (homeKeyOf(image) !== null) return false
  const file = openSync(image, 'r+')
  try {
    const first = readAt(file, 0, pageSize)
    const isLost = isFilled(first, filler)
    const leaves = schemaLeaves(file, pageSize)
    if (leaves.length === 0) return false
    const begin = isLost ? blankFirstPage(pageSize) : first
    writeAll(file, firstPage(begin, leaves, fstatSync(file).size / pageSize), 0)
    fdatasyncSync(file)
    const version = isLost ? null : first.readInt32BE(at.version)
    const missing = addMissing(image, schemas, version)
    return missing !== null && hasSchema(image) && areThere({ image, file, pageSize, filler }, missing)
  } finally {
    closeSync(file)
  }
}

/** Adds the entries that are missing; answers them, null where it is not known what was there. */
function addMissing(
  image: string,
  schemas: readonly KnownSchema[],
  version: number | null,
): readonly SchemaEntry[] | null {
  const client = openFile(image)
  try {
    client.unsafeMode()
    // Else nothing can be read of a schema that is not whole.
    client.pragma('writable_schema = ON')
    const left = schemaOf(client).entries
    const schema = schemas.find((one) => isSchemaOf(one, left, version))
    if (schema === undefined) return null
    const rows = new Set(left.map(({ rowid }) => rowid))
    const missing =
      left.length === schema.entries.length ? [] : schema.entries.filter(({ rowid }) => !rows.has(rowid))
    const insert = client.prepare(
      'INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?, ?)',
    )
    client.transaction(() => {
      for (const { rowid, type, name, tbl_name, rootpage, sql } of missing)
        insert.run(rowid, type, name, tbl_name, rootpage, sql)
      client.pragma(`user_version = ${schema.version}`)
    })()
    return missing
  } finally {
    client.close()
  }
}

/**
 * Whether what is left of a schema is of a known one. Where something is missing, all that is left has to lie where that
 * says: then the rest does, too. Where the version is lost, nothing may be there that is not known.
 */
function isSchemaOf(schema: KnownSchema, left: readonly SchemaEntry[], version: number | null): boolean {
  if (version !== null && version !== schema.version) return false
  const isWhole = left.length === schema.entries.length
  const entries = new Map(schema.entries.map((entry) => [isWhole ? entry.name : entry.rowid, entry]))
  return left.every((entry) => {
    const same = entries.get(isWhole ? entry.name : entry.rowid)
    if (same === undefined) return version !== null
    const isSame = entry.name === same.name && entry.type === same.type && entry.sql === same.sql
    return isSame && (isWhole || entry.rootpage === same.rootpage)
  })
}

interface Image {
  readonly image: string
  readonly file: number
  readonly pageSize: number
  readonly filler: string
}

/** Whether the pages at which tables and indexes are said to begin are of such, with rows of as many columns. */
function areThere({ image, file, pageSize, filler }: Image, entries: readonly SchemaEntry[]): boolean {
  const client = openFile(image)
  const count = (sql: string, name: string) => client.prepare<[string], number>(sql).pluck().get(name) ?? 0
  try {
    return entries.every(({ type, name, rootpage }) => {
      // A virtual one, or none at all.
      if (rootpage === 0) return true
      const isIndex =
        type === 'index' || count("SELECT wr FROM pragma_table_list(?) WHERE schema = 'main'", name) === 1
      const fields = firstFields({ file, pageSize, filler }, rootpage, isIndex)
      if (fields === 'unknown') return true
      const of = type === 'index' ? 'pragma_index_xinfo' : 'pragma_table_xinfo'
      // Older rows may have fewer columns than were added to their table since.
      return fields !== null && fields <= count(`SELECT count(*) FROM ${of}(?)`, name)
    })
  } finally {
    client.close()
  }
}

/** How many columns the first row has of the tree that begins at a page, where there is one; null where it is no tree of that kind. */
function firstFields(
  { file, pageSize, filler }: Omit<Image, 'image'>,
  root: number,
  isIndex: boolean,
): number | 'unknown' | null {
  const [leaf, interior] = isIndex ? [indexLeaf, indexInterior] : [tableLeaf, tableInterior]
  let number = root
  // No tree is as deep.
  for (let depth = 0; depth < 20; depth += 1) {
    const page = readAt(file, (number - 1) * pageSize, pageSize)
    // What is lost says nothing against it.
    if (isFilled(page, filler)) return 'unknown'
    const cells = page.length === pageSize ? cellsOf(page) : null
    if (cells === null || (page[0] !== leaf && page[0] !== interior)) return null
    const [first] = cells
    if (page[0] === leaf)
      return first === undefined ? 'unknown' : (recordAt(page, first, !isIndex)?.length ?? null)
    number = page.readUInt32BE(first ?? 8)
  }
  return null
}

interface SchemaLeaf {
  readonly page: number
  /** Of its last row. */
  readonly rowid: number
}

/** The pages that hold rows of the schema, in the order of these. */
function schemaLeaves(file: number, pageSize: number): SchemaLeaf[] {
  const leaves: SchemaLeaf[] = []
  const { size } = fstatSync(file)
  for (let page = 2; page * pageSize <= size; page += 1) {
    const content = readAt(file, (page - 1) * pageSize, pageSize)
    if (content[0] !== tableLeaf) continue
    const records = cellsOf(content)?.map((cell) => recordAt(content, cell, true)) ?? []
    const last = records.at(-1)
    if (last && records.every((record) => record !== null && isOfSchema(record)))
      leaves.push({ page, rowid: last.rowid })
  }
  return leaves.toSorted((one, other) => one.rowid - other.rowid)
}

/** Whether a row is one of a type, two names, a page and a text. */
function isOfSchema({ length, type, text }: SchemaRecord): boolean {
  const isText = (field: number | undefined) => field !== undefined && field >= 13 && field % 2 === 1
  const [first, name, table, root, sql] = type
  const isNumber = root !== undefined && (root <= 6 || root === 8 || root === 9)
  return (
    length === 5 &&
    [first, name, table].every(isText) &&
    isNumber &&
    (sql === 0 || isText(sql)) &&
    types.has(text)
  )
}

/** Where the cells of a page begin that is not the first; null where it cannot be one of a tree. */
function cellsOf(page: Buffer): number[] | null {
  const isInterior = page[0] === tableInterior || page[0] === indexInterior
  const [count, begin] = [page.readUInt16BE(3), isInterior ? 12 : 8]
  if (begin + count * 2 > page.length) return null
  const cells = Array.from({ length: count }, (_, cell) => page.readUInt16BE(begin + cell * 2))
  return cells.every((cell) => cell >= begin + count * 2 && cell < page.length - 3) ? cells : null
}

interface SchemaRecord {
  readonly rowid: number
  /** How many fields it has. */
  readonly length: number
  readonly type: readonly number[]
  /** The first field, where that is a text; else nothing of use. */
  readonly text: string
}

/** The row at a place in a leaf; null where there cannot be one. */
function recordAt(page: Buffer, cell: number, hasRowid: boolean): SchemaRecord | null {
  const [, afterSize] = varintAt(page, cell)
  const [rowid, begin] = hasRowid ? varintAt(page, afterSize) : ([0, afterSize] as const)
  const [size, first] = varintAt(page, begin)
  const end = begin + size
  if (end > page.length || end <= begin) return null
  const type: number[] = []
  let place = first
  while (place < end) {
    const [field, next] = varintAt(page, place)
    type.push(field)
    place = next
  }
  if (place !== end) return null
  const length = ((type[0] ?? 0) - 13) / 2
  const text = Number.isInteger(length) && length > 0 ? page.toString('utf8', end, end + length) : ''
  return { rowid, length: type.length, type, text }
}

const isFilled = (page: Buffer, filler: string) => page.toString('latin1', 0, filler.length) === filler

/** How a database begins that has no log of its own, with texts in UTF-8. */
function blankFirstPage(pageSize: number): Buffer {
  const page = Buffer.alloc(pageSize)
  page.write('SQLite format 3\0', 'latin1')
  page.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16)
  // The formats of the file and of the schema, what a page may hold of a row, and the encoding.
  for (const [place, byte] of [
    [18, 1],
    [19, 1],
    [21, 64],
    [22, 32],
    [23, 32],
    [47, 4],
    [59, 1],
  ] as const)
    page[place] = byte
  return page
}

/** The first page of a database whose schema lies on these pages, with no page that is free. */
function firstPage(before: Buffer, leaves: readonly SchemaLeaf[], pages: number): Buffer {
  const page = Buffer.from(before)
  page.writeUInt32BE(pages, at.pages)
  page.writeUInt32BE(0, at.freeFirst)
  page.writeUInt32BE(0, at.freeCount)
  // That the number of pages holds.
  page.writeUInt32BE(page.readUInt32BE(at.changes), at.validFor)
  page.fill(0, at.tree)
  const children = leaves.slice(0, -1)
  let end = page.length
  for (const [place, { page: child, rowid }] of children.entries()) {
    const cell = Buffer.alloc(13)
    cell.writeUInt32BE(child, 0)
    const key = varint(rowid)
    key.copy(cell, 4)
    end -= 4 + key.length
    cell.copy(page, end, 0, 4 + key.length)
    page.writeUInt16BE(end, at.tree + 12 + place * 2)
  }
  page[at.tree] = tableInterior
  page.writeUInt16BE(children.length, at.tree + 3)
  page.writeUInt16BE(end, at.tree + 5)
  page.writeUInt32BE(leaves.at(-1)?.page ?? 0, at.tree + 8)
  return page
}

/** A number as SQLite writes it at a place in a page, and where that ends: seven bits a byte, of the ninth all eight. */
function varintAt(page: Buffer, place: number): [number: number, end: number] {
  let value = 0
  for (let byte = 0; byte < 8; byte += 1) {
    const part = page[place + byte] ?? 0
    value = value * 128 + (part & 0x7f)
    if (part < 0x80) return [value, place + byte + 1]
  }
  return [value * 256 + (page[place + 8] ?? 0), place + 9]
}

function varint(number: number): Buffer {
  const bytes = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest % 128) | 128)
  return Buffer.from(bytes)
}
