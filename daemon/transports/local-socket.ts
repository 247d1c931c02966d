import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { Server as TlsServer } from 'node:tls'
import type { Log } from '../kernel/log.ts'
import { isPipe, isPrivate } from '../kernel/local-socket.ts'
import { addressText } from '../kernel/address.ts'

/** Where everything counts as coming from that comes over the socket of the home. */
const localAddress = '127.0.0.1'

/** The connections over it: one over TCP that is gone has no address either. */
const local = new WeakMap<object, string>()

/** Whether a connection comes over the socket of the home. */
export const isLocal = (socket: object): boolean => local.has(socket)

/** The address of a client, without its port. */
export function clientAddress(socket: Pick<Socket, 'remoteAddress'>): string {
  return isLocal(socket) ? localAddress : (socket.remoteAddress ?? '')
}

/** Where a connection has arrived: an address with its port, or the path of the socket. */
export function arrivalAddress(socket: Pick<Socket, 'localAddress' | 'localPort'>): string {
  return local.get(socket) ?? addressText(socket.localAddress ?? '', socket.localPort ?? 0)
}

/** What an HTTP server is told of a new connection by; with TLS, once that is set up. */
export const connectionEvent = (server: Server) =>
  server instanceof TlsServer ? 'secureConnection' : 'connection'

/**
 * Listens at `path` for the programs of this user alone, and hands each connection to `server` as if it had come to it,
 * without TLS. Resolves with what stops that, which removes the socket; with null where the machine does not allow it, since
 * everything can be reached over TCP as well.
 */
export async function listenLocally(server: Server, path: string, log: Log): Promise<(() => void) | null> {
  const listening = createServer((socket) => {
    local.set(socket, path)
    server.emit(connectionEvent(server), socket)
  })
  try {
    const folder = dirname(path)
    if (!isPipe(path)) {
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
      if (!isPrivate(folder)) throw new Error('the folder of the socket is open to others')
      // Left by a daemon that was killed: whoever comes here has the lock of the home.
      rmSync(path, { force: true })
    }
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject)
      listening.listen(path, resolve)
    })
    if (!isPipe(path)) {
      chmodSync(path, 0o600)
      if (!isPrivate(path)) throw new Error('the socket is open to others')
    }
    return () => void listening.close()
  } catch (error) {
    listening.close()
    log.warn({ err: error }, 'there is no socket in the home: programs of this machine come over TCP')
    return null
  }
}
