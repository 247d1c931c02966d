import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'
import { listenIfAvailable, listenOn } from '../listen.ts'
import type { Services } from './services.ts'

export interface GrpcServer {
  /** Listens and resolves with the port, a free one for 0. Rejects as `listenOn` does. */
  listen(host: string, port: number): Promise<number>
  listening(): boolean
  close(): Promise<void>
}

/**
 * Makes the gRPC server. It does not listen yet, and loads gRPC with the first connection: most households never use it,
 * and it takes as much time and memory as everything else that listens.
 */
export function createGrpcServer(
  gateway: Gateway,
  streams: Streams,
  config: Pick<Config, 'mode' | 'tls'>,
  checkOrigin: (addressing: Addressing) => void,
  log: Log,
): GrpcServer {
  let services: Promise<Services> | undefined
  const load = async () => {
    const { openServices } = await import('./services.ts')
    return openServices(gateway, streams, config, checkOrigin)
  }
  const accept = (socket: Socket) => {
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
  const loopback6 = createServer(accept)
  return {
    listening: () => listener.listening,
    listen: async (host, port) => {
      await listenOn(listener, host, port, 'GRPC_PORT')
      const { port: bound } = listener.address() as AddressInfo
      if (config.mode === 'coupled') await listenIfAvailable(loopback6, '::1', bound, 'GRPC_PORT')
      return bound
    },
    close: async () => {
      listener.close()
      loopback6.close()
      // Where gRPC could not be loaded, there is nothing to close.
      await (await services?.catch(() => undefined))?.close()
    },
  }
}
