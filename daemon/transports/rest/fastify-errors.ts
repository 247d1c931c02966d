import type { FastifyError, FastifyRequest } from 'fastify'
import { Failure, invalidRequest, publicFailure } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'

/** The failure to show for what went wrong in a request; it is logged where it is the daemon's own. */
export function failureOf(error: FastifyError, request: FastifyRequest, log: Log): Failure {
  if (error instanceof Failure) return error
  if (error.code?.startsWith('FST_ERR_CTP') || error.statusCode === 400) return badRequest(error, request)
  log.error({ err: error, request_id: request.id }, 'a request failed')
  return publicFailure(error)
}

/** What Fastify refuses by itself, in the words of the catalogue. */
export function badRequest(
  { code, message }: Pick<FastifyError, 'code' | 'message'>,
  { routeOptions }: Pick<FastifyRequest, 'routeOptions'>,
): Failure {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return invalidRequest('', `is larger than ${routeOptions.bodyLimit} bytes`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return invalidRequest('Content-Type', 'must be application/json')
  return invalidRequest('', `was refused: ${message}`)
}
