import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { Log } from '../../kernel/log.ts'
import type { TlsSetup } from '../../kernel/tls.ts'
import { listenIfAvailable, listenOn } from '../listen.ts'
import type { Services } from './services.ts'

export interface GrpcServer {
  /**
   * Listens at the first address, and at the others where the machine has them; resolves with the port, a free one for 0.
   * Rejects as `listenOn` does.
   */
  listen(addresses: readonly [string, ...string[]], port: number): Promise<number>
  listening(): boolean
  close(): Promise<void>
}

interface GrpcChecks {
  /** Throws where a call names another host. */
  readonly checkOrigin: (addressing: Addressing) => void
  /** Whether anybody at that address may connect. */
  readonly admits: (address: string) => boolean
  /** Counts a connection; false where it is one too many, and closed. */
  readonly takes: (socket: Socket) => boolean
}

/**
 * Makes the gRPC server. It does not listen yet, and loads gRPC with the first connection: most households never use it,
 * and it takes as much time and memory as everything else that listens.
 */
export function createGrpcServer(
  gateway: Gateway,
  streams: Streams,
  tls: TlsSetup | null,
  { checkOrigin, admits, takes }: GrpcChecks,
  log: Log,
): GrpcServer {
  let services: Promise<Services> | undefined
  const load = async () => {
    const { openServices } = await import('./services.ts')
    return openServices(gateway, streams, tls, checkOrigin)
  }
  const accept = (socket: Socket) => {
    if (!admits(socket.remoteAddress ?? '')) {
      socket.destroy()
      return
    }
    if (!takes(socket)) return
    // A client that leaves before gRPC is loaded is nobody's error.
    socket.on('error', () => socket.destroy())
    services ??= load()
    services.then(
      (loaded) => loaded.accept(socket),
      (error: unknown) => {
        log.error({ err: error }, 'gRPC could not be loaded')
        socket.destroy()
      },
    )
  }

  const listener = createServer(accept)
  const others: Server[] = []
  return {
    listening: () => listener.listening,
    listen: async ([first, ...beside], port) => {
      await listenOn(listener, first, port, 'GRPC_PORT')
      const { port: bound } = listener.address() as AddressInfo
      for (const address of beside) {
        const other = createServer(accept)
        others.push(other)
        await listenIfAvailable(other, address, bound, 'GRPC_PORT')
      }
      return bound
    },
    close: async () => {
      for (const one of [listener, ...others]) one.close()
      // Where gRPC could not be loaded, there is nothing to close.
      await (await services?.catch(() => undefined))?.close()
    },
  }
}
