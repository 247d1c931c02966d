import { nothing } from './scalar.ts'
import { widthOf } from './text.ts'

export interface Column {
  readonly heading: string
  readonly cells: readonly string[]
  readonly width: number
}

/** The narrowest that a column of text may get. */
const narrowest = 16
/** The same of the text that says most, which stays whatever else is left out. */
const narrowestTelling = 40
/** The widest that another column of text gets where there is room for it. */
const widest = 60
const gap = 2
const isId = (name: string) => /_(id|uuid)$/.test(name)

interface Candidate extends Column {
  readonly name: string
  /** Whether its cells may be cut. */
  readonly elastic: boolean
}

/**
 * Chooses what a table of so many columns shows. `cells` holds a list for each row. Too wide, it first narrows long texts,
 * then leaves out columns without a value, further ids, the time of the last change, that of the beginning where there are
 * others, and what stands furthest right, times last; the first column and the text that says most stay.
 */
export function chooseColumns(
  names: readonly string[],
  cells: readonly (readonly string[])[],
  width: number,
): Column[] {
  let columns = names.map((name, index) =>
    candidate(
      name,
      names[0] ?? '',
      cells.map((row) => row[index] ?? ''),
    ),
  )
  const telling = tellingOf(columns)
  columns = columns.map((column) =>
    column.name === telling
      ? { ...column, width: Math.max(column.width, Math.min(narrowestTelling, widestCell(column))) }
      : column,
  )
  while (needed(columns) > width && columns.length > 1) {
    const others = columns.slice(1).filter(({ name }) => name !== telling)
    if (others.length === 0) return cut(columns, telling, width)
    const leaves = leastOf(others)
    columns = columns.filter((column) => column !== leaves)
  }
  const spare = width - needed(columns)
  return columns.map((column) => (column.elastic ? stretched(column, spare, columns) : column))
}

function leastOf(columns: readonly Candidate[]): Candidate | undefined {
  const times = columns.filter(isTime)
  return (
    columns.findLast(isEmpty) ??
    columns.findLast(({ name }) => isId(name)) ??
    times.find(({ name }) => name === 'updated_at') ??
    (times.length > 1 ? times.find(({ name }) => name === 'created_at') : undefined) ??
    columns.findLast((column) => !column.elastic && !isTime(column)) ??
    columns.findLast(({ elastic }) => elastic) ??
    columns.at(-1)
  )
}

const isEmpty = ({ cells }: Column) => cells.every((text) => text === '' || text === nothing)
const isTime = (column: Column) =>
  !isEmpty(column) && column.cells.every((text) => text === nothing || /^\d{4}-\d\d-\d\d \d\d:/.test(text))

/** Where two columns are too many still, the text of the second takes what is left, if that is worth it. */
function cut([first, ...rest]: readonly Candidate[], telling: string | null, width: number): Column[] {
  if (!first) return []
  const left = width - first.width - gap
  return [
    first,
    ...(left < narrowest ? [] : rest.map((one) => (one.name === telling ? { ...one, width: left } : one))),
  ]
}

/** The column whose texts are longest in all; null where there is none. */
function tellingOf(columns: readonly Candidate[]): string | null {
  const length = ({ cells }: Column) => cells.reduce((sum, cell) => sum + widthOf(cell), 0)
  const [most] = columns
    .slice(1)
    .filter(({ elastic }) => elastic)
    .toSorted((a, b) => length(b) - length(a))
  return most?.name ?? null
}

const widestCell = ({ cells, heading }: Column) => Math.max(widthOf(heading), ...cells.map(widthOf))

function candidate(name: string, first: string, cells: readonly string[]): Candidate {
  const heading = headingOf(name, first)
  const longest = widestCell({ heading, cells, width: 0 })
  const elastic =
    !isId(name) && longest > narrowest + 4 && cells.some((text) => / /.test(text) && !/^\d{4}-/.test(text))
  return { name, heading, cells, elastic, width: elastic ? Math.max(narrowest, widthOf(heading)) : longest }
}

/** In a list of interactions, `interaction_type` is the type. */
function headingOf(name: string, first: string): string {
  const noun = isId(first) ? first.replace(/(id|uuid)$/, '') : ''
  return name !== first && noun !== '' && name.startsWith(noun) ? name.slice(noun.length) : name
}

const needed = (columns: readonly Column[]) =>
  columns.reduce((sum, { width }) => sum + width + gap, columns.length === 0 ? 0 : -gap)

function stretched(column: Candidate, spare: number, columns: readonly Candidate[]): Column {
  const share = Math.floor(spare / columns.filter(({ elastic }) => elastic).length)
  const longest = Math.min(widest, widestCell(column))
  return { ...column, width: Math.max(column.width, Math.min(longest, column.width + share)) }
}
