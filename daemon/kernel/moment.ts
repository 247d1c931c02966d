import { invalidRequest } from './errors.ts'

/** The years 0 to 9999, which are all that ISO 8601 can say in four digits. */
const writable = { first: Date.parse('0000-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') }

/** A date with a time and an offset: what else `Date` reads depends on where it runs, or was never meant as a moment. */
const whole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since the epoch of an ISO 8601 moment that was written by whomever; null where it is none. */
export function readMoment(value: unknown): number | null {
  const milliseconds = typeof value === 'string' && whole.test(value) ? Date.parse(value) : NaN
  return isWritable(milliseconds) ? milliseconds : null
}

/** Milliseconds since the epoch of an ISO 8601 moment; refused are leap seconds and what leaves the years 0 to 9999. */
export function moment(field: string, text: string): number {
  const milliseconds = Date.parse(text)
  if (!isWritable(milliseconds)) throw invalidRequest(field, 'is not a moment that exists')
  return milliseconds
}

/** Whether ISO 8601 can say a moment in four digits of the year; not so where there is none, `NaN`. */
export function isWritable(milliseconds: number): boolean {
  return milliseconds >= writable.first && milliseconds <= writable.last
}
