import { styleText } from 'node:util'
import { localMoment } from './moment.ts'
import { harmless, oneLine, padded } from './text.ts'

/** The levels of the log, each with the least number that a line of it has (https://getpino.io). */
export const logLevels = { debug: 0, info: 30, warn: 40, error: 50 } as const
export type LogLevel = keyof typeof logLevels

export interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: number
  /** Milliseconds since the epoch. */
  readonly time: number
}

/** Fields that are shown as what they are, or say nothing on this machine. */
const plainFields = new Set(['level', 'time', 'pid', 'hostname', 'msg'])

/** Reads a line of the log; null where it is none. */
export function readLogLine(line: string): LogLine | null {
  try {
    const fields = JSON.parse(line) as Partial<LogLine> | null
    const whole = typeof fields?.level === 'number' && typeof fields.time === 'number'
    return whole && !Number.isNaN(new Date(fields.time ?? 0).getTime()) ? (fields as LogLine) : null
  } catch {
    return null
  }
}

/** A line of the log for people: when, how important, what, and its fields; the stack of an error stands below. */
export function formatLogLine(fields: LogLine): string {
  const level = levelOf(fields)
  const message = typeof fields['msg'] === 'string' ? [oneLine(fields['msg'])] : []
  const details = Object.entries(fields)
    .filter(([name]) => !plainFields.has(name))
    .map(([name, value]) => `${oneLine(name)}=${detail(value)}`)
  const when = localMoment(new Date(fields.time).toISOString())
  return [`${when}  ${styledLevel(level)}  ${[...message, ...details].join('  ')}`, ...stackOf(fields)].join(
    '\n',
  )
}

function levelOf({ level }: LogLine): LogLevel {
  return (['error', 'warn', 'info'] as const).find((name) => level >= logLevels[name]) ?? 'debug'
}

function styledLevel(level: LogLevel): string {
  const style = ({ error: 'red', warn: 'yellow', info: 'reset', debug: 'dim' } as const)[level]
  return styleText(style, padded(level, 5), { stream: process.stdout })
}

function detail(value: unknown): string {
  if (isError(value)) return oneLine(`${value.type ?? 'Error'}: ${value.message ?? ''}`)
  return oneLine(typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value))
}

const isError = (value: unknown): value is { type?: string; message?: string; stack: unknown } =>
  typeof value === 'object' && value !== null && 'stack' in value

function stackOf(fields: LogLine): string[] {
  const { stack } = Object.values(fields).find(isError) ?? {}
  // Its first lines repeat the message.
  return typeof stack === 'string' ? [...stack.matchAll(/^ +at .+$/gm)].map(([line]) => harmless(line)) : []
}
