import type { wrapLanguageModel } from 'ai'
import { boundedFetch } from './bounded-fetch.ts'

/** An OpenAI-compatible server and the model on it that writes. */
export interface ServerSettings {
  /** Up to and with the version, such as http://127.0.0.1:11434/v1. */
  readonly base_url: string
  readonly model: string
  readonly api_key?: string | undefined
  /** For a whole answer; no more than 25 are ever used. */
  readonly timeout_seconds: number
  /** What the model can take in and write, in tokens; at least 1,024. */
  readonly context_tokens: number
}

/** The most that is waited for a whole answer, in seconds: what then falls back is still within 30 s. */
const maxAnswerSeconds = 25
/** The share of the time for the whole in which the first token has to come. */
const firstShare = 0.8

/** How long to wait for the first token and for the whole, in milliseconds. */
export function timeoutsOf({ timeout_seconds }: ServerSettings): { first: number; total: number } {
  const total = Math.min(maxAnswerSeconds, timeout_seconds) * 1_000
  return { first: total * firstShare, total }
}

export type ServerModel = ReturnType<typeof wrapLanguageModel>

/** The model for the `ai` package, which is loaded at the first use; thoughts that it writes down are set apart. */
export async function openModel({ base_url, model, api_key }: ServerSettings): Promise<ServerModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { extractReasoningMiddleware, wrapLanguageModel: wrap } = await import('ai')
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: base_url,
    ...(api_key === undefined ? {} : { apiKey: api_key }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch,
  })
  return wrap({
    model: provider.chatModel(model),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  })
}
