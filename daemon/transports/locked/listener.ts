import type { AddressInfo, Socket } from 'node:net'
import { originCheck } from '../../gateway/origin.ts'
import { createGrpcServer } from '../grpc/server.ts'
import { explainListening, listenBeside } from '../listen.ts'
import type { Listener, Ports } from '../listener.ts'
import { createLockedServer, type LockedServing } from './server.ts'

interface LockedListening extends LockedServing {
  /** Counts a connection; false where it is one too many, and closed. */
  readonly takes: (socket: Socket) => boolean
}

/**
 * Listens for a locked home, where the daemon will, on the loopback alone; resolves with the ports. What was opened is closed
 * by `opening`. Rejects as `openListener` does.
 */
export async function openLockedListener(
  opening: AsyncDisposableStack,
  { addresses, hosts }: Pick<Listener, 'addresses' | 'hosts'>,
  wanted: Ports,
  serving: LockedListening,
): Promise<Ports> {
  const ports = { ...wanted }
  const arrival = { secure: false, hosts }
  const loadServices = async () => {
    const { openLockedServices } = await import('./services.ts')
    return openLockedServices(originCheck(arrival, ports, 'grpc'))
  }
  const { takes, log } = serving
  const grpc = createGrpcServer(loadServices, { admits: () => true, takes }, log)
  opening.defer(() => grpc.close())
  ports.grpc = await grpc.listen(addresses, ports.grpc)

  const rest = createLockedServer(serving, originCheck(arrival, ports, 'http'))
  rest.server.prependListener('connection', takes)
  opening.defer(() => rest.close())
  const [first, ...others] = addresses
  await rest.listen({ host: first, port: ports.http }).catch((error: unknown) => {
    throw explainListening(error, first, ports.http, 'HTTP_PORT')
  })
  ports.http = (rest.server.address() as AddressInfo).port
  for (const address of others) opening.defer(await listenBeside(rest.server, address))
  return ports
}
