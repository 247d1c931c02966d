import { iso } from '../../kernel/clock.ts'
import type { LogEntry, LogLevel } from './schemas.ts'

/** The least number of each level in a log line (https://getpino.io). */
const levels: Readonly<Record<LogLevel, number>> = { debug: 0, info: 30, warn: 40, error: 50 }
/** Fields of every line, or with a field of their own. */
const plainFields = new Set(['level', 'time', 'pid', 'hostname', 'msg'])
/** The moments that there are, in milliseconds. */
const end = 8.64e15
const secret = /(password|token|secret|api_key|authorization)$/i

export interface LogFilter {
  readonly level?: LogLevel | undefined
  /** Text in what is shown, in any case. */
  readonly q?: string | undefined
}

/** Reads a line of the log; null for one that is none, or does not fit. */
export function logEntry(line: string, { level = 'debug', q }: LogFilter): LogEntry | null {
  const fields = parse(line)
  if (fields === null || fields.level < levels[level]) return null
  const entry = toLogEntry(fields)
  if (q === undefined) return entry
  const text = `${entry.message} ${JSON.stringify(entry.details)}`.toLowerCase()
  return text.includes(q.toLowerCase()) ? entry : null
}

interface Line extends Readonly<Record<string, unknown>> {
  readonly level: number
  readonly time: number
}

function parse(line: string): Line | null {
  try {
    const fields = JSON.parse(line) as Partial<Line>
    const { level, time } = fields
    return typeof level === 'number' && typeof time === 'number' && time >= 0 && time < end
      ? (fields as Line)
      : null
  } catch {
    return null
  }
}

function toLogEntry(fields: Line): LogEntry {
  const details = Object.entries(fields).filter(([name]) => !plainFields.has(name))
  const level = (['error', 'warn', 'info'] as const).find((name) => fields.level >= levels[name]) ?? 'debug'
  const message = typeof fields['msg'] === 'string' ? fields['msg'] : ''
  return { time: iso(fields.time), level, message, details: plain(Object.fromEntries(details)) }
}

/** An object without what answers never show: secrets, stacks, and what errors say of paths and of the database. */
function plain(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !secret.test(name))
      .map(([name, value]) => [name, plainValue(value)]),
  )
}

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  if (!('stack' in value)) return plain(value)
  const { type, code } = value as { type?: unknown; code?: unknown }
  return { type, ...(code === undefined ? {} : { code }) }
}
