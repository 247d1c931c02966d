import type { FastifyInstance } from 'fastify'
import type { Addressing } from '../../gateway/origin.ts'
import { iso } from '../../kernel/clock.ts'
import { type UnlockService, UnlockAttempt } from '../../kernel/encryption/unlock-service.ts'
import { HomeIsLocked, publicFailure } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { restRoot } from '../../kernel/operation.ts'
import type { Prover } from '../../kernel/proof.ts'
import { compileInput } from '../../kernel/validate.ts'
import { version } from '../../kernel/version.ts'
import { answer } from '../rest/answers.ts'
import { everyone } from '../rest/route-access.ts'
import { addressing, assertPlainRequest } from '../rest/guard.ts'
import { addProof } from '../rest/proof.ts'
import { rawHttpAnswer } from '../rest/raw-answer.ts'
import { createBareServer, endServiceWorkers } from '../rest/server.ts'
import { addWebUi } from '../rest/web-ui.ts'

export interface LockedServing {
  readonly unlockService: UnlockService
  readonly prover: Prover
  readonly log: Log
  /** Where the daemon is reached once it is unlocked, where that is not here; else null. */
  readonly next: () => string | null
  /** Milliseconds since the epoch. */
  readonly started_at: number
}

const assertAttempt = compileInput(UnlockAttempt)
/** The largest body, in bytes. */
const bodyLimit = 8_192

/**
 * Makes the HTTP server of a locked home. It holds nothing of the home: the page that asks for the passphrase, `/unlock` for it,
 * and whether it lives. Everything else is refused, a WebSocket too. It does not listen yet.
 */
export function createLockedServer(
  { unlockService, prover, log, next, started_at }: LockedServing,
  checkOrigin: (addressing: Addressing) => void,
): FastifyInstance {
  const server = createBareServer({
    tls: null,
    check: ({ raw }) => checkOrigin(addressing(raw)),
    otherwise: HomeIsLocked,
    log,
  })
  const state = () => ({ ...unlockService.state(), next: next() })
  server.get('/healthz', everyone, (_request, reply) => reply.send({ status: unlockService.state().status }))
  server.get(`${restRoot}/health`, everyone, (request, reply) =>
    answer(request, reply, 200, {
      status: unlockService.state().status,
      version,
      started_at: iso(started_at),
      uptime_seconds: Math.floor((Date.now() - started_at) / 1_000),
      components: {},
    }),
  )
  server.get('/unlock', everyone, (_request, reply) =>
    reply.send({ ...state(), passkeys: unlockService.passkeys() }),
  )
  server.post('/unlock', { ...everyone, bodyLimit }, async (request, reply) => {
    assertAttempt(request.body)
    await unlockService.unlock(request.body as UnlockAttempt)
    return reply.send(state())
  })
  addProof(server, prover)
  endServiceWorkers(server)
  addWebUi(server)
  server.server.on('upgrade', (request, socket) => {
    socket.on('error', () => {})
    try {
      assertPlainRequest(request)
      checkOrigin(addressing(request))
      throw HomeIsLocked()
    } catch (error) {
      socket.end(rawHttpAnswer(publicFailure(error)))
    }
  })
  return server
}
