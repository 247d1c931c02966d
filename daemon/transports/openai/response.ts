import type {
  Response,
  ResponseOutputMessage,
  ResponseOutputText,
} from 'openai/resources/responses/responses'
import { extras, type Head, type Reply, tokensOf } from './completion.ts'

/** A response as it is sent; the whole text beside it is added by OpenAI's client. */
type SentResponse = Omit<Response, 'output_text'>

/** The part of a message that is its text. */
export const textPart = (text: string): ResponseOutputText => ({
  type: 'output_text',
  text,
  annotations: [],
  logprobs: [],
})

/** The message that a response is, once there is text in it. */
export const messageOf = (
  { id }: Head,
  status: ResponseOutputMessage['status'],
  ...texts: readonly string[]
): ResponseOutputMessage => ({
  id: id.replace(/^resp/, 'msg'),
  type: 'message',
  role: 'assistant',
  status,
  content: texts.map(textPart),
})

/** A response that is not written yet: what it is, and which settings it follows. */
export function begunResponse({ id, model, created }: Head, maxTokens: number | undefined): SentResponse {
  return {
    id,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    access_programs: null,
    background: false,
    error: null,
    incomplete_details: null,
    // Those that were given are left aside.
    instructions: null,
    max_output_tokens: maxTokens ?? null,
    metadata: {},
    model,
    output: [],
    parallel_tool_calls: false,
    previous_response_id: null,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'disabled',
  }
}

/** A whole response, as OpenAI shapes it. */
export function wholeResponse(head: Head, reply: Reply, maxTokens: number | undefined): SentResponse {
  const status = reply.tooLong ? 'incomplete' : 'completed'
  const { input, output, total } = tokensOf(reply)
  return {
    ...begunResponse(head, maxTokens),
    status,
    incomplete_details: reply.tooLong ? { reason: 'max_output_tokens' } : null,
    output: [messageOf(head, status, reply.content)],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
    ...extras(reply.exchange),
  }
}
