import { invalidRequest } from './errors.ts'

/** The years 0 to 9999, which are all that ISO 8601 can say in four digits. */
const writable = { first: Date.parse('0000-01-01T00:00:00Z'), last: Date.parse('9999-12-31T23:59:59.999Z') }

/** Milliseconds since the epoch of an ISO 8601 moment; refused are leap seconds and what leaves the years 0 to 9999. */
export function moment(field: string, text: string): number {
  const milliseconds = Date.parse(text)
  if (!(milliseconds >= writable.first && milliseconds <= writable.last))
    throw invalidRequest(field, 'is not a moment that exists')
  return milliseconds
}
