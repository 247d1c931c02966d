import type { Turn } from '../../../language/turn.ts'
import { EngineFailed } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import type { LanguageModel } from './language-model.ts'
import { promptOf } from './prompt.ts'
import { sharesOf } from './token-budget.ts'

/** No reply is longer, in characters. */
export const maxReplyLength = 8_000

interface Writing {
  readonly turn: Turn
  readonly contextTokens: number
  readonly write: (delta: string) => void
  /** Called at the first sign of an answer. */
  readonly begins: () => void
  /** Aborted with the `EngineFailed` that the writing then rejects with. */
  readonly signal: AbortSignal
}

/** The whole answer of a model, of which `write` has been told every part. Rejects with `EngineFailed`. */
export async function written(model: LanguageModel, { turn, contextTokens, write, begins, signal }: Writing) {
  const { streamText } = await import('ai')
  const shares = sharesOf(contextTokens)
  const { instructions, messages } = promptOf(turn, shares.prompt)
  let text = ''
  let ended: string | null = null
  try {
    const { stream } = streamText({
      model,
      instructions,
      messages: [...messages],
      maxOutputTokens: shares.answer,
      maxRetries: 0,
      abortSignal: signal,
      telemetry: { isEnabled: false },
      // It would print the error, and with it what was asked.
      onError: () => {},
    })
    for await (const part of stream) {
      signal.throwIfAborted()
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') begins()
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') ended = part.finishReason
      if (part.type !== 'text-delta') continue
      // Models like to begin with a blank.
      const delta = text === '' ? part.text.trimStart() : part.text
      if (delta === '') continue
      if (text.length + delta.length > maxReplyLength) throw new EngineFailed('too_long')
      text += delta
      write(delta)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw engineFailure(error, text !== '')
  }
  signal.throwIfAborted()
  if (ended === 'length') throw new EngineFailed('cut_short')
  if (ended === 'content-filter') throw new EngineFailed('filtered')
  if (text === '') throw new EngineFailed('empty')
  return text.trimEnd()
}
