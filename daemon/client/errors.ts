import { type ErrorCode, statusOf } from '../kernel/errors.ts'

/** What an error body or an error message said. */
export interface Refusal {
  readonly status: number
  /** The code of the catalogue; null on the interaction endpoints, whose errors have none. */
  readonly code: ErrorCode | null
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds to wait before another try. */
  readonly retry_after?: number | null
  readonly request_id?: string | null
}

/** The daemon refused a call. */
export class ApiError extends Error implements Refusal {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | null
  readonly details: Readonly<Record<string, unknown>>
  readonly retry_after: number | null
  readonly request_id: string | null

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.status = refusal.status
    this.code = refusal.code
    this.details = refusal.details ?? {}
    this.retry_after = refusal.retry_after ?? null
    this.request_id = refusal.request_id ?? null
  }
}

/** The daemon could not be reached, or what answered is no Companion. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** The session is over: only a new sign-in helps. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError'

  constructor() {
    super('the session has ended')
  }
}

/** Whether a retry may succeed: there was no response, a rate limit, or a failure of the daemon. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

/** The code, if it is one of the catalogue. */
export function errorCode(value: unknown): ErrorCode | null {
  return typeof value === 'string' && Object.hasOwn(statusOf, value) ? (value as ErrorCode) : null
}

/** The code that a status stands for by itself, where an answer has no other: the first of those that it carries. */
export function codeOfStatus(status: number): ErrorCode {
  const [code] = Object.entries(statusOf).find(([, carrier]) => carrier === status) ?? []
  return errorCode(code) ?? 'INTERNAL_ERROR'
}

/** The HTTP status of a code; 500 for one that this client does not know. */
export function statusOfCode(value: unknown): number {
  const code = errorCode(value)
  return code === null ? 500 : statusOf[code]
}
