import type { FastifyReply, FastifyRequest } from 'fastify'
import { iso, systemClock } from '../../kernel/clock.ts'
import type { Failure } from '../../kernel/errors.ts'
import { bodyOf, restRoot } from '../../kernel/operation.ts'
import { bareError, errorEnvelope, successEnvelope } from './envelope.ts'

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
