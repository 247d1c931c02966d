import { once } from 'node:events'
import { join } from 'node:path'
import {
  type Client,
  type ClientOptions,
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { root } from '../../../build/packaging/layout.ts'
import type { Daemon } from '../../../daemon/main.ts'

const companionProto = join(root, 'proto/companion/v1/companion.proto')

const packages = join(root, 'node_modules')
const reflection = join(packages, '@grpc/reflection/build/proto/grpc/reflection')

/** Where the standard services are declared. */
const standardProtos: Readonly<Record<string, string>> = {
  'grpc.health.v1.Health': join(packages, 'grpc-health-check/proto/health/v1/health.proto'),
  'grpc.reflection.v1.ServerReflection': join(reflection, 'v1/reflection.proto'),
  'grpc.reflection.v1alpha.ServerReflection': join(reflection, 'v1alpha/reflection.proto'),
}

type Unary = (
  request: object,
  metadata: Metadata,
  done: (error: Error | null, answer?: unknown) => void,
) => void

/** A client of a service: one of the companion's by its name, or a standard one by its full name. */
export function grpcClient(
  { file }: Pick<Daemon, 'file'>,
  service: string,
  options: ClientOptions = {},
  security = credentials.createInsecure(),
): Client {
  const standard = standardProtos[service]
  const path = standard ? service : `companion.v1.${service}`
  const loaded = loadSync(standard ?? companionProto, {
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
  })
  const definition = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], loadPackageDefinition(loaded))
  const Service = definition as ServiceClientConstructor
  return new Service(file.grpc_address, security, options)
}

export function bearer(token: string): Metadata {
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${token}`)
  return metadata
}

/** Calls a method that answers once. */
export function call(client: Client, method: string, request: object, metadata: Metadata): Promise<unknown> {
  return new Promise((resolve, reject) => {
    ;(methodOf(client, method) as Unary)(request, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer),
    )
  })
}

/** Opens a server stream; `for await` over it ends with the stream. */
export function openStream(
  client: Client,
  method: string,
  request: object,
  metadata: Metadata,
): ClientReadableStream<Record<string, unknown>> {
  type Streaming = (request: object, metadata: Metadata) => ClientReadableStream<Record<string, unknown>>
  return (methodOf(client, method) as Streaming)(request, metadata)
}

/** Opens a server stream whose messages are asked for one by one; `close` closes the client too. */
export function openReader(client: Client, method: string, request: object, token: string) {
  const stream = openStream(client, method, request, bearer(token))
  stream.on('error', () => {})
  const messages = stream[Symbol.asyncIterator]()
  return {
    /** Resolves with the response headers, which the daemon sends once it has subscribed; rejects with a refusal. */
    ready: () => once(stream, 'metadata'),
    /** The next message; tests look into it freely. Throws where the stream has ended. */
    // oxlint-disable-next-line typescript/no-explicit-any
    next: async (): Promise<any> => {
      const { value, done } = await messages.next()
      if (done) throw new Error('the stream ended')
      return value
    },
    close: () => {
      stream.cancel()
      client.close()
    },
  }
}

/** The function that the loader made for a method, by its name in the proto. */
export function methodOf(client: Client, method: string): (...parameters: never[]) => unknown {
  const methods = client as unknown as Record<string, ((...parameters: never[]) => unknown) | undefined>
  const call = methods[method]
  if (!call) throw new Error(`the service has no method ${method}`)
  return call.bind(client)
}
