import type { Socket } from 'node:net'
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedHandleCall,
} from '@grpc/grpc-js'
import { HealthImplementation } from 'grpc-health-check'
import type { Addressing } from '../../gateway/origin.ts'
import { HomeIsLocked } from '../../kernel/errors.ts'
import { checkHost } from '../grpc/host.ts'
import { loadProto, type Services } from '../grpc/services.ts'
import { grpcError } from '../grpc/status.ts'

/** The gRPC services of a locked home: each call is refused, and health says that it does not serve. */
export function openLockedServices(checkOrigin: (addressing: Addressing) => void): Services {
  const server = new Server({ interceptors: [checkHost(checkOrigin, () => {}, undefined)] })
  const { companion } = loadPackageDefinition(loadProto()) as unknown as {
    companion: { v1: Record<string, { service?: ServiceDefinition }> }
  }
  const names: string[] = []
  for (const [name, { service }] of Object.entries(companion.v1)) {
    // The messages of the proto stand beside its services.
    if (!service) continue
    const methods = Object.keys(service).map((method) => [method, refuse] as const)
    server.addService(service, Object.fromEntries(methods))
    names.push(`companion.v1.${name}`)
  }
  const health = new HealthImplementation(
    Object.fromEntries(['', ...names].map((name) => [name, 'NOT_SERVING' as const])),
  )
  health.addToServer(server)
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  return {
    accept: (connection: Socket) => injector.injectConnection(connection),
    close: async () => server.forceShutdown(),
  }
}

/** Ends any call, whether it has one answer or a stream of them. */
const refuse: UntypedHandleCall = (
  call: { emit: (event: 'error', error: object) => unknown },
  callback?: (error: object) => void,
) => {
  const error = grpcError(HomeIsLocked())
  if (callback) callback(error)
  else call.emit('error', error)
}
