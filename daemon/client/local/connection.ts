import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ConnectionError } from '../errors.ts'
import type { LocalDaemon } from './daemon.ts'
import { UntrustedDaemonError } from './proof.ts'
import { type Route, routeKey, routeOverTcp, routeTo } from './route.ts'

interface LocalRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | null
  readonly signal?: AbortSignal
}

/**
 * How programs of this machine call its daemon. Nothing is sent before it is known whom it reaches: over the socket of the
 * home, which is this user's alone; over a pipe or TCP the daemon proves itself first, on each connection anew.
 */
export interface Connection {
  readonly base_url: () => string
  readonly ws_url: () => string
  /** As the global one; rejects with `ConnectionError`, with `UntrustedDaemonError` where something else answers. */
  readonly fetch: (url: string, request: LocalRequest) => Promise<Response>
  /** Makes the connections of whatever else speaks HTTP. */
  readonly agent: () => Agent
}

/** Statuses whose answers have no body. */
const bodiless = new Set([101, 204, 205, 304])
/** How long a sign of life may take, in milliseconds: a machine that is busy throughout needs several seconds for one. */
const answerTimeoutMs = 10_000

/**
 * The connection of a `program` to the daemon that `find` finds, asked for at each call, because one that restarts may have
 * moved. Sessions are listed by the name of the program.
 */
export function connectionTo(find: () => LocalDaemon, program: string): Connection {
  const routes = new Map<string, Route>()
  const route = () => {
    const daemon = find()
    const key = routeKey(daemon)
    const made = routes.get(key) ?? routeTo(daemon)
    routes.set(key, made)
    return made
  }
  return {
    base_url: () => `${route().origin}/api/v1`,
    ws_url: () => `${route().origin.replace(/^http/, 'ws')}/ws`,
    agent: () => route().agent,
    fetch: (url, request) =>
      send(route(), url, { ...request, headers: { 'user-agent': program, ...request.headers } }),
  }
}

/** Asks the daemon for a sign of life; throws as `fetch` of a connection does where none comes within 10 s. */
export function assertAnswers(daemon: LocalDaemon): Promise<void> {
  return assertAlive(routeTo(daemon))
}

/** Whether the daemon gives a sign of life. */
export function answers(daemon: LocalDaemon): Promise<boolean> {
  return assertAnswers(daemon).then(
    () => true,
    () => false,
  )
}

/** The same where browsers come to it: throws `UntrustedDaemonError` where something else answers there. */
export function assertAnswersOverTcp(daemon: LocalDaemon): Promise<void> {
  return assertAlive(routeOverTcp(daemon))
}

async function assertAlive(route: Route): Promise<void> {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const { ok, body } = await send(route, `${route.origin}/healthz`, { signal })
    await body?.cancel()
    if (!ok) throw new ConnectionError(`the daemon at ${route.name} is not ready`)
  } finally {
    route.agent.destroy()
  }
}

async function send({ agent, name }: Route, url: string, given: LocalRequest): Promise<Response> {
  const { method = 'GET', headers = {}, body = null, signal } = given
  const ask = url.startsWith('https:') ? tlsRequest : plainRequest
  try {
    const request = ask(url, { method, headers, agent, ...(signal && { signal }) })
    // It is told of its end below, and again once the connection has come to nothing.
    request.on('error', () => {})
    const answered = once(request, 'response', { ...(signal && { signal }) }) as Promise<[IncomingMessage]>
    request.end(body ?? undefined)
    return toResponse((await answered)[0])
  } catch (error) {
    if (error instanceof UntrustedDaemonError) throw error
    throw new ConnectionError(`the daemon at ${name} does not respond`, { cause: error })
  }
}

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 500, statusMessage: statusText = '' } = message
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  if (bodiless.has(status)) message.resume()
  const body = bodiless.has(status) ? null : (Readable.toWeb(message) as ReadableStream)
  return new Response(body, { status, statusText, headers })
}
