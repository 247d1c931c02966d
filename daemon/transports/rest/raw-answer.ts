import { randomUUID } from 'node:crypto'
import { iso, systemClock } from '../../kernel/clock.ts'
import type { Failure } from '../../kernel/errors.ts'
import { errorEnvelope } from './answers.ts'

/** A whole HTTP response that refuses a request outside of any route, and says that the connection ends. */
export function rawHttpAnswer(failure: Failure): string {
  const request_id = randomUUID()
  const body = JSON.stringify(errorEnvelope(failure, { request_id, timestamp: iso(systemClock.now()) }))
  return [
    `HTTP/1.1 ${failure.status} ${failure.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
