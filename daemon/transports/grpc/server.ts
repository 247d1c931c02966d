import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import {
  type GrpcObject,
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServiceClientConstructor,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'
import { HealthImplementation } from 'grpc-health-check'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Addressing } from '../../gateway/origin.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { Config } from '../../kernel/config.ts'
import { programFile } from '../../kernel/program.ts'
import { requireFreePort } from '../listen.ts'
import { companionService } from './companion-service.ts'
import { checkHost } from './host.ts'
import { memoryService } from './memory-service.ts'
import { subscribe } from './message-bus.ts'

const protoFile = programFile('proto/companion/v1/companion.proto')
/** How long open calls may take to end when the server stops, in milliseconds. */
const grace = 500

export interface GrpcServer {
  /** Listens and resolves with the port, a free one for 0. Throws `PortInUse`. */
  listen(host: string, port: number): Promise<number>
  listening(): boolean
  close(): Promise<void>
}

/** Makes the gRPC server: the services of the proto, health and reflection. It does not listen yet. */
export function createGrpcServer(
  gateway: Gateway,
  streams: Streams,
  config: Pick<Config, 'mode' | 'tls'>,
  checkOrigin: (addressing: Addressing) => void,
): GrpcServer {
  const definition = loadSync(protoFile, {
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  })
  const loaded = loadPackageDefinition(definition)
  const server = new Server({
    interceptors: [checkHost(checkOrigin, gateway.assertAddress)],
    'grpc.max_receive_message_length': 262_144,
  })
  const add = (name: string, methods: UntypedServiceImplementation) =>
    server.addService(serviceOf(loaded, name).service, methods)
  add('CompanionService', companionService(gateway, streams))
  add('MessageBusService', { Subscribe: subscribe(gateway, streams) })
  add('MemoryService', memoryService(gateway, streams))
  const health = new HealthImplementation({
    '': 'SERVING',
    'companion.v1.CompanionService': 'SERVING',
    'companion.v1.MemoryService': 'SERVING',
  })
  health.addToServer(server)
  new ReflectionService(definition).addToServer(server)

  const credentials = credentialsOf(config)
  const bind = (host: string, port: number) =>
    new Promise<number>((resolve, reject) => {
      server.bindAsync(`${host}:${port}`, credentials, (error, bound) => {
        if (error) reject(error)
        else resolve(bound)
      })
    })

  let listening = false
  return {
    listening: () => listening,
    listen: async (host, port) => {
      await requireFreePort(host, port, 'GRPC_PORT')
      const bound = await bind(host.includes(':') ? `[${host}]` : host, port)
      if (config.mode === 'coupled' && (await requireFreePort('::1', bound, 'GRPC_PORT')))
        await bind('[::1]', bound)
      listening = true
      return bound
    },
    close: () =>
      new Promise((resolve) => {
        listening = false
        health.setStatus('', 'NOT_SERVING')
        const force = setTimeout(() => server.forceShutdown(), grace)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}

function serviceOf(loaded: GrpcObject, name: string): ServiceClientConstructor {
  const { companion } = loaded as { companion: { v1: Record<string, ServiceClientConstructor> } }
  const service = companion.v1[name]
  if (!service) throw new Error(`the proto has no service ${name}`)
  return service
}

function credentialsOf({ mode, tls: files }: Pick<Config, 'mode' | 'tls'>): ServerCredentials {
  if (mode !== 'detached' || !files.cert || !files.key) return ServerCredentials.createInsecure()
  // grpc-js has no option for the oldest TLS version and takes the process's; the daemon wants 1.3 everywhere.
  tls.DEFAULT_MIN_VERSION = 'TLSv1.3'
  return ServerCredentials.createSsl(null, [
    { cert_chain: readFileSync(files.cert), private_key: readFileSync(files.key) },
  ])
}
