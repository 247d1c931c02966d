import { randomUUID } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { compileInput } from '../../kernel/validate.ts'
import type { LoggedEvent } from '../../gateway/event-log.ts'
import type { Subscribed } from '../../gateway/streams.ts'
import { iso, systemClock } from '../../kernel/clock.ts'
import { type Failure, payloadMissing } from '../../kernel/errors.ts'
import { closed } from '../../kernel/schema.ts'

/** Room for the longest input of an operation that is watched, every character of it escaped. */
const maxTopicLength = 2_000

const topics = Type.Array(Type.String({ minLength: 1, maxLength: maxTopicLength }), {
  minItems: 1,
  maxItems: 50,
})

const inbound = <K extends string, D extends TSchema>(type: K, data: D) =>
  Type.Object(
    {
      type: Type.Literal(type),
      id: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
      timestamp: Type.Optional(Type.String({ format: 'date-time' })),
      data,
    },
    closed,
  )

/** What a client may send, by type. */
export const inboundSchemas = {
  subscribe: inbound(
    'subscribe',
    Type.Object({ topics, resume_from: Type.Optional(Type.Integer({ minimum: 0 })) }, closed),
  ),
  // What a message may be is said by the operation that it goes to.
  message: inbound('message', Type.Record(Type.String(), Type.Unknown())),
  unsubscribe: inbound('unsubscribe', Type.Object({ topics }, closed)),
  request: inbound(
    'request',
    Type.Object(
      {
        operation: Type.String({ minLength: 1, maxLength: 200 }),
        payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        idempotency_key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      closed,
    ),
  ),
  authenticate: inbound(
    'authenticate',
    Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 8_192 }) }, closed),
  ),
}

const Inbound = Type.Object({ type: Type.Enum(Object.keys(inboundSchemas)) })

export type Inbound = {
  [K in keyof typeof inboundSchemas]: Static<(typeof inboundSchemas)[K]>
}[keyof typeof inboundSchemas]

const assertTyped = compileInput(Inbound)
const assertType = Object.fromEntries(
  Object.entries(inboundSchemas).map(([type, schema]) => [type, compileInput(schema)]),
)

const requestFields: readonly string[] = Object.keys(inboundSchemas.request.properties.data.properties)

function hasBareFields(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || 'payload' in data) return false
  return Object.keys(data).some((key) => !requestFields.includes(key))
}

/** The message that `value` is; throws `INVALID_REQUEST` where it is none. */
export function readInbound(value: unknown): Inbound {
  assertTyped(value)
  // Each check has passed it before the next one looks.
  const inbound = value as Inbound
  if (inbound.type === 'request' && hasBareFields(inbound.data)) throw payloadMissing()
  assertType[inbound.type]?.(inbound)
  return inbound
}

/** A message of the server, ready to send. */
export function outbound(type: string, data: Record<string, unknown>): string {
  return JSON.stringify({ type, id: randomUUID(), timestamp: iso(systemClock.now()), data })
}

/** An event of a topic, with the number from which to resume. */
export function eventMessage({ seq, topic, type, message }: LoggedEvent): string {
  const { message_uuid: id, timestamp } = message.metadata
  return JSON.stringify({ type, id, timestamp, data: { ...message.payload, topic, seq } })
}

export function subscribedMessage({ topics, seq, missed }: Subscribed, reply: { reply_to?: string }): string {
  return outbound('subscribed', { ...reply, topics, seq, ...(missed === null ? {} : { missed }) })
}

export function errorMessage({ code, message, details }: Failure, reply: { reply_to?: string }): string {
  return outbound('error', { ...reply, code, message, details })
}
