import type { FastifyReply } from 'fastify'
import type { Quota } from '../../gateway/limits.ts'

/**
 * Tells the client of an answer what its call took from which allowance: `RateLimit-Policy` (calls in a window) and
 * `RateLimit` (calls that are left, seconds until the window ends), as of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function limitHeaders(reply: FastifyReply): (quota: Quota) => void {
  return ({ policy, limit, window, remaining, reset }) => {
    append(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=${window}`)
    append(reply, 'ratelimit', `"${policy}";r=${remaining};t=${reset}`)
  }
}

function append(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name)
  void reply.header(name, before === undefined ? item : `${String(before)}, ${item}`)
}
