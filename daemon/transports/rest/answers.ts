import type { FastifyReply, FastifyRequest } from 'fastify'
import { iso, systemClock } from '../../kernel/clock.ts'
import { type Failure, invalidRequest, payloadMissing, sentence } from '../../kernel/errors.ts'
import { bodyOf, restRoot } from '../../kernel/operation.ts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { compileInput } from '../../kernel/validate.ts'
import { lazy } from '../../kernel/lazy.ts'
import { closed } from '../../kernel/schema.ts'
import { version } from '../../kernel/version.ts'

/** Sends a result in the shape of its route. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  result: unknown,
): FastifyReply {
  const body = isBare(request) ? result : successEnvelope(result, answered(request))
  return reply.code(status).send(body)
}

/** Sends a failure in the shape of its route. */
export function refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const body = isBare(request) ? bareError(failure) : errorEnvelope(failure, answered(request))
  return refuseWith(reply, failure, body)
}

/** Sends a failure with a custom body, and the headers of its status; `challenge` says what a token would have to be. */
export function refuseWith(
  reply: FastifyReply,
  failure: Failure,
  body: object,
  challenge = 'Bearer',
): FastifyReply {
  const { retry_after_seconds: wait, nonce } = failure.details
  if (failure.status === 429) void reply.header('retry-after', typeof wait === 'number' ? Math.ceil(wait) : 1)
  if (failure.status === 401) void reply.header('www-authenticate', challenge)
  if (typeof nonce === 'string') void reply.header('dpop-nonce', nonce)
  return reply.code(failure.status).send(body)
}

const isBare = ({ url }: FastifyRequest) =>
  url.startsWith(restRoot) && bodyOf(url.slice(restRoot.length)) === 'bare'

const answered = (request: FastifyRequest) => ({ request_id: request.id, timestamp: iso(systemClock.now()) })

export const RequestMetadata = Type.Object(
  {
    request_id: Type.Optional(Type.String({ format: 'uuid' })),
    timestamp: Type.Optional(Type.String({ format: 'date-time' })),
    client_version: Type.Optional(
      Type.String({ pattern: '^\\d+(\\.\\d+){0,3}([-+][0-9A-Za-z.+-]+)?$', maxLength: 64 }),
    ),
  },
  { ...closed, $id: 'RequestMetadata' },
)

export const ResponseMetadata = Type.Object(
  {
    request_id: Type.String({ format: 'uuid' }),
    timestamp: Type.String({ format: 'date-time' }),
    status: Type.Enum(['success', 'error']),
    version: Type.String(),
  },
  { $id: 'ResponseMetadata' },
)

const assertMetadata = compileInput(RequestMetadata, 'metadata')
const hasMetadata = lazy(() =>
  Compile(Type.Object({ metadata: Type.Object({ request_id: Type.String({ format: 'uuid' }) }) })),
)

/** The request id that a body brings, also where the rest of it is not valid. */
export function sentRequestId(body: unknown): string | undefined {
  return hasMetadata().Check(body) ? body.metadata.request_id : undefined
}

/** The payload of a request envelope; throws 400 where it is none. */
export function openEnvelope(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw invalidRequest('', 'must be a JSON object with metadata and payload')
  const { metadata, payload, ...rest } = body
  const [extra] = Object.keys(rest)
  // Whoever sends the fields bare is told where they belong.
  if (payload === undefined) throw payloadMissing()
  if (extra !== undefined) throw invalidRequest(extra, 'is unknown')
  if (metadata !== undefined) assertMetadata(metadata)
  if (!isObject(payload)) throw invalidRequest('payload', 'must be object')
  return payload
}

interface EnvelopeFacts {
  readonly request_id: string
  /** ISO 8601. */
  readonly timestamp: string
}

export function successEnvelope(data: unknown, answered: EnvelopeFacts): object {
  return { metadata: { ...answered, status: 'success', version }, data }
}

export function errorEnvelope({ code, message, details }: Failure, answered: EnvelopeFacts): object {
  return { metadata: { ...answered, status: 'error', version }, error: { code, message, details } }
}

/** The error body of the interaction endpoints: one sentence, of the table where the table has one. */
export function bareError(failure: Failure): { detail: string } {
  if (failure.status === 401) return { detail: 'authentication required' }
  if (failure.status === 403) return { detail: 'insufficient permissions' }
  return { detail: sentence(failure) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
