import type { JSONSchema7 } from 'ai'
import type { TSchema } from 'typebox'
import type { Clock } from '../../../kernel/clock.ts'
import { EngineFailed } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import { type LanguageModel, type ModelSettings, timeoutsOf } from './language-model.ts'
import { countTokens, sharesOf } from './token-budget.ts'

interface StructuredAnswerDependencies {
  readonly settings: ModelSettings
  readonly open: () => Promise<LanguageModel>
  readonly clock: Clock
}

/** What a model is asked that answers with an object. */
export interface StructuredQuestion<Answer> {
  readonly name: string
  readonly instructions: string
  /** The data that it is about, of at most so many tokens. */
  readonly prompt: (tokens: number) => string
  readonly schema: TSchema
  /** What of an answer fits; null where nothing does. */
  readonly read: (value: unknown) => Answer | null
}

/** What instructions and prompt are wrapped in, in tokens. */
const around = 50

/**
 * Opens what has a model answer with an object that fits a schema: bound by a grammar where the model's host knows such, and read
 * leniently. Rejects with `EngineFailed`; holds nothing open in between.
 */
export function openStructuredAnswers({ settings, open, clock }: StructuredAnswerDependencies) {
  return async <Answer>(question: StructuredQuestion<Answer>, signal: AbortSignal): Promise<Answer> => {
    if (signal.aborted) throw new EngineFailed('cancelled')
    const silence = new AbortController()
    const cancelSilence = clock.after(timeoutsOf(settings).total, () =>
      silence.abort(new EngineFailed('timed_out')),
    )
    const cancel = () => silence.abort(new EngineFailed('cancelled'))
    signal.addEventListener('abort', cancel)
    try {
      return await answered(await open(), settings, question, silence.signal)
    } catch (error) {
      silence.signal.throwIfAborted()
      throw engineFailure(error)
    } finally {
      cancelSilence()
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function answered<Answer>(
  model: LanguageModel,
  settings: ModelSettings,
  { name, instructions, prompt, schema, read }: StructuredQuestion<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { extractJsonMiddleware, generateText, jsonSchema, Output, wrapLanguageModel } = await import('ai')
  const shares = sharesOf(settings.context_tokens)
  const validate = (value: unknown) => {
    const answer = read(value)
    if (answer === null) return { success: false as const, error: new EngineFailed('not_understood') }
    return { success: true as const, value: answer }
  }
  const { output } = await generateText({
    // A server that does not know schemas may put its answer into a fence.
    model: wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    instructions,
    prompt: prompt(shares.prompt - countTokens(instructions) - around),
    output: Output.object({
      name,
      schema: jsonSchema<Answer>(schema as unknown as JSONSchema7, { validate }),
    }),
    temperature: 0,
    maxOutputTokens: shares.answer,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
  })
  return output
}
