import { createServer, type AddressInfo, type Server } from 'node:net'

/** A port that another program holds. */
export class PortInUse extends Error {}

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
 * Resolves with whether this machine has the address, and rejects with `PortInUse` where the port is taken on it: for
 * listeners that do not say themselves why they cannot listen.
 */
export async function requireFreePort(host: string, port: number, setting: string): Promise<boolean> {
  const probe = createServer()
  const listening = await listens(probe, host, port, setting)
  await new Promise<void>((resolve) => (listening ? probe.close(() => resolve()) : resolve()))
  return listening
}

/**
 * Listens on the IPv6 loopback too, where the machine has one, and hands each connection to `server` as if it had come
 * to it (an HTTP server takes sockets by its `connection` event). Resolves with what stops taking more.
 */
export async function listenOnLoopback6(server: Server): Promise<() => void> {
  const { port } = server.address() as AddressInfo
  const second = createServer((socket) => server.emit('connection', socket))
  const listening = await listens(second, '::1', port, 'HTTP_PORT')
  return () => {
    if (listening) second.close()
  }
}

/** False where the machine has no such address. */
function listens(server: Server, host: string, port: number, setting: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(explainPort(error, port, setting))
    })
    server.listen({ host, port, ipv6Only: host === '::1' }, () => resolve(true))
  })
}
