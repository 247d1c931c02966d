import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Gateway, isAdmittedTo } from '../../gateway/gateway.ts'
import { systemClock } from '../../kernel/clock.ts'
import { AuthenticationRequired, type Failure, NotFound, publicFailure } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { refuseWith } from '../rest/answers.ts'
import { failureOf } from '../rest/fastify-errors.ts'
import { takeJson } from '../rest/json-bodies.ts'
import { clientOf, disconnectSignal, idempotencyKey, measured, permitted, tokenOf } from '../rest/routes.ts'
import { readCompletion } from './completion-request.ts'
import { openCompletionStream } from './completion-stream.ts'
import { completion, type Exchange, model } from './completion.ts'
import { openAiError } from './failure.ts'

const operation = 'conversation.message'
/** Frontends send all that was said before: what a body may have, in bytes and in keys of JSON. */
const maxBodyBytes = 4_194_304
const maxKeys = 50_000
const listed = { id: model, object: 'model', created: 0, owned_by: 'companion' }

/**
 * Serves the companion to chat frontends, in the shapes of OpenAI's API: `POST /v1/chat/completions` (also streamed)
 * and `GET /v1/models`. The key is an access token; what is said goes the way of every other message.
 */
export function addChatCompletions(server: FastifyInstance, gateway: Gateway, log: Log): void {
  const permit = permitted(gateway, { access: 'member', limit: null, scopes: ['talk', 'read'] })
  const modelRoute = { config: { access: 'member' }, onRequest: permit } as const
  const refuse = (reply: FastifyReply, failure: Failure) => refuseWith(reply, failure, openAiError(failure))

  const addRoutes = (openAi: FastifyInstance) => {
    takeJson(openAi, maxKeys)
    openAi.setNotFoundHandler((_request, reply) => refuse(reply, NotFound()))
    openAi.setErrorHandler<FastifyError>((error, request, reply) =>
      refuse(reply, failureOf(error, request, log)),
    )
    openAi.post('/chat/completions', {
      config: { access: 'member' },
      bodyLimit: maxBodyBytes,
      onRequest: async (request, reply) => {
        request.admission = await gateway.admit(operation, tokenOf(request), clientOf(request, reply))
      },
      onResponse: measured(gateway, operation),
      handler: (request, reply) => complete(gateway, request, reply),
    })
    openAi.get('/models', modelRoute, () => ({ object: 'list', data: [listed] }))
    openAi.get<{ Params: { id: string } }>('/models/:id', modelRoute, ({ params: { id } }) => {
      if (id !== model) throw NotFound()
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

async function complete(gateway: Gateway, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { admission } = request
  if (!isAdmittedTo(admission, operation)) throw AuthenticationRequired()
  const completionRequest = readCompletion(request.body)
  const head = { id: `chatcmpl-${request.id}`, model, created: Math.floor(systemClock.now() / 1_000) }
  const { content } = completionRequest
  const task = taskAnswer(content)
  const say = async (written?: (part: string | null) => void): Promise<Exchange> => {
    if (task !== null) return { message: { content }, response: { content: task } }
    return gateway.dispatch(admission, {
      payload: { content },
      idempotency_key: idempotencyKey(request),
      request_id: request.id,
      signal: disconnectSignal(reply),
      ...(written ? { written } : {}),
    })
  }
  if (!completionRequest.stream) return completion(head, await say())
  const stream = openCompletionStream(reply, head, completionRequest)
  try {
    stream.end(await say(stream.write))
  } catch (error) {
    if (!stream.started()) throw error
    stream.fail(publicFailure(error))
  }
  return reply
}

/** What frontends ask in a user's name to fill their own pages, and what they can do without. */
const tasks: readonly { readonly asks: RegExp; readonly answer: string }[] = [
  // Open WebUI asks for titles, tags, follow-ups and searches alike, each as JSON; it does without where that is empty.
  { asks: /^\s*### Task:\n[\s\S]*<chat_history>/, answer: '{}' },
  // LibreChat takes the answer as the title.
  { asks: /\b5-word-or-less title for the conversation\b/i, answer: 'Talking with the companion' },
]

/** The answer to what a frontend asks for itself; null for what its user says. */
export function taskAnswer(content: string): string | null {
  return tasks.find(({ asks }) => asks.test(content))?.answer ?? null
}
