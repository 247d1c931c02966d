import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { Agent, type ClientRequestArgs } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { callbackify } from 'node:util'
import { addressText } from '../../kernel/address.ts'
import { isPipe, isPrivate, localHost } from '../../kernel/local-socket.ts'
import type { LocalDaemon } from './daemon.ts'
import { assertProved, UntrustedDaemonError } from './proof.ts'

export interface Route {
  /** Makes connections that lead to the daemon, and to nothing else. */
  readonly agent: Agent
  /** What comes before a path in the address of a request. */
  readonly origin: string
  /** What people know it by. */
  readonly name: string
}

/** How long a connection may take until it can be used, in milliseconds. */
const connectTimeoutMs = 5_000

/** What says which route leads to a daemon; the same text, the same route. */
export function routeKey({ file }: LocalDaemon): string {
  return JSON.stringify([socketOf(file), file.base_url, file.proof_key])
}

/** The way over the socket of the home where there is one, else over TCP. */
export function routeTo(daemon: LocalDaemon): Route {
  const path = socketOf(daemon.file)
  return path === null ? routeOverTcp(daemon) : routeOverSocket(path, daemon)
}

/** The way over TCP, by which browsers come. */
export function routeOverTcp({ file: { base_url, proof_key } }: LocalDaemon): Route {
  const { origin, host, protocol } = new URL(base_url)
  const secure = protocol === 'https:'
  const agent = secure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const connectTo = agent.createConnection.bind(agent)
  connectBy(agent, {
    open: (options) => connectTo(options) as Socket,
    opened: secure ? 'secureConnect' : 'connect',
    check: (socket, signal) => {
      const address = addressText(socket.remoteAddress ?? '', socket.remotePort ?? 0)
      return assertProved(socket, { host, address, proof_key, name: host }, signal)
    },
  })
  return { agent, origin, name: host }
}

function routeOverSocket(path: string, { home, file: { proof_key } }: LocalDaemon): Route {
  const agent = new Agent({ keepAlive: true })
  connectBy(agent, {
    open: () => {
      const owner = ownerOf(home.path)
      if (!isPipe(path) && ![home.path, dirname(path), path].every((part) => isPrivate(part, owner)))
        throw new UntrustedDaemonError(`${path} is open to other users`)
      return connect(path)
    },
    opened: 'connect',
    check: async (socket, signal) => {
      if (!isPipe(path)) return
      await assertProved(socket, { host: localHost, address: path, proof_key, name: path }, signal)
    },
  })
  return { agent, origin: `http://${localHost}`, name: path }
}

/** Whose a home has to be: this user's. Root may use anybody's, such as that of a service of the system. */
function ownerOf(home: string): number | undefined {
  const own = process.getuid?.()
  return own === 0 ? statSync(home, { throwIfNoEntry: false })?.uid : own
}

function socketOf({ socket }: LocalDaemon['file']): string | null {
  return socket !== null && (isPipe(socket) || existsSync(socket)) ? socket : null
}

interface Connecting {
  readonly open: (options: ClientRequestArgs) => Socket
  /** The event that says that it can be written to. */
  readonly opened: 'connect' | 'secureConnect'
  /** Throws where nobody may use the connection. */
  readonly check: (socket: Socket, signal: AbortSignal) => Promise<void>
}

function connectBy(agent: Agent, { open, opened, check }: Connecting): void {
  const make = async (options: ClientRequestArgs): Promise<Socket> => {
    const signal = AbortSignal.timeout(connectTimeoutMs)
    const socket = open(options)
    // Whoever uses it hears of its failures too.
    socket.on('error', () => {})
    try {
      await once(socket, opened, { signal })
      await check(socket, signal)
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  const makeConnection = callbackify(make)
  agent.createConnection = (options, callback) => {
    makeConnection(options, (error, socket) => callback?.(error, socket))
    return undefined
  }
}
