import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { estimateTokenCount } from 'tokenx'
import type { Answer } from '../../gateway/declared.ts'

/** The one model there is: the companion, whichever engine writes. */
export const model = 'companion'

/** What was said, with its answer; the two texts alone where the companion was not asked. */
export type Exchange =
  | Answer<'conversation.message'>
  | { readonly message: { readonly content: string }; readonly response: { readonly content: string } }

/** An exchange as the client is told of it: its answer may be cut. */
export interface Reply {
  readonly exchange: Exchange
  readonly content: string
  readonly tooLong: boolean
}

/** Under which name and when an answer is given. */
export interface Head {
  readonly id: string
  readonly model: string
  /** Seconds since the epoch. */
  readonly created: number
}

/** What only the companion knows of its answers: feeling, confidence, engine, the memories behind it. */
export function extras(exchange: Exchange) {
  if (!('conversation_uuid' in exchange)) return {}
  const { conversation_uuid, response } = exchange
  const { content: _content, ...rest } = response
  return { companion: { conversation_uuid, ...rest } }
}

const extrasOfCompletion = (exchange: Exchange) => ({
  ...('conversation_uuid' in exchange ? { system_fingerprint: exchange.response.engine } : {}),
  ...extras(exchange),
})

/** Estimates, in tokens: which tokenizer a model has is not known. */
export function tokensOf({ exchange, content }: Reply) {
  const [input, output] = [estimateTokenCount(exchange.message.content), estimateTokenCount(content)]
  return { input, output, total: input + output }
}

function usageOf(reply: Reply): NonNullable<ChatCompletion['usage']> {
  const { input, output, total } = tokensOf(reply)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: total }
}

const finishOf = ({ tooLong }: Reply) => (tooLong ? 'length' : 'stop')

/** A whole answer, as OpenAI shapes it. */
export function completion(head: Head, reply: Reply): ChatCompletion & object {
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: reply.content, refusal: null },
        finish_reason: finishOf(reply),
        logprobs: null,
      },
    ],
    usage: usageOf(reply),
    ...extrasOfCompletion(reply.exchange),
  }
}

/** A part of an answer. */
export function chunk(head: Head, delta: ChatCompletionChunk.Choice.Delta): ChatCompletionChunk {
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null, logprobs: null }],
  }
}

/** The part that says that an answer is whole. */
export function lastChunk(head: Head, reply: Reply): ChatCompletionChunk {
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply), logprobs: null }],
    ...extrasOfCompletion(reply.exchange),
  }
}

/** What the answer took, after its last part. */
export function usageChunk(head: Head, reply: Reply): ChatCompletionChunk {
  return { ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(reply) }
}
