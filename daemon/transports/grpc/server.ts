import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { Config } from '../../kernel/config.ts'
import type { Log } from '../../kernel/log.ts'
import { listenOn } from '../listen.ts'
import type { Services } from './services.ts'

export interface GrpcServer {
  /** Listens and resolves with the port, a free one for 0. Throws `PortInUse`. */
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

  const listeners: Server[] = []
  const listenTo = async (host: string, port: number) => {
    const listener = createServer(accept)
    if (await listenOn(listener, host, port, 'GRPC_PORT')) listeners.push(listener)
    return listener
  }
  return {
    listening: () => listeners.some((listener) => listener.listening),
    listen: async (host, port) => {
      const bound = ((await listenTo(host, port)).address() as AddressInfo).port
      if (config.mode === 'coupled') await listenTo('::1', bound)
      return bound
    },
    close: async () => {
      for (const listener of listeners) listener.close()
      await (await services)?.close()
    },
  }
}
