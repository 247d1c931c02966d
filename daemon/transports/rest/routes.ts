import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onResponseHookHandler,
} from 'fastify'
import type { TObject } from 'typebox'
import { bearerToken, type Admission, type Client, type Gateway } from '../../gateway/gateway.ts'
import type { Quota } from '../../gateway/limits.ts'
import { coerce } from '../../kernel/coerce.ts'
import { AuthenticationRequired, invalidRequest } from '../../kernel/errors.ts'
import { type Access, type Operation, restRoot, routeOf } from '../../kernel/operation.ts'
import { certificateOf } from '../client-certificates.ts'
import { clientAddress } from '../local-socket.ts'
import { answer, openEnvelope, sentRequestId } from './answers.ts'
import { hasBody } from './guard.ts'
import { bodyLimitOf, readMedia, takeMedia } from './bodies.ts'
import { answerLines, bringsLines } from './ndjson.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route; one that does not say stops the start. */
    access?: Access
    /** Whether a route accepts NDJSON as well as JSON. */
    lines?: boolean
    /** Whether a route answers over TLS without a certificate where the settings require one. */
    withoutCertificate?: boolean
  }
  interface FastifyRequest {
    /** Who calls an operation, once that is known. */
    admission: Admission | null
  }
}

/** Adds a route for every operation. */
export function addRoutes(server: FastifyInstance, gateway: Gateway): void {
  server.decorateRequest('admission', null)
  for (const [name, operation] of Object.entries(gateway.operations)) {
    const { media } = operation
    if (media)
      void server.register((own, _options, done) => {
        takeMedia(own, media)
        addRoute(own, gateway, name, operation)
        done()
      })
    else addRoute(server, gateway, name, operation)
  }
}

function addRoute(server: FastifyInstance, gateway: Gateway, name: string, operation: Operation): void {
  const { method, path, body } = routeOf(operation)
  server.route({
    method,
    ...bodyLimitOf(operation),
    url: `${restRoot}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: {
      access: operation.access,
      lines: operation.lines === true,
      withoutCertificate: operation.withoutCertificate === true,
    },
    // Before the body is read: a stranger is refused whatever else is wrong.
    onRequest: async (request, reply) => {
      request.admission = await gateway.admit(name, tokenOf(request), clientOf(request, reply))
    },
    onResponse: measured(gateway, name),
    handler: async (request, reply) => {
      const { admission } = request
      if (admission === null) throw AuthenticationRequired()
      if (bringsLines(request)) return answerLines(gateway, tokenOf(request) ?? '', request, reply)
      const payload = readPayload(request, reply, { operation, body })
      const result = await gateway.dispatch(admission, {
        payload,
        idempotency_key: method === 'POST' ? idempotencyKey(request) : null,
        request_id: request.id,
        signal: disconnectSignal(reply),
      })
      const { status } = operation
      return answer(request, reply, typeof status === 'function' ? status(result) : status, result)
    },
  })
}

/** The access check for routes that are no operation. */
export function permitted(
  gateway: Gateway,
  dependencies: Parameters<Gateway['permit']>[0],
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    await gateway.permit(dependencies, tokenOf(request), clientOf(request, reply))
  }
}

/** The hook that takes down how a call of an operation went. */
export function measured(gateway: Gateway, operation: string): onResponseHookHandler {
  return (_request, reply, done) => {
    const { statusCode: status, elapsedTime: milliseconds } = reply
    gateway.measure({ operation, protocol: 'rest', status, milliseconds })
    done()
  }
}

/** Aborted where the client goes before it is answered. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** What is no part of the path is in the body, or else in the query. */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE'])

/** An operation at its route, with the shape of its bodies there. */
interface BoundOperation {
  readonly operation: Operation
  readonly body: 'bare' | 'envelope'
}

function readPayload(request: FastifyRequest, reply: FastifyReply, bound: BoundOperation): object {
  // Fastify's router gives text for every path parameter, and for a query text or a list of texts.
  const parameters = request.params as Record<string, string>
  const query = readQuery(request.query as Record<string, string | string[]>, bound.operation.input)
  const body = readBody(request, reply, bound)
  for (const name of Object.keys(body)) {
    if (name in parameters) throw invalidRequest(name, 'is part of the path and unknown in the body')
  }
  for (const name of Object.keys(query)) {
    if (!withoutBody.has(request.method) || name in parameters)
      throw invalidRequest(name, 'is unknown in the query')
  }
  return { ...query, ...body, ...parameters }
}

function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { operation, body }: BoundOperation,
): Record<string, unknown> {
  if (withoutBody.has(request.method)) {
    if (hasBody(request.raw)) throw invalidRequest('', `with ${request.method} has no body`)
    return {}
  }
  const media = readMedia(request, operation)
  if (media) return media
  if (body === 'envelope') {
    request.id = sentRequestId(request.body) ?? request.id
    void reply.header('x-request-id', request.id)
    return openEnvelope(request.body)
  }
  if (request.body === undefined) return {}
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
    throw invalidRequest('', 'must be a JSON object')
  }
  return { ...request.body }
}

/** The token that a request brings; null for none. */
export function tokenOf({ headers: { authorization } }: FastifyRequest): string | null {
  if (authorization === undefined) return null
  // Another scheme is no token of ours: it is refused like one, not taken for none.
  return bearerToken(authorization) ?? ''
}

/** Where a request comes from; what it takes from an allowance is told in the headers of its answer. */
export function clientOf(request: FastifyRequest, reply: FastifyReply): Client {
  const { method, protocol, host, url, headers } = request
  const { 'user-agent': user_agent, dpop, origin } = headers
  return {
    address: clientAddress(request.raw.socket),
    ...certificateOf(request.raw.socket),
    counted: limitHeaders(reply),
    ...(user_agent !== undefined && { user_agent }),
    ...(origin !== undefined && { origin: origin.toLowerCase() }),
    ...(dpop !== undefined && {
      proof: { jwt: String(dpop), method, url: `${protocol}://${host}${url.split('?')[0]}` },
    }),
  }
}

/** The key under which a request may be sent again; null for none. */
export function idempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  return header === undefined ? null : String(header)
}

/**
 * Tells the client of an answer what its call took from which allowance: `RateLimit-Policy` (calls in a window) and
 * `RateLimit` (calls that are left, seconds until the window ends), as of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function limitHeaders(reply: FastifyReply): (quota: Quota) => void {
  return ({ policy, limit, window, remaining, reset }) => {
    append(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=${window}`)
    append(reply, 'ratelimit', `"${policy}";r=${remaining};t=${reset}`)
  }
}

function append(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name)
  void reply.header(name, before === undefined ? item : `${String(before)}, ${item}`)
}

type Query = Record<string, string | string[]>

/**
 * Reads query parameters as their schema means them, since a URL holds nothing but text: as `coerce` does, and a list for
 * what may be repeated.
 */
export function readQuery(query: Query, schema: TObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, read(name, value, schema.properties[name])]),
  )
}

function read(name: string, value: string | string[], schema: { type?: unknown } = {}): unknown {
  if (schema.type === 'array') return coerce(Array.isArray(value) ? value : [value], schema)
  if (Array.isArray(value)) throw invalidRequest(name, 'may be given once')
  return coerce(value, schema)
}
