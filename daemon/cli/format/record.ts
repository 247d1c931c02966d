import { styled } from '../output.ts'
import { localMoment } from './moment.ts'
import { isNothing, isObject, isScalar, type Json, scalar } from './scalar.ts'
import { formatTable } from './table.ts'
import { oneLine, padded, widthOf, wrapped } from './text.ts'

/**
 * One object: an aligned `field  value` line for each field with a value, and a section with a heading for each nested
 * object or list. `width` in columns.
 */
export function formatRecord(record: Json, width: number): string {
  const entries = Object.entries(record).filter(([, value]) => !isNothing(value))
  const [first] = entries
  if (!first) return 'nothing'
  if (entries.length === 1 && isObject(first[1])) return formatRecord(first[1], width)
  const lines = entries.filter(([, value]) => isScalar(value))
  const sections = entries.filter(([, value]) => !isScalar(value))
  return [
    ...(lines.length > 0 ? [formatLines(lines, width)] : []),
    ...sections.map(([name, value]) => formatSection(name, value, width)),
  ].join('\n\n')
}

/** Aligned `name  value` lines; the further lines of a long text stand below its first. `width` in columns. */
export function formatLines(entries: readonly (readonly [string, unknown])[], width: number): string {
  const longest = Math.max(...entries.map(([name]) => widthOf(name)))
  const margin = ' '.repeat(longest + 2)
  return entries
    .map(([name, value]) => {
      const text = wrapped(scalar(value), width - margin.length).replaceAll('\n', `\n${margin}`)
      return `${styled('dim', padded(name, longest))}  ${text}`
    })
    .join('\n')
}

function formatSection(name: string, value: unknown, width: number): string {
  return `${styled('bold', name)}\n${indented(formatInner(value, width - 2))}`
}

function formatInner(value: unknown, width: number): string {
  if (isTimeline(value)) return formatTimeline(value)
  if (isTimeline([value])) return formatTimeline([value as Json])
  if (Array.isArray(value)) return formatTable(value.filter(isObject), width)
  if (isNamedRows(value)) {
    return formatTable(
      Object.entries(value).map(([name, row]) => ({ name, ...row })),
      width,
    )
  }
  return isObject(value) && Object.keys(value).length > 0 ? formatRecord(value, width) : '{}'
}

/** Whether a value is a thing of at least two things that have the same fields: a table, with their names. */
function isNamedRows(value: unknown): value is Readonly<Record<string, Json>> {
  if (!isObject(value)) return false
  const rows = Object.values(value)
  const fields = new Set(rows.map((row) => (isObject(row) ? Object.keys(row).join() : '')))
  return rows.length > 1 && fields.size === 1 && !fields.has('')
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

/** Whether a value is a list of events of one thing. */
export function isTimeline(value: unknown): value is Json[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isObject(one) && 'event_type' in one && 'created_at' in one)
  )
}

/** One line an event: when, what, by whom. */
export function formatTimeline(events: readonly Json[]): string {
  const whats = events.map(whatOf)
  const longest = Math.max(...whats.map(widthOf))
  return events
    .map(({ created_at, actor, via }, index) =>
      [
        scalar(localMoment(String(created_at))),
        padded(whats[index] ?? '', longest),
        `by ${scalar(actor)}${throughOf(via)}`,
      ].join('  '),
    )
    .join('\n')
}

/** Through which key, where it was one. */
export function throughOf(via: unknown): string {
  return typeof via === 'string' ? ` through ${oneLine(via)}` : ''
}

/** The type says it all, but where it leads to another status than the one of its name, as the end of a deferral does. */
function whatOf({ event_type, to_status }: Json): string {
  const type = scalar(event_type)
  return type === 'created' || type === to_status ? type : `${type} -> ${scalar(to_status)}`
}
