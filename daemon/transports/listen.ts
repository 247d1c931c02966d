import { createServer, type AddressInfo, type Server } from 'node:net'
import { portInUse } from '../kernel/parent.ts'

/** A port that another program holds. */
export class PortInUse extends Error {
  /** What a process ends with for this reason. */
  readonly exitCode = portInUse
}

/** Tells which setting frees the way where a port is taken; other errors pass as they are. */
export function explainPort(error: unknown, port: number, setting: string): unknown {
  const { code } = error as NodeJS.ErrnoException
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
 * Listens on the IPv6 loopback too, where the machine has one, and hands each connection to `server` as if it had come
 * to it (an HTTP server takes sockets by its `connection` event). Resolves with what stops taking more.
 */
export async function listenOnLoopback6(server: Server): Promise<() => void> {
  const { port } = server.address() as AddressInfo
  const second = createServer((socket) => server.emit('connection', socket))
  const listening = await listenOn(second, '::1', port, 'HTTP_PORT')
  return () => {
    if (listening) second.close()
  }
}

/** Listens, and resolves with whether the machine has that address. Rejects with `PortInUse` where the port is taken on it. */
export function listenOn(server: Server, host: string, port: number, setting: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(explainPort(error, port, setting))
    })
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(true))
  })
}
