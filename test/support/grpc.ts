import { join } from 'node:path'
import {
  type Client,
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import type { Daemon } from '../../daemon/main.ts'

const proto = join(import.meta.dirname, '..', '..', 'proto', 'companion', 'v1', 'companion.proto')

/** What the generated clients have: a function for each method, by its name in the proto. */
type Methods = Client &
  Record<string, (request: object, metadata: Metadata, callback?: (error: Error | null) => void) => unknown>

/** A client of one service of the proto. */
export function grpcClient(
  { file }: Pick<Daemon, 'file'>,
  service: string,
  address = file.grpc_address,
): Methods {
  const loaded = loadPackageDefinition(
    loadSync(proto, { keepCase: true, longs: Number, enums: String, defaults: true }),
  )
  const { companion } = loaded as unknown as { companion: { v1: Record<string, ServiceClientConstructor> } }
  const Service = companion.v1[service]
  if (!Service) throw new Error(`the proto has no service ${service}`)
  return new Service(address, credentials.createInsecure()) as unknown as Methods
}

export function bearer(token: string): Metadata {
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${token}`)
  return metadata
}

/** Opens a server stream; the messages can be read one by one, and `for await` ends with the stream. */
export function openStream(
  client: Methods,
  method: string,
  request: object,
  metadata: Metadata,
): ClientReadableStream<Record<string, unknown>> {
  const call = client[method]
  if (!call) throw new Error(`the service has no method ${method}`)
  return call.call(client, request, metadata) as ClientReadableStream<Record<string, unknown>>
}
