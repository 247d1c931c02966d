import type { InputOf } from '../../../client/types.ts'

/** What is typed of an engine; an empty field of numbers is an empty text. */
export interface EngineChoice {
  readonly base_url: string
  readonly model: string
  /** Empty where the key that is kept for the server is to stay. */
  readonly api_key: string
  readonly no_key: boolean
  /** Whether whoever chooses it agrees to it for themselves. */
  readonly for_me: boolean
  readonly timeout_seconds: number | string
  readonly context_tokens: number | string
}

/** The key to be sent: none where the one that is kept is to stay, null where it is to go. */
export function keyOf({ api_key, no_key }: Pick<EngineChoice, 'api_key' | 'no_key'>): {
  api_key?: string | null
} {
  if (no_key) return { api_key: null }
  return api_key.trim() === '' ? {} : { api_key: api_key.trim() }
}

/** What is asked for; a number that is left empty has its default. */
export function engineInput(choice: EngineChoice): InputOf<'engine.change'> {
  const { timeout_seconds, context_tokens } = choice
  return {
    base_url: choice.base_url.trim(),
    model: choice.model.trim(),
    ...keyOf(choice),
    ...(typeof timeout_seconds === 'number' ? { timeout_seconds } : {}),
    ...(typeof context_tokens === 'number' ? { context_tokens } : {}),
  }
}
