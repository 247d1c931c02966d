import type { wrapLanguageModel } from 'ai'

/** A model, as the `ai` package uses models. */
export type LanguageModel = ReturnType<typeof wrapLanguageModel>

export interface ModelSettings {
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
export function timeoutsOf({ timeout_seconds }: Pick<ModelSettings, 'timeout_seconds'>): {
  first: number
  total: number
} {
  const total = Math.min(maxAnswerSeconds, timeout_seconds) * 1_000
  return { first: total * firstShare, total }
}

/** A model whose thoughts, where it writes them down, are set apart from what it says. */
export async function withThoughtsApart(
  model: Parameters<typeof wrapLanguageModel>[0]['model'],
): Promise<LanguageModel> {
  const { extractReasoningMiddleware, wrapLanguageModel: wrap } = await import('ai')
  return wrap({ model, middleware: extractReasoningMiddleware({ tagName: 'think' }) })
}
