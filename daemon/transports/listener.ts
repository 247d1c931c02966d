import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { Gateway } from '../gateway/gateway.ts'
import { originCheck } from '../gateway/origin.ts'
import type { Streams } from '../gateway/streams.ts'
import { loopbackNames } from '../kernel/address.ts'
import { isOnLoopback } from '../kernel/access.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Log } from '../kernel/log.ts'
import type { Prover } from '../kernel/proof.ts'
import type { TlsSetup, TrustFiles } from '../kernel/tls.ts'
import { watchTls } from './client-certificates.ts'
import { createGrpcServer } from './grpc/server.ts'
import { explainListening, listenBeside } from './listen.ts'
import { connectionEvent, isLocal } from './local-socket.ts'
import { addMcp } from './mcp/route.ts'
import { type Authorize, addOAuth } from './oauth/routes.ts'
import { addOpenAi } from './openai/route.ts'
import { addDescription } from './rest/documentation.ts'
import { addTrustFiles } from './rest/certificates.ts'
import { createRestServer } from './rest/server.ts'
import { asyncApi } from './ws/asyncapi.ts'
import { attachWebSocket } from './ws/upgrade.ts'

/** A way in over TCP: where it is, who may come by it, and what they call the daemon. */
export interface Listener {
  /** The first is one of the machine; the others are taken where it has them. */
  readonly addresses: readonly [string, ...string[]]
  /** Null for plain HTTP. */
  readonly tls: TlsSetup | null
  /** What `Host` may be, without a port; null for anything. */
  readonly hosts: readonly string[] | null
  readonly admits: (address: string) => boolean
}

export interface Served {
  readonly gateway: Gateway
  readonly streams: Streams
  readonly clock: Clock
  readonly log: Log
  readonly prover: Prover
  /** The figures for Prometheus. */
  readonly exposition: () => Promise<string>
  readonly asyncApi: Parameters<typeof asyncApi>
  /** Between two pings, in milliseconds. */
  readonly heartbeat: number
  readonly authorize: Authorize
  readonly nameOf: (family_member_uuid: string) => string | undefined
  readonly trust: TrustFiles
  /** Counts a connection; false where it is one too many, and closed. */
  readonly takes: (socket: Socket) => boolean
}

/** The ports of a listener; 0 for a free one. */
export interface Ports {
  readonly http: number
  readonly grpc: number
}

/** Where the daemon is always reached: on the loopback, or in detached mode where the settings say. */
export function mainListener({ mode, host, access }: Config, tls: TlsSetup | null): Listener {
  if (mode === 'detached') return { addresses: [host], tls, hosts: null, admits: () => true }
  const hosts = [
    ...loopbackNames,
    ...access.networks.filter(isOnLoopback).flatMap((network) => network.hosts),
  ]
  return { addresses: ['127.0.0.1', '::1'], tls: null, hosts, admits: () => true }
}

/**
 * Listens for REST, WebSocket and gRPC. What was opened is closed by `opening`. Rejects as `listenOn` does, with what is
 * open by then left to `opening`.
 */
export async function openListener(
  opening: AsyncDisposableStack,
  listener: Listener,
  wanted: Ports,
  served: Served,
) {
  const { gateway, streams, clock, log, prover, exposition, heartbeat, takes } = served
  const { addresses, tls, hosts, admits } = listener
  const ports = { ...wanted }
  const arrival = { secure: tls !== null, hosts }
  const checkGrpc = originCheck(arrival, ports, 'grpc')
  const checkOrigin = originCheck(arrival, ports, 'http')
  const loadServices = async () => {
    const { openServices } = await import('./grpc/services.ts')
    return openServices(gateway, streams, tls, checkGrpc)
  }
  const grpc = createGrpcServer(loadServices, { admits, takes }, log)
  opening.defer(() => grpc.close())
  ports.grpc = await grpc.listen(addresses, ports.grpc)

  const rest = createRestServer(gateway, tls, checkOrigin, exposition, prover, log)
  if (tls && rest.server instanceof TlsServer) opening.defer(watchTls(rest.server, tls))
  // Before anything is read from it, with TLS or without.
  rest.server.prependListener('connection', (socket: Socket) => {
    // The programs of this user have a way in of their own, which nobody else can fill.
    if (isLocal(socket)) return
    if (admits(socket.remoteAddress ?? '')) takes(socket)
    else socket.destroy()
  })
  addOpenAi(rest, gateway, log)
  addMcp(rest, gateway, served.nameOf, log)
  addOAuth(rest, served.authorize, log)
  addTrustFiles(rest, served.trust)
  addDescription(rest, 'asyncapi.json', () => JSON.stringify(asyncApi(...served.asyncApi)))
  const closeSockets = attachWebSocket(
    rest.server,
    { gateway, streams, clock, log },
    { checkOrigin, heartbeat },
  )
  opening.defer(() => rest.close())
  opening.defer(closeSockets)
  const connections = countConnections(rest.server)
  const [first, ...others] = addresses
  await rest.listen({ host: first, port: ports.http }).catch((error: unknown) => {
    throw explainListening(error, first, ports.http, 'HTTP_PORT')
  })
  ports.http = (rest.server.address() as AddressInfo).port
  for (const address of others) opening.defer(await listenBeside(rest.server, address))
  return {
    server: rest.server,
    ports,
    connections,
    listening: () => {
      const { listening } = rest.server
      return { rest: listening, websocket: listening, grpc: grpc.listening() }
    },
  }
}

/** How many connections of a server are open, those that became WebSockets among them. */
function countConnections(server: Server): () => number {
  let open = 0
  server.on(connectionEvent(server), (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  return () => open
}
