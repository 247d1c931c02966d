import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../../gateway/gateway.ts'
import { measuredCall } from '../../gateway/measured-call.ts'
import { AuthenticationRequired, type Failure, invalidRequest, sentence } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/context.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { Log } from '../../kernel/log.ts'
import { refuseWith } from '../rest/answers.ts'
import { challenge } from '../oauth/metadata.ts'
import { failureOf } from '../rest/fastify-errors.ts'
import { clientOf, disconnectSignal, tokenOf } from '../rest/routes.ts'
import { createMcpServer } from './server.ts'
import { toolsFor, toolsOf } from './tools.ts'

const path = '/mcp'
/** The code of JSON-RPC for what a server refuses by itself. */
const refused = -32_000

/** What the protocol asks for where there is no stream of the server's own to listen to, and no session to end. */
const unsupported = () => new Response(null, { status: 405, headers: { allow: 'POST' } })

declare module 'fastify' {
  interface FastifyRequest {
    /** Who speaks the protocol. */
    mcpCaller: Caller | null
  }
}

/**
 * Serves the Model Context Protocol at `/mcp` (streamable HTTP, without sessions: each request stands for itself), so
 * that another assistant can use the companion's memory. The token is a key or an access token; a program that has none
 * is told where it gets a key. `nameOf` tells what a member is called.
 */
export function addMcp(
  server: FastifyInstance,
  gateway: Gateway,
  nameOf: (family_member_uuid: string) => string | undefined,
  log: Log,
): void {
  const tools = lazy(() => toolsOf(gateway.operations))
  server.decorateRequest('mcpCaller', null)
  const route = {
    config: { access: 'member' },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const anyKey = { access: 'member', limit: null, scopes: null } as const
      request.mcpCaller = await gateway.permit(anyKey, tokenOf(request), clientOf(request, reply))
    },
    errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const failure = failureOf(error, request, log)
      return refuseWith(reply, failure, jsonRpcError(failure), challenge(request))
    },
  } as const

  server.post(path, {
    ...route,
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) throw invalidRequest('', 'must be one message: batches are not taken')
      const token = tokenOf(request)
      const client = clientOf(request, reply)
      const gatewayRequest = {
        idempotency_key: null,
        request_id: request.id,
        signal: disconnectSignal(reply),
      }
      const { mcpCaller: caller } = request
      if (caller === null) throw AuthenticationRequired()
      const { family_member_uuid } = caller
      const name = family_member_uuid === null ? undefined : nameOf(family_member_uuid)
      const reader = { family_member_uuid, name: name ?? 'the member' }
      const mcp = await createMcpServer(toolsFor(caller, tools()), reader, (operation, payload) =>
        measuredCall(gateway, { operation, protocol: 'rest', token, client }, { ...gatewayRequest, payload }),
      )
      return reply.send(await answerTo(request, mcp))
    },
  })
  for (const method of ['HEAD', 'GET', 'DELETE'] as const)
    server.route({ method, url: path, ...route, handler: (_request, reply) => reply.send(unsupported()) })
}

async function answerTo(request: FastifyRequest, mcp: Server): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } =
    await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js')
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  try {
    const { method, headers, body } = request
    const { accept = '*/*', 'mcp-protocol-version': version } = headers
    const gatewayRequest = new Request(`http://localhost${path}`, {
      method,
      headers: {
        // The SDK wants both to be named, also where it answers in JSON.
        accept: takesJson(accept) ? 'application/json, text/event-stream' : accept,
        'content-type': 'application/json',
        ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
      },
    })
    return await transport.handleRequest(gatewayRequest, { parsedBody: body })
  } finally {
    await mcp.close()
  }
}

/** Whether JSON is among the media types that a client takes, weights left aside (RFC 9110, 12.5.1). */
const takesJson = (accept: string): boolean =>
  accept.split(',').some((range) => jsonRanges.has((range.split(';')[0] ?? '').trim().toLowerCase()))

const jsonRanges: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*'])

const jsonRpcError = (failure: Failure) => ({
  jsonrpc: '2.0',
  error: { code: refused, message: sentence(failure), data: { code: failure.code, ...failure.details } },
  id: null,
})
