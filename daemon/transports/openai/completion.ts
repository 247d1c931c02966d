import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { estimateTokenCount } from 'tokenx'
import type { Answer } from '../../gateway/declared.ts'

/** The one model there is: the companion, whichever engine writes. */
export const model = 'companion'

/** What was said, with its answer; the two texts alone where the companion was not asked. */
export type Exchange =
  | Answer<'conversation.message'>
  | { readonly message: { readonly content: string }; readonly response: { readonly content: string } }

/** Under which name and when an answer is given. */
export interface Head {
  readonly id: string
  readonly model: string
  /** Seconds since the epoch. */
  readonly created: number
}

/** What only the companion knows of its answers: feeling, confidence, engine, the memories behind it. */
function extras(exchange: Exchange) {
  if (!('conversation_uuid' in exchange)) return {}
  const { conversation_uuid, response } = exchange
  const { content: _content, ...rest } = response
  return { system_fingerprint: response.engine, companion: { conversation_uuid, ...rest } }
}

/** Estimates, in tokens: which tokenizer a model has is not known. */
function usageOf({ message, response }: Exchange): NonNullable<ChatCompletion['usage']> {
  const prompt_tokens = estimateTokenCount(message.content)
  const completion_tokens = estimateTokenCount(response.content)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** A whole answer, as OpenAI shapes it. */
export function completion(head: Head, exchange: Exchange): ChatCompletion & object {
  const { content } = exchange.response
  return {
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: usageOf(exchange),
    ...extras(exchange),
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
export function lastChunk(head: Head, exchange: Exchange): ChatCompletionChunk {
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: {}, finish_reason: 'stop', logprobs: null }],
    ...extras(exchange),
  }
}

/** What the answer took, after its last part. */
export function usageChunk(head: Head, exchange: Exchange): ChatCompletionChunk {
  return { ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(exchange) }
}
