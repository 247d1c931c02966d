import type { FastifyInstance } from 'fastify'
import { invalidRequest } from '../../kernel/errors.ts'
import { nonceFormat, proofPath, type Prover } from '../../kernel/proof.ts'
import { arrivalAddress } from '../local-socket.ts'
import { everyone } from './route-access.ts'

/**
 * Proves to the programs of this machine that they speak with their daemon, before they send anything. It needs no token,
 * and costs less than any page.
 */
export function addProof(server: FastifyInstance, prover: Prover): void {
  server.get<{ Querystring: { nonce?: string | string[] } }>(proofPath, everyone, (request, reply) => {
    const { nonce } = request.query
    if (typeof nonce !== 'string' || !nonceFormat.test(nonce))
      throw invalidRequest('nonce', 'must be 22 to 128 characters of base64url')
    return reply.send({ signature: prover.sign(nonce, arrivalAddress(request.raw.socket)) })
  })
}
