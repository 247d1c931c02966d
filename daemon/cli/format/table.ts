import { styled } from '../output.ts'
import { chooseColumns, type Column } from './columns.ts'
import { isObject, isScalar, type Json, scalar } from './scalar.ts'
import { oneLine, padded, shortened } from './text.ts'

/** Things as an aligned table that fits in `width` columns: what does not fit is left out, and ids are never cut. */
export function formatTable(rows: readonly Json[], width: number): string {
  const flat = rows.map(unfolded)
  const names = [...new Set(flat.flatMap((row) => Object.keys(row)))].filter(
    (name) => !flat.some((row) => isListOfThings(row[name])),
  )
  const columns = chooseColumns(
    names,
    flat.map((row) => names.map((name) => cell(row[name]))),
    width,
  )
  const header = columns.map(({ heading, width }) => padded(heading, width)).join('  ')
  const lines = rows.map((_, index) => columns.map((column) => fitted(column, index)).join('  '))
  return [styled('bold', header.trimEnd()), ...lines.map((line) => line.trimEnd())].join('\n')
}

/** A page of a list: the table, and how many there are in all. */
export function formatPage(items: readonly Json[], total: number, width: number): string {
  if (items.length === 0) return total === 0 ? 'none' : `none here, ${total} in all`
  const count = items.length === total ? `${total} in all` : `${items.length} of ${total}`
  return `${formatTable(items, width)}\n\n${styled('dim', count)}`
}

/** Lifts the fields of a thing within a thing, as in `{memory: {...}, score}`, to where there are columns for them. */
function unfolded(row: Json): Json {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isObject(value) && !name.endsWith('_json') && name !== 'details'
        ? Object.entries(value)
        : [[name, value]],
    ),
  )
}

const isListOfThings = (value: unknown) => Array.isArray(value) && !isScalar(value)

const cell = (value: unknown) => oneLine(scalar(value))

function fitted({ cells, width }: Column, index: number): string {
  return padded(shortened(cells[index] ?? '', width), width)
}
