import { ApiError, errorCode, statusOfCode } from './errors.ts'

export interface ServiceEvent {
  readonly type: string
  readonly id: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>> & { readonly topic: string; readonly seq: number }
}

export interface Inbound {
  readonly type: string
  readonly id: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A message of the client, ready to send, and the id that its answer will repeat. */
export function outbound(type: string, data: object): { id: string; text: string } {
  const id = crypto.randomUUID()
  return { id, text: JSON.stringify({ type, id, timestamp: new Date().toISOString(), data }) }
}

export function isEvent(message: Inbound): message is ServiceEvent {
  return typeof message.data['topic'] === 'string' && typeof message.data['seq'] === 'number'
}

/** What an error that came in a message says. */
export function errorOf({ code, message, details }: Inbound['data']): ApiError {
  const more = typeof details === 'object' && details !== null ? { ...details } : {}
  const reason = 'reason' in more && typeof more.reason === 'string' ? more.reason : String(message)
  return new ApiError({
    status: statusOfCode(code),
    code: errorCode(code),
    message: reason,
    details: more,
  })
}
