import { createServer, type AddressInfo, type Server } from 'node:net'
import { portInUse } from '../kernel/parent.ts'

/** A port that another program holds. */
export class PortInUse extends Error {
  /** What a process ends with for this reason. */
  readonly exitCode = portInUse
}

class AddressNotAvailable extends Error {}

/** Tells which setting helps where a port is taken or an address is not this machine's; other errors pass as they are. */
export function explainListening(error: unknown, host: string, port: number, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')
    return new AddressNotAvailable(
      `this machine has no address ${host}; choose another with COMPANION_HOST (0.0.0.0 is every address of it)`,
    )
  if (code === 'EADDRINUSE') {
    return new PortInUse(
      `port ${port} is in use by another program; choose another with COMPANION_${setting}`,
    )
  }
  if (code === 'EACCES')
    return new PortInUse(`port ${port} may not be used; choose another with COMPANION_${setting}`)
  return error
}

/**
 * Listens on the port of `server` at another address too, where the machine has it, and hands each connection to `server`
 * as if it had come to it (an HTTP server takes sockets by its `connection` event). Resolves with what stops taking more.
 */
export async function listenBeside(server: Server, address: string): Promise<() => void> {
  const { port } = server.address() as AddressInfo
  const second = createServer((socket) => server.emit('connection', socket))
  await listenIfAvailable(second, address, port, 'HTTP_PORT')
  return () => {
    second.close()
  }
}

/** Listens where the machine has that address. Rejects with `PortInUse` where the port is taken on it. */
export async function listenIfAvailable(
  server: Server,
  host: string,
  port: number,
  setting: string,
): Promise<void> {
  try {
    await listenOn(server, host, port, setting)
  } catch (error) {
    if (!(error instanceof AddressNotAvailable)) throw error
  }
}

/** Listens. Rejects with `PortInUse` where the port is taken, and clearly where the machine has no such address. */
export function listenOn(server: Server, host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, host, port, setting)))
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve())
  })
}
