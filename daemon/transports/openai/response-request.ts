import { type Static, Type } from 'typebox'
import { invalidRequest } from '../../kernel/errors.ts'
import { compileInput } from '../../kernel/validate.ts'
import type { LimitedMessage } from './reply.ts'
import { assertSupported, Content, MaxTokens, responseSupport, textOf } from './supported.ts'

/** What is looked at of a request; a program may send all else that OpenAI knows, and it is left aside. */
const ResponseRequest = Type.Object({
  input: Type.Union([
    Type.String(),
    Type.Array(
      Type.Object({
        type: Type.Optional(Type.String()),
        role: Type.Optional(Type.String()),
        content: Type.Optional(Content),
      }),
      { minItems: 1 },
    ),
  ]),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  max_output_tokens: MaxTokens,
})

const assertRequest = compileInput(ResponseRequest)

/**
 * Reads the body of a response. What is said is the last item of the input: the companion knows by itself what was said
 * before and who it is, so all other items and the instructions are left aside. Throws 400 where that is not a text of
 * the user or something is asked for that the companion cannot do, and 404 for another model.
 */
export function readResponseRequest(body: unknown): LimitedMessage & { readonly stream: boolean } {
  assertRequest(body)
  // It has just been validated.
  const request = body as Static<typeof ResponseRequest>
  assertSupported(request, responseSupport)
  const { input, stream, max_output_tokens } = request
  return {
    content: typeof input === 'string' ? input : lastOf(input),
    stream: stream ?? false,
    maxTokens: max_output_tokens ?? undefined,
    stop: [],
  }
}

function lastOf(items: Exclude<Static<typeof ResponseRequest>['input'], string>): string {
  const { type = 'message', role, content = '' } = items.at(-1) ?? {}
  if (type !== 'message' || role !== 'user')
    throw invalidRequest('input', 'must end with a message of the user')
  return textOf(content, ['input_text', 'text'], 'input.content')
}
