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
 * Listens on the IPv6 loopback too, where the machine has one, and hands each connection to `server` as if it had come
 * to it (an HTTP server takes sockets by its `connection` event). Resolves with what stops taking more.
 */
export async function listenOnLoopback6(server: Server): Promise<() => void> {
  const { port } = server.address() as AddressInfo
  const second = createServer((socket) => server.emit('connection', socket))
  const listening = await new Promise<boolean>((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(explainPort(error, port, 'HTTP_PORT'))
    })
    second.listen({ host: '::1', port, ipv6Only: true }, () => resolve(true))
  })
  return () => {
    if (listening) second.close()
  }
}
