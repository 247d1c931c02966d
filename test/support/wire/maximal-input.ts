import type { Schema } from './odd-input.ts'

/** What an operation can be given that is longest as JSON; throws for a text of which no length is said. */
export function maximalInput({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, maximalValue(schema)]))
}

function maximalValue({ type, format, enum: choices, maxLength, maximum }: Schema): unknown {
  if (choices) return choices.toSorted((a, b) => String(b).length - String(a).length)[0]
  if (type === 'boolean') return false
  if (format === 'uuid') return crypto.randomUUID()
  if (format === 'date-time') return '2026-01-01T00:00:00.000000000+00:00'
  if (type === 'integer' && maximum !== undefined) return maximum
  // A control character is the one that grows most where it is escaped.
  if (type === 'string' && maxLength !== undefined) return '\u0001'.repeat(maxLength)
  throw new Error(`how long can a ${format ?? type} be?`)
}
