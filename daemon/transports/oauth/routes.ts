import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidRequest, sentence } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { clientAddress } from '../local-socket.ts'
import { refuseWith } from '../rest/answers.ts'
import { failureOf } from '../rest/fastify-errors.ts'
import { anyone, everyone } from '../rest/route-access.ts'
import { takeJson } from '../rest/bodies.ts'
import {
  oauthPaths,
  originOf,
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
  serverMetadataPath,
} from './metadata.ts'

/** The largest body of a program that asks, in bytes. */
const maxBodyBytes = 32_768

interface OAuthRequest {
  readonly endpoint: keyof typeof oauthPaths
  readonly origin: string
  readonly address: string
  readonly content: URLSearchParams | object
}

interface OAuthAnswer {
  readonly status: number
  readonly location: string | null
  readonly body: string
}

/** Answers programs that ask for a key. */
export type Authorize = (request: OAuthRequest) => Promise<OAuthAnswer>

/**
 * Serves what programs need that get a key by OAuth instead of being given one: where that is (`/.well-known/…`), and the
 * steps of it below `/oauth`. What a member is asked is on a page; nothing here needs a token.
 */
export function addOAuth(server: FastifyInstance, authorize: Authorize, log: Log): void {
  for (const path of [resourceMetadataPath, `${resourceMetadataPath}/mcp`])
    server.get(path, everyone, (request) => resourceMetadata(originOf(request)))
  server.get(serverMetadataPath, everyone, (request) => serverMetadata(originOf(request)))

  server.register((oauth, _options, done) => {
    takeJson(oauth)
    oauth.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    )
    oauth.setErrorHandler<FastifyError>((error, request, reply) => {
      const failure = failureOf(error, request, log)
      const error_description = sentence(failure)
      const code = failure.status < 500 ? 'invalid_request' : 'server_error'
      return refuseWith(reply, failure, { error: code, error_description })
    })
    addRoutes(oauth, authorize)
    done()
  })
}

function addRoutes(oauth: FastifyInstance, authorize: Authorize): void {
  const call = async (
    endpoint: keyof typeof oauthPaths,
    request: FastifyRequest,
    content: URLSearchParams | object,
  ) => authorize({ endpoint, origin: originOf(request), address: clientAddress(request.raw.socket), content })

  oauth.get(oauthPaths.authorize, anyone, async (request, reply) => {
    const { status, location, body } = await call('authorize', request, queryOf(request))
    if (location !== null) return reply.redirect(location, 303)
    if (!request.headers.accept?.includes('text/html')) return send(reply, status, body)
    // Where the program would be answered is not known for sure, so people are told.
    const { error } = JSON.parse(body) as { error: string }
    return reply.redirect(`/#/connect?${new URLSearchParams({ problem: error }).toString()}`, 303)
  })
  for (const endpoint of ['token', 'revoke', 'register'] as const)
    oauth.post(oauthPaths[endpoint], { ...anyone, bodyLimit: maxBodyBytes }, async (request, reply) => {
      const content = contentOf(request, endpoint === 'register')
      const { status, body } = await call(endpoint, request, content)
      return send(reply, status, body)
    })
}

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1] ?? '')

function contentOf({ body }: FastifyRequest, json: boolean): URLSearchParams | object {
  if (json !== body instanceof URLSearchParams && typeof body === 'object' && body !== null) return body
  throw invalidRequest(
    'Content-Type',
    `must be application/${json ? 'json, and the body an object' : 'x-www-form-urlencoded'}`,
  )
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  if (status === 429) void reply.header('retry-after', 60)
  if (body !== '') void reply.type('application/json')
  return reply.code(status).send(body)
}
