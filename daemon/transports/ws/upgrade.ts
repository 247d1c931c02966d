import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bearerToken, type Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import type { Caller } from '../../kernel/context.ts'
import { AuthenticationRequired, NotFound, publicFailure } from '../../kernel/errors.ts'
import { assertCertificate, certificateOf } from '../client-certificates.ts'
import { clientAddress } from '../local-socket.ts'
import { addressing, assertPlainRequest } from '../rest/guard.ts'
import { rawHttpAnswer } from '../rest/raw-answer.ts'
import { openConnection, type Connection, type WebSocketDependencies } from './connection.ts'

interface Options {
  readonly checkOrigin: (addressing: Addressing) => void
  /** Milliseconds between two pings. */
  readonly heartbeat: number
}

const subprotocol = 'service-v1'
const bearerPrefix = 'bearer.'
/** The largest inbound frame, in bytes; a larger one closes with 1009. */
const maxFrameBytes = 65_536

/**
 * Serves `/ws` on an HTTP server. Address, origin and token are checked before the upgrade, so a refusal is a plain HTTP
 * answer. The answer closes every connection with 1001, and lets no other one come about.
 */
export function attachWebSocket(
  server: Server,
  dependencies: WebSocketDependencies,
  options: Options,
): () => void {
  const connections = new Set<Connection>()
  /** Those that wait for an answer, which the server does not close itself any more. */
  const upgrading = new Set<Duplex>()
  let closed = false
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { token, caller } = await admit(request, dependencies.gateway, options.checkOrigin)
    if (socket.destroyed) return
    upgrading.delete(socket)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const client = { token, caller, origin: () => originOf(request) }
      const connection = openConnection(webSocket, client, dependencies)
      if (!connection) return
      connections.add(connection)
      webSocket.once('close', () => connections.delete(connection))
    })
  }

  server.on('upgrade', (request, socket, head) => {
    const ignore = () => {}
    socket.on('error', ignore)
    if (closed) {
      socket.destroy()
      return
    }
    upgrading.add(socket)
    socket.once('close', () => upgrading.delete(socket))
    upgrade(request, socket, head).catch((error: unknown) => {
      socket.end(rawHttpAnswer(publicFailure(error)))
    })
  })

  const heartbeatTimer = setInterval(() => {
    for (const connection of connections) connection.beat()
  }, options.heartbeat)
  heartbeatTimer.unref()

  return () => {
    closed = true
    clearInterval(heartbeatTimer)
    for (const socket of upgrading) socket.destroy()
    for (const connection of connections) connection.end(1001, 'the daemon stops')
  }
}

/** Who wants to connect; throws 404 for another path, 400 and 403 for the wrong address or origin, 401 without a token. */
async function admit(
  request: IncomingMessage,
  gateway: Gateway,
  checkOrigin: Options['checkOrigin'],
): Promise<{ token: string; caller: Caller }> {
  assertPlainRequest(request)
  checkOrigin(addressing(request))
  gateway.assertAddress(clientAddress(request.socket))
  assertCertificate(request.socket)
  if (request.url !== '/ws') throw NotFound()
  const token = offeredToken(request)
  if (token === undefined) throw AuthenticationRequired()
  return { token, caller: await gateway.authenticate(token, originOf(request)) }
}

/** Where a connection comes from, and as which device; throws where its certificate is no longer good. */
const originOf = ({ socket }: IncomingMessage) => ({
  address: clientAddress(socket),
  ...certificateOf(socket),
})

/** The token of the `Authorization` header, or of the subprotocol `bearer.<token>` that a browser can send. */
function offeredToken({ headers }: IncomingMessage): string | undefined {
  if (headers.authorization !== undefined) return bearerToken(headers.authorization)
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  return offered.find((name) => name.startsWith(bearerPrefix))?.slice(bearerPrefix.length)
}
