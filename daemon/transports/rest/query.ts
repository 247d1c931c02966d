import type { TObject } from 'typebox'
import { invalidRequest } from '../../kernel/errors.ts'

type Query = Record<string, string | string[]>

/**
 * Reads query parameters as their schema means them, since a URL holds nothing but text: a whole number for an
 * integer, a list for what may be repeated. What does not read as that stays text, for validation to refuse.
 */
export function readQuery(query: Query, schema: TObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, read(name, value, schema.properties[name])]),
  )
}

function read(name: string, value: string | string[], schema: { type?: unknown } = {}): unknown {
  if (schema.type === 'array') return Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) throw invalidRequest(name, 'may be given once')
  if (schema.type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
