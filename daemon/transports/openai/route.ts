import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify'
import type { OperationName } from '../../gateway/declared.ts'
import { type Gateway, isAdmittedTo } from '../../gateway/gateway.ts'
import { systemClock } from '../../kernel/clock.ts'
import { AuthenticationRequired, type Failure, NotFound } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { refuseWith } from '../rest/answers.ts'
import { failureOf } from '../rest/fastify-errors.ts'
import { takeJson } from '../rest/bodies.ts'
import { clientOf, disconnectSignal, measured, permitted, tokenOf } from '../rest/routes.ts'
import { readCompletion } from './completion-request.ts'
import { openCompletionStream } from './completion-stream.ts'
import { completion, type Head, model } from './completion.ts'
import { embedding, embeddingFailure, embeddings, readEmbeddingRequest } from './embeddings.ts'
import { openAiError } from './failure.ts'
import { operation, replyTo, streamReply } from './reply.ts'
import { readResponseRequest } from './response-request.ts'
import { openResponseStream } from './response-stream.ts'
import { wholeResponse } from './response.ts'
import { assertModel } from './supported.ts'
import { taskAnswer } from './tasks.ts'

/** Frontends send all that was said before: what a body may have, in bytes and in keys of JSON. */
const maxBodyBytes = 4_194_304
const maxKeys = 50_000
const listed = { id: model, object: 'model', created: 0, owned_by: 'companion' }

/**
 * Serves the companion to chat frontends and other programs, in the shapes of OpenAI's API: chat completions and
 * responses (also streamed), embeddings and the one model that there is. The key is an access token or a key of a
 * member; what is said goes the way of every other message.
 */
export function addOpenAi(server: FastifyInstance, gateway: Gateway, log: Log): void {
  const permit = permitted(gateway, { access: 'member', limit: null, scopes: ['talk', 'read'] })
  const modelRoute = { config: { access: 'member' }, onRequest: permit } as const
  const refuse = (reply: FastifyReply, failure: Failure) => refuseWith(reply, failure, openAiError(failure))
  const calls = (name: OperationName): RouteShorthandOptions => ({
    config: { access: 'member' },
    bodyLimit: maxBodyBytes,
    onRequest: async (request, reply) => {
      request.admission = await gateway.admit(name, tokenOf(request), clientOf(request, reply))
    },
    onResponse: measured(gateway, name),
  })

  const addRoutes = (openAi: FastifyInstance) => {
    takeJson(openAi, maxKeys)
    openAi.setNotFoundHandler((_request, reply) => refuse(reply, NotFound()))
    openAi.setErrorHandler<FastifyError>((error, request, reply) =>
      refuse(reply, failureOf(error, request, log)),
    )
    openAi.post('/chat/completions', calls(operation), (request, reply) => complete(gateway, request, reply))
    openAi.post('/responses', calls(operation), (request, reply) => respond(gateway, request, reply))
    openAi.post('/embeddings', calls(embedding), (request, reply) => embed(gateway, request, reply))
    openAi.get('/models', modelRoute, () => ({ object: 'list', data: [listed] }))
    openAi.get<{ Params: { id: string } }>('/models/:id', modelRoute, ({ params: { id } }) => {
      assertModel(id)
      return listed
    })
  }

  server.register(
    (openAi, _options, done) => {
      addRoutes(openAi)
      done()
    },
    { prefix: '/v1' },
  )
}

const headOf = (id: string): Head => ({ id, model, created: Math.floor(systemClock.now() / 1_000) })

async function complete(gateway: Gateway, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const asked = readCompletion(request.body)
  const head = headOf(`chatcmpl-${request.id}`)
  const conversation = { gateway, request, reply, instead: taskAnswer(asked.content) }
  if (!asked.stream) return completion(head, await replyTo(conversation, asked))
  await streamReply(conversation, asked, openCompletionStream(reply, head, asked))
  return reply
}

async function respond(gateway: Gateway, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const asked = readResponseRequest(request.body)
  const head = headOf(`resp_${request.id.replaceAll('-', '')}`)
  const conversation = { gateway, request, reply, instead: null }
  if (!asked.stream) return wholeResponse(head, await replyTo(conversation, asked), asked.maxTokens)
  await streamReply(conversation, asked, openResponseStream(reply, head, asked))
  return reply
}

async function embed(gateway: Gateway, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { admission } = request
  if (!isAdmittedTo(admission, embedding)) throw AuthenticationRequired()
  const asked = readEmbeddingRequest(request.body)
  const { texts, model } = asked
  const vectors = gateway.dispatch(admission, {
    payload: { texts, ...(model === undefined ? {} : { model }) },
    idempotency_key: null,
    request_id: request.id,
    signal: disconnectSignal(reply),
  })
  return embeddings(
    asked,
    await vectors.catch((error: unknown) => {
      throw embeddingFailure(error)
    }),
  )
}
