import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import fastifyStatic from '@fastify/static'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import { type Failure, invalidRequest, NotFound } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { Prover } from '../../kernel/proof.ts'
import type { TlsSetup } from '../../kernel/tls.ts'
import { assertCertificate, tlsOptions } from '../client-certificates.ts'
import { clientAddress } from '../local-socket.ts'
import { refuse } from './answers.ts'
import { endWithAnswer, limitArrival, addressing, assertPlainRequest } from './guard.ts'
import { addDocumentation } from './documentation.ts'
import { rawHttpAnswer } from './raw-answer.ts'
import { badRequest, failureOf } from './fastify-errors.ts'
import { takeJson } from './bodies.ts'
import { addMetrics } from './metrics.ts'
import { addLines, bringsLines } from './ndjson.ts'
import { addProof } from './proof.ts'
import { everyone } from './route-access.ts'
import { addRoutes } from './routes.ts'
import { addWebUi } from './web-ui.ts'

/** The largest body, in bytes. */
const maxBodyBytes = 262_144
/** How long the head of a request may take, and how long its body, in milliseconds; lines take as long as they take. */
const arrivalTimeoutMs = 30_000

/** Makes the HTTP server: every operation as a route, the documentation, `/healthz`, `/metrics`. It does not listen yet. */
export function createRestServer(
  gateway: Gateway,
  tls: TlsSetup | null,
  checkOrigin: (addressing: Addressing) => void,
  exposition: () => Promise<string>,
  prover: Prover,
  log: Log,
): FastifyInstance {
  const check = (request: FastifyRequest) => {
    checkOrigin(addressing(request.raw))
    gateway.assertAddress(clientAddress(request.raw.socket))
    if (!request.routeOptions.config.withoutCertificate) assertCertificate(request.raw.socket)
  }
  const server = createBareServer({ tls, check, otherwise: NotFound, log })
  addLines(server)
  server.get('/healthz', everyone, (_request, reply) => reply.send({ status: 'ok' }))
  addProof(server, prover)
  endServiceWorkers(server)
  addRoutes(server, gateway)
  addMetrics(server, gateway, exposition)
  addDocumentation(server, gateway.operations)
  addWebUi(server)
  return server
}

interface BareServer {
  readonly tls: TlsSetup | null
  /** Throws where nobody may ask this, whatever it is. */
  readonly check: (request: FastifyRequest) => void
  /** What is said of everything that is no route. */
  readonly otherwise: () => Failure
  readonly log: Log
}

/** Makes an HTTP server that is as strict as each of them, and has no route yet. */
export function createBareServer({ tls, check, otherwise, log }: BareServer): FastifyInstance {
  const always = securityHeaders(tls !== null)
  const head = (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(always).header('x-request-id', request.id)
  }
  const answers = new WeakMap<Duplex, ServerResponse>()
  const server: FastifyInstance = Fastify({
    ...serverOptions(tls),
    logger: false,
    bodyLimit: maxBodyBytes,
    trustProxy: false,
    exposeHeadRoutes: true,
    forceCloseConnections: true,
    return503OnClosing: false,
    // Bodies have their own: see below.
    requestTimeout: 0,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 256, ignoreTrailingSlash: false },
    // What cannot be routed passes no hook.
    frameworkErrors: (error, request, reply) => {
      head(request, reply)
      void refuse(request, reply, badRequest(error, request))
    },
    clientErrorHandler: (_error, socket) => {
      const answer = answers.get(socket)
      // In the middle of an answer another one would look like a part of it.
      if (answer?.headersSent && !answer.writableFinished) socket.destroy()
      else if (socket.writable) socket.end(rawHttpAnswer(invalidRequest('', 'is not valid HTTP')))
    },
  })
  takeJson(server)
  server.addHook('onRequest', (request, reply, done) => {
    head(request, reply)
    answers.set(request.raw.socket, reply.raw)
    if (bringsLines(request)) endWithAnswer(request.raw, reply.raw)
    else limitArrival(request.raw, arrivalTimeoutMs, () => endLate(reply))
    assertPlainRequest(request.raw)
    check(request)
    done()
  })
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`the route ${String(method)} ${url} has no access`)
  })
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    refuse(request, reply, failureOf(error, request, log)),
  )
  server.setNotFoundHandler((request, reply) => refuse(request, reply, otherwise()))
  refuseOutright(server.server)
  // Routes send files; where a compressed copy lies beside one, that is sent to who takes it.
  void server.register(fastifyStatic, { serve: false, preCompressed: true })
  return server
}

function serverOptions(tls: TlsSetup | null) {
  const http: ServerOptions = {
    // A request without Host is refused by the origin check, in words.
    requireHostHeader: false,
    headersTimeout: arrivalTimeoutMs,
    // An offer of another protocol may be left aside (RFC 9110, 7.8); curl makes one for HTTP/2.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  }
  return tls === null ? { http } : { https: { ...http, ...tlsOptions(tls) } }
}

function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

function endLate({ raw }: FastifyReply): void {
  if (raw.headersSent) raw.destroy()
  else raw.socket?.end(rawHttpAnswer(invalidRequest('', 'took too long to arrive')), () => raw.destroy())
}

/** What never reaches a route: `Expect` with anything but `100-continue` would be Node's own 417, `CONNECT` silence. */
function refuseOutright(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.end(rawHttpAnswer(NotFound()))
  })
  server.on('checkExpectation', (request: IncomingMessage) => {
    request.socket.end(rawHttpAnswer(invalidRequest('Expect', 'is not supported')))
  })
}

/** Where a page is loaded anew, once a service worker has let it go. */
const clearing = '/clear'

/**
 * Unregisters itself, and loads the pages anew that the one before it held, now from the daemon. None of it may be waited
 * for in `waitUntil`: a page is not loaded before the worker that held it is activated.
 */
const ending = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', async () => {
  await self.registration.unregister()
  for (const page of await self.clients.matchAll({ type: 'window' }))
    void page.navigate('${clearing}' + new URL(page.url).hash)
})
`

/**
 * Ends the service workers that another program has left under this address: one would go on answering in the daemon's
 * name, and read what is typed. The pages have none, so whoever asks for the script of one, at whatever path, gets one
 * that ends itself; then the browser clears what that program has kept beside it.
 */
export function endServiceWorkers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers['service-worker'] !== 'script') return undefined
    return reply.header('service-worker-allowed', '/').type('text/javascript').send(ending)
  })
  server.get(clearing, everyone, (request, reply) => {
    // A link on a page elsewhere clears nothing.
    if (request.headers['sec-fetch-site'] === 'same-origin')
      void reply.header('clear-site-data', '"cache", "storage"')
    return reply.redirect('/')
  })
}
