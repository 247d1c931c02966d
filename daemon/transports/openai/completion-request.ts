import { type Static, Type } from 'typebox'
import { invalidRequest } from '../../kernel/errors.ts'
import { compileInput } from '../../kernel/validate.ts'

/** What is looked at of a request; a frontend may send all else that OpenAI knows, and it is left aside. */
const CompletionRequest = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: Type.String(),
      content: Type.Optional(
        Type.Union([Type.String(), Type.Null(), Type.Array(Type.Object({ type: Type.String() }))]),
      ),
    }),
    { minItems: 1 },
  ),
  stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  stream_options: Type.Optional(
    Type.Union([Type.Object({ include_usage: Type.Optional(Type.Boolean()) }), Type.Null()]),
  ),
  n: Type.Optional(Type.Union([Type.Literal(1), Type.Null()])),
})

const Text = Type.Object({ text: Type.String() })
const assertRequest = compileInput(CompletionRequest)
const assertText = compileInput(Text, 'messages.content')

/** What a chat frontend asks for. */
export interface Completion {
  /** What its user says. */
  readonly content: string
  readonly stream: boolean
  readonly includeUsage: boolean
}

/**
 * Reads the body of a chat completion. What its user says is the last message: the companion knows by itself what was
 * said before, so all other messages are left aside. Throws 400 where that is not a text of the user.
 */
export function readCompletion(body: unknown): Completion {
  assertRequest(body)
  // It has just been validated.
  const { messages, stream, stream_options } = body as Static<typeof CompletionRequest>
  const last = messages.at(-1)
  if (last?.role !== 'user') throw invalidRequest('messages', 'must end with a message of the user')
  return {
    content: textOf(last.content ?? ''),
    stream: stream ?? false,
    includeUsage: stream_options?.include_usage ?? false,
  }
}

function textOf(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === 'string') return content
  return content
    .map((part) => {
      if (part.type !== 'text')
        throw invalidRequest('messages.content', `may only be text, not ${part.type.slice(0, 50)}`)
      assertText(part)
      // It has just been validated.
      return (part as unknown as Static<typeof Text>).text
    })
    .join('\n')
}
