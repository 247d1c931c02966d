import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import { fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
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
import type { TlsSetup } from '../../kernel/tls.ts'
import { isRefused, tlsOptions, watchTls } from '../client-certificates.ts'
import { programFile } from '../../kernel/program.ts'
import { companionService } from './companion-service.ts'
import { compressReplies } from './compression.ts'
import { checkHost, clientsBy } from './host.ts'
import { memoryService } from './memory-service.ts'
import { subscribe } from './message-bus.ts'
import { recognitionService } from './recognition-service.ts'

const protoFile = programFile('proto/companion/v1/companion.proto')
/** What every file of the proto says, with all that these import; `npm run generate` writes it. */
const descriptors = programFile('proto/descriptors.binpb')
/** Calls of one connection at a time; what is more waits in the client. */
const maxConcurrentCalls = 100
/** How long open calls may take to end when the server stops, in milliseconds. */
const shutdownTimeoutMs = 500

/** The gRPC services, for connections that somebody else accepts. */
export interface Services {
  /** Serves a connection; with TLS in detached mode. */
  accept(connection: Socket): void
  /** Ends every connection, the calls on them within half a second. */
  close(): Promise<void>
}

/** What the proto declares. */
export const loadProto = () =>
  loadSync(protoFile, { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true })

/** Opens the services of the proto, health and reflection. */
export function openServices(
  gateway: Gateway,
  streams: Streams,
  setup: TlsSetup | null,
  checkOrigin: (addressing: Addressing) => void,
): Services {
  compressReplies()
  const loaded = loadPackageDefinition(loadProto())
  const server = new Server({
    interceptors: [checkHost(checkOrigin, gateway.assertAddress, setup?.clients)],
    'grpc.max_receive_message_length': 262_144,
    'grpc.max_concurrent_streams': maxConcurrentCalls,
  })
  const clientOf = clientsBy(setup?.clients)
  const add = (name: string, methods: UntypedServiceImplementation) =>
    server.addService(serviceOf(loaded, name).service, methods)
  add('CompanionService', companionService(gateway, streams, clientOf))
  add('MessageBusService', { Subscribe: subscribe(gateway, streams, clientOf) })
  add('MemoryService', memoryService(gateway, streams, clientOf))
  add('RecognitionService', recognitionService(gateway, clientOf))
  const health = new HealthImplementation({
    '': 'SERVING',
    'companion.v1.CompanionService': 'SERVING',
    'companion.v1.MessageBusService': 'SERVING',
    'companion.v1.MemoryService': 'SERVING',
    'companion.v1.RecognitionService': 'SERVING',
  })
  health.addToServer(server)
  addReflection(server)
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const entrance = setup && openTls(setup, (connection) => injector.injectConnection(connection))

  return {
    accept: (connection) => (entrance ? entrance.accept(connection) : injector.injectConnection(connection)),
    close: () =>
      new Promise((resolve) => {
        health.setStatus('', 'NOT_SERVING')
        entrance?.close()
        const force = setTimeout(() => server.forceShutdown(), shutdownTimeoutMs)
        server.tryShutdown(() => {
          clearTimeout(force)
          resolve()
        })
      }),
  }
}

/**
 * Serves reflection, v1 and v1alpha: clients that have no proto can call everything that the daemon offers. It says what
 * was written down of the proto: what the loader makes of it lacks the names of files, and what each imports.
 */
function addReflection(server: Server): void {
  const { file } = fromBinary(FileDescriptorSetSchema, readFileSync(descriptors))
  const fileDescriptorProtos = file.map((one) => Buffer.from(toBinary(FileDescriptorProtoSchema, one)))
  const files = { format: 'Protocol Buffer 3 EnumDescriptorProto', type: {}, fileDescriptorProtos } as const
  new ReflectionService({ files }).addToServer(server)
}

function serviceOf(loaded: GrpcObject, name: string): ServiceClientConstructor {
  const { companion } = loaded as { companion: { v1: Record<string, ServiceClientConstructor> } }
  const service = companion.v1[name]
  if (!service) throw new Error(`the proto has no service ${name}`)
  return service
}

/**
 * Takes TLS off connections before gRPC has them: its library knows neither an oldest version of TLS, nor certificates of
 * clients that may be left out.
 */
function openTls(setup: TlsSetup, opened: (connection: Socket) => void) {
  const server = createServer({ ...tlsOptions(setup), ALPNProtocols: ['h2'] })
  const unwatch = watchTls(server, setup)
  server.on('secureConnection', (connection) => {
    connection.on('error', () => connection.destroy())
    if (isRefused(connection)) connection.destroy()
    else opened(connection)
  })
  server.on('tlsClientError', (_error, connection) => connection.destroy())
  return {
    accept: (connection: Socket) => void server.emit('connection', connection),
    close: unwatch,
  }
}
