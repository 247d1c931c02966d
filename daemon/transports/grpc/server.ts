import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Log } from '../../kernel/log.ts'
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
  readonly admits: (address: string) => boolean
  /** Counts a connection; false where it is one too many, and closed. */
  readonly takes: (socket: Socket) => boolean
}

/**
 * Makes the gRPC server. It does not listen yet, and loads its services with the first connection: most households never use
 * it, and it takes as much time and memory as everything else that listens.
 */
export function createGrpcServer(
  load: () => Promise<Services>,
  { admits, takes }: GrpcChecks,
  log: Log,
): GrpcServer {
  let services: Promise<Services> | undefined
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
