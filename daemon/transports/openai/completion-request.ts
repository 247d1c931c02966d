import { type Static, Type } from 'typebox'
import { invalidRequest } from '../../kernel/errors.ts'
import { compileInput } from '../../kernel/validate.ts'
import type { ReplyLimits } from './reply-limits.ts'
import { assertSupported, completionSupport, Content, MaxTokens, textOf } from './supported.ts'

const Stop = Type.String({ minLength: 1, maxLength: 1_000 })

/** What is looked at of a request; a frontend may send all else that OpenAI knows, and it is left aside. */
const CompletionRequest = Type.Object({
  messages: Type.Array(
    Type.Object({ role: Type.String(), content: Type.Optional(Type.Union([Content, Type.Null()])) }),
    { minItems: 1 },
  ),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  max_tokens: MaxTokens,
  max_completion_tokens: MaxTokens,
  stop: Type.Optional(Type.Union([Stop, Type.Array(Stop, { maxItems: 4 }), Type.Null()])),
})

const assertRequest = compileInput(CompletionRequest)

/** What a chat frontend asks for. */
export interface Completion extends ReplyLimits {
  /** What its user says. */
  readonly content: string
  readonly stream: boolean
  readonly includeUsage: boolean
}

/**
 * Reads the body of a chat completion. What its user says is the last message: the companion knows by itself what was
 * said before, so all other messages are left aside. Throws 400 where that is not a text of the user or something is
 * asked for that the companion cannot do, and 404 for another model.
 */
export function readCompletion(body: unknown): Completion {
  assertRequest(body)
  // It has just been validated.
  const request = body as Static<typeof CompletionRequest>
  assertSupported(request, completionSupport)
  const { messages, stream, stream_options, max_tokens, max_completion_tokens, stop } = request
  const last = messages.at(-1)
  if (last?.role !== 'user') throw invalidRequest('messages', 'must end with a message of the user')
  return {
    content: textOf(last.content ?? '', ['text'], 'messages.content'),
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
    maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
    stop: typeof stop === 'string' ? [stop] : (stop ?? []),
  }
}
