import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Client, type ServiceError, status } from '@grpc/grpc-js'
import { WebSocket } from 'ws'
import { DiskFull, InternalError } from '../../../daemon/kernel/errors.ts'
import { bearer, call, grpcClient } from '../../support/wire/grpc.ts'
import type { Answer } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'
import type { DaemonProcess } from '../daemon-process.ts'

/** How long a daemon has for an answer, in milliseconds: it may be stopped for a while. */
export const patienceMs = 40_000

/** The connection ended before the answer came: with the daemon, or by itself. */
export class ConnectionLost extends Error {}

/** The daemon opens no connection for a token that is no longer good. */
export class TokenEnded extends Error {}

const lostCodes: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
])

/** The error as it is, or that the connection was lost where it says so. */
function lostOr(error: unknown): unknown {
  const isLost = error instanceof Error && 'code' in error && lostCodes.has(error.code)
  return isLost ? new ConnectionLost(error.message, { cause: error }) : error
}

interface Asked {
  readonly token?: string | undefined
  readonly payload?: object
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The connections to one daemon, kept as long as it lives. */
export interface Lines {
  /** One request; rejects with `ConnectionLost` where there is no answer. */
  readonly ask: (route: string, asked?: Asked) => Promise<Answer>
  /** Says something over gRPC; answers whether it is kept, or the code of the refusal. */
  readonly say: (token: string, content: string) => Promise<boolean | string>
  readonly close: () => void
}

export function openLines({ file }: DaemonProcess): Lines {
  const agent = new Agent({ keepAlive: true })
  const base = new URL(file.base_url)
  let client: Client | undefined

  const ask = async (route: string, { token, payload, body, headers = {} }: Asked): Promise<Answer> => {
    const [method = 'GET', path = ''] = route.split(' ')
    const content = payload === undefined ? body : { payload }
    const sent = content === undefined ? undefined : JSON.stringify(content)
    const asking = request({
      agent,
      host: base.hostname,
      port: base.port,
      method,
      path: `${base.pathname.replace(/\/$/, '')}${path}`,
      timeout: patienceMs,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    })
    // One that comes after the beginning of the answer is told by the answer too.
    asking.on('error', () => {})
    asking.on('timeout', () => asking.destroy(new ConnectionLost(`no answer within ${patienceMs} ms`)))
    asking.end(sent)
    const [response] = await once(asking, 'response')
    const received = await text(response)
    return {
      status: response.statusCode,
      headers: new Headers(),
      body: received === '' ? null : JSON.parse(received),
    }
  }

  return {
    ask: (route, asked = {}) =>
      ask(route, asked).catch((error: unknown) => {
        throw lostOr(error)
      }),
    say: async (token, content) => {
      client ??= grpcClient({ file }, 'CompanionService', { 'grpc.use_local_subchannel_pool': 1 })
      try {
        const answer = await call(client, 'SendMessage', { content }, bearer(token))
        return !(answer as { not_kept: boolean }).not_kept
      } catch (error) {
        return refusedOverGrpc(error)
      }
    },
    close: () => {
      agent.destroy()
      client?.close()
    },
  }
}

/** The codes of what some protocols say in words alone. */
export const detailed: Readonly<Record<string, string>> = Object.fromEntries(
  [DiskFull(), InternalError()].map((failure) => [
    failure.message,
    [failure.code, failure.details['reason']].filter(Boolean).join(' '),
  ]),
)

/** What a daemon refuses, by its status of gRPC; nothing else is a refusal. */
const refusals: ReadonlySet<status> = new Set([
  status.UNAUTHENTICATED,
  status.FAILED_PRECONDITION,
  status.RESOURCE_EXHAUSTED,
])

function refusedOverGrpc(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const { code, details } = error as ServiceError
  const isLost =
    code === status.UNAVAILABLE ||
    [...lostCodes].some((one) => details.endsWith(`client error: read ${String(one)}`))
  if (isLost) throw new ConnectionLost(details, { cause: error })
  if (code === status.INTERNAL && details in detailed) return detailed[details] ?? ''
  if (refusals.has(code)) return status[code]
  throw error
}

/** With which codes a WebSocket closes that was lost, whose daemon stops, or whose token has ended. */
const closed: Readonly<Record<number, string>> = { 1006: 'lost', 1001: 'the daemon stops', 4401: 'token' }

/** A WebSocket that is kept from one message to the next. */
export class Talk {
  #open: { readonly socket: TestSocket; readonly code: () => number | null } | null = null

  /** Says something; answers whether it is kept, or the code of the refusal. Rejects with `ConnectionLost`. */
  async say(daemon: DaemonProcess, token: string, content: string): Promise<boolean | string> {
    const { socket, code } = await this.#socket(daemon, token)
    try {
      const { type, data } = await socket.ask('message', { content })
      if (type !== 'error') return data.kept === true
      return data.details?.reason ? `${data.code} ${data.details.reason}` : data.code
    } catch (error) {
      const given = code()
      if (given === null || !(given in closed)) throw error
      throw new ConnectionLost(closed[given], { cause: error })
    }
  }

  async #socket(daemon: DaemonProcess, token: string) {
    if (this.#open?.socket.socket.readyState === WebSocket.OPEN) return this.#open
    try {
      const socket = await TestSocket.open(daemon, token)
      let code: number | null = null
      socket.socket.on('error', () => {})
      socket.socket.on('close', (given) => (code = given))
      this.#open = { socket, code: () => code }
      return this.#open
    } catch (error) {
      if (String(error).includes('Unexpected server response: 401')) throw new TokenEnded()
      throw lostOr(error)
    }
  }

  close(): void {
    this.#open?.socket.socket.terminate()
    this.#open = null
  }
}
