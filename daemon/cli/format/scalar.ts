import { isMoment, localMoment } from './moment.ts'
import { harmless } from './text.ts'

/** What stands where there is no value. */
export const nothing = '-'

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether there is nothing to show. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether a value fits on one line: no object, no list of objects. */
export function isScalar(value: unknown): boolean {
  return Array.isArray(value) ? value.every((one) => !isObject(one)) : !isObject(value)
}

/** A value as people read it: times in their own time zone, lists with commas, objects as JSON. */
export function scalar(value: unknown): string {
  if (isNothing(value)) return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (isMoment(value)) return localMoment(value)
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toFixed(4)))
  if (Array.isArray(value) && isScalar(value)) return value.map(scalar).join(', ')
  return harmless(typeof value === 'string' ? value : JSON.stringify(value))
}
