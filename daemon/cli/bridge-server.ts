import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { SessionEndedError } from '../client/errors.ts'
import { isForeign } from '../client/local/foreign.ts'
import type { Connection } from '../client/local/connection.ts'
import type { TokenSource } from '../client/tokens.ts'

/** What of the daemon can be reached: the ways in for programs that know nothing of its sessions. */
const open = /^\/(?:v1\/|mcp(?:\?|$))/
const sent = ['content-type', 'accept', 'idempotency-key', 'mcp-protocol-version'] as const
const returned = ['content-type', 'retry-after', 'allow'] as const

interface BridgeServerDependencies {
  /** What a program must bring. */
  readonly key: string
  /** Where the daemon is now; throws where none runs. */
  readonly origin: () => string
  readonly tokens: TokenSource
  readonly fetch: Connection['fetch']
}

/**
 * Creates a server that forwards requests with its own key, replaced by a token of the member: programs that need a
 * permanent key can thus use a daemon whose tokens expire. It does not listen yet.
 */
export function createBridgeServer(dependencies: BridgeServerDependencies): Server {
  return createServer((request, response) => {
    void pass(dependencies, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else if (error instanceof SessionEndedError)
        refuse(response, 401, 'nobody is signed in: sign in with `companion login`')
      else refuse(response, 502, 'the daemon cannot be reached')
    })
  })
}

async function pass(
  { key, origin, tokens, fetch }: BridgeServerDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '', method = 'GET', headers, socket } = request
  if (isForeign(request, socket.localPort ?? 0))
    return refuse(response, 403, 'this is not for pages of a browser')
  if (!same(headers.authorization ?? '', `Bearer ${key}`)) return refuse(response, 401, 'this is not the key')
  // As it is sent: what a URL takes out, such as `..`, would lead elsewhere.
  const target = URL.parse(url, origin())
  if (!open.test(url) || !target || `${target.pathname}${target.search}` !== url)
    return refuse(response, 404, 'only /v1/ and /mcp are here')
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { token } = await tokens()
  const answer = await fetch(target.href, {
    method,
    headers: { ...picked(sent, (name) => headers[name]), authorization: `Bearer ${token}` },
    signal: gone.signal,
    body: method === 'POST' ? request : null,
  })
  response.writeHead(
    answer.status,
    picked(returned, (name) => answer.headers.get(name)),
  )
  response.flushHeaders()
  await pipeline(answer.body ?? [], response)
}

/** In the shape of OpenAI's errors, which most programs that come here can read. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const type = status === 401 ? 'authentication_error' : 'invalid_request_error'
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type, param: null, code: null } }))
}

function picked(
  names: readonly string[],
  value: (name: string) => string | string[] | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = value(name)
      return typeof found === 'string' ? [[name, found]] : []
    }),
  )
}

/** Compares in constant time. */
const same = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))
