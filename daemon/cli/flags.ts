import { InvalidArgumentError, Option } from 'commander'
import type { Field } from '../client/description.ts'
import { type Schema, withoutNull } from '../client/schema.ts'
import { readMoment } from './format/moment.ts'

/** What a flag means that says `null`; commander takes a real one for a flag without a value. */
const none = Symbol('null')

/** The value of a flag as it goes into the input of an operation. */
export function inputOf({ schema }: Pick<Field, 'schema'>, value: unknown): unknown {
  if (value === false && withoutNull(schema).schema.type === 'array') return []
  return value === none ? null : value
}

/** The flags that one input of an operation becomes. */
export function flagsOf({ name, in: where, required, schema: whole }: Field, method: string): Option[] {
  const { schema, nullable } = withoutNull(whole)
  const flag = `--${name.replaceAll('_', '-')}`
  if (schema.type === 'boolean') {
    const both = where === 'query' || method === 'PUT' || schema.default === true
    return [
      new Option(flag, helpOf(whole)),
      ...(both ? [new Option(flag.replace('--', '--no-'), 'the opposite')] : []),
    ]
  }
  const list = schema.type === 'array'
  const one = list ? (schema.items ?? {}) : schema
  const option = new Option(`${flag} <${placeholder(name, one)}>`, helpOf(whole)).makeOptionMandatory(
    required,
  )
  if (required) option.helpGroup('Required:')
  option.argParser((text: string, before: unknown) => {
    if (nullable && text === 'null') return none
    const value = readValue(text, one)
    return list ? [...(Array.isArray(before) ? before : []), value] : value
  })
  // A list that must be there may be empty.
  return list && required ? [option, new Option(flag.replace('--', '--no-'), 'none at all')] : [option]
}

/** Reads the text of a flag as its schema means it; throws where it is no such value. Ranges are for the daemon to check. */
export function readValue(text: string, schema: Schema): unknown {
  const allowed = allowedValues(schema)
  if (allowed) {
    const value = allowed.find((one) => String(one) === text)
    if (value === undefined) throw new InvalidArgumentError(`It must be one of ${allowed.join(', ')}.`)
    return value
  }
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? momentOf(text) : text
    case 'integer':
    case 'number':
      return numberOf(text, schema.type)
    default:
      // A list is written as JSON, a text as itself.
      return schema.anyOf?.some(({ type }) => type === 'string') && !/^[[{]/.test(text)
        ? text
        : jsonOf(text, schema)
  }
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Reads a duration such as `90s`, `10m`, `2h` or `1d`, in seconds; a number alone is seconds. */
export function readDuration(text: string): number {
  const [, number = '', unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? []
  const seconds = Number(number) * (unitSeconds[unit] ?? 1)
  if (seconds < 1) throw new InvalidArgumentError('It must be a duration like 90s, 10m, 2h or 1d.')
  return seconds
}

function momentOf(text: string): string {
  const moment = readMoment(text)
  if (moment === undefined)
    throw new InvalidArgumentError('It must be a time like 2026-05-04T13:00 or a day like 2026-05-04.')
  return moment
}

function numberOf(text: string, type: 'integer' | 'number'): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  if (type === 'integer' && !Number.isInteger(value))
    throw new InvalidArgumentError('It must be a whole number.')
  return value
}

function jsonOf(text: string, { type }: Schema): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (type !== 'object' || (typeof value === 'object' && value !== null && !Array.isArray(value)))
      return value
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError(
    type === 'object' ? `It must be a JSON object, as in '{"a": 1}'.` : 'It must be JSON.',
  )
}

export function allowedValues(schema: Schema): readonly unknown[] | undefined {
  return schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
}

function placeholder(name: string, schema: Schema): string {
  if (allowedValues(schema)) return 'one'
  if (schema.format === 'uuid') return 'id'
  if (schema.format === 'date-time') return 'time'
  if (schema.type === 'string') return 'text'
  if (schema.anyOf) return 'value'
  if (schema.type === 'integer' || schema.type === 'number') return name.endsWith('seconds') ? 'seconds' : 'n'
  return 'json'
}

/** The help of a value: its meaning, allowed values and default. */
export function helpOf(whole: Schema): string {
  const { schema, nullable } = withoutNull(whole)
  const list = schema.type === 'array'
  const one = list ? (schema.items ?? {}) : schema
  const parts = [
    one.format === 'date-time' ? 'as in 2026-05-04T13:00' : (schema.description ?? one.description),
    allowedValues(one)?.join(', '),
    rangeOf(one),
    list ? 'repeatable' : undefined,
    nullable ? '`null` for none' : undefined,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ]
  return parts.filter((part) => part !== undefined).join('; ')
}

function rangeOf({ minimum, maximum, maxLength, type }: Schema): string | undefined {
  if (type === 'string') return maxLength === undefined ? undefined : `${maxLength} characters at most`
  // A bound that no one reaches is noise.
  const top = maximum !== undefined && maximum < 2 ** 31 ? maximum : undefined
  if (minimum !== undefined && top !== undefined) return `${minimum} to ${top}`
  if (minimum !== undefined) return `${minimum} at least`
  return top === undefined ? undefined : `${top} at most`
}
