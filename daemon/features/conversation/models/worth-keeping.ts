import type { JSONSchema7 } from 'ai'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../../kernel/clock.ts'
import { worthKeepingText as instructions } from '../../../language/en/models/prompt.ts'
import { EngineFailed } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import { type LanguageModel, type ModelSettings, timeoutsOf } from './language-model.ts'
import { quoted } from './quoting.ts'
import { countTokens, cutTo, sharesOf } from './token-budget.ts'

const maxSentences = 20
const maxMessageLength = 8_000

const Sentences = Type.Object(
  { sentences: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 })) },
  { additionalProperties: false },
)

interface WorthKeepingDependencies {
  readonly settings: ModelSettings
  readonly open: () => Promise<LanguageModel>
  readonly clock: Clock
}

/**
 * Finds the sentences of a message that are worth keeping, by a model's structured output. What is not in the message word
 * for word is dropped. Rejects with `EngineFailed`; holds nothing open in between.
 */
export function worthKeeping({ settings, open, clock }: WorthKeepingDependencies) {
  return async (content: string, signal: AbortSignal): Promise<string[]> => {
    if (signal.aborted) throw new EngineFailed('cancelled')
    const silence = new AbortController()
    const cancelSilence = clock.after(timeoutsOf(settings).total, () =>
      silence.abort(new EngineFailed('timed_out')),
    )
    const cancel = () => silence.abort(new EngineFailed('cancelled'))
    signal.addEventListener('abort', cancel)
    try {
      const found = await asked(await open(), settings, content, silence.signal)
      return found.flatMap((sentence) => (content.includes(sentence.trim()) ? [sentence.trim()] : []))
    } catch (error) {
      silence.signal.throwIfAborted()
      throw engineFailure(error)
    } finally {
      cancelSilence()
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function asked(model: LanguageModel, settings: ModelSettings, content: string, signal: AbortSignal) {
  const { extractJsonMiddleware, generateText, jsonSchema, Output, wrapLanguageModel } = await import('ai')
  const shares = sharesOf(settings.context_tokens)
  const said = cutTo(quoted(content, maxMessageLength), shares.prompt - countTokens(instructions) - 50)
  const { output } = await generateText({
    // A server that does not know schemas may put its answer into a fence.
    model: wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    instructions,
    prompt: `<message>\n${said}\n</message>`,
    output: Output.object({
      name: 'sentences',
      schema: jsonSchema<Static<typeof Sentences>>(Sentences as unknown as JSONSchema7, {
        validate: (value) => {
          const sentences = (value as { sentences?: unknown } | null)?.sentences
          if (!Array.isArray(sentences)) return { success: false, error: new EngineFailed('not_understood') }
          const texts = sentences.filter((one) => typeof one === 'string').slice(0, maxSentences)
          return { success: true, value: { sentences: texts } }
        },
      }),
    }),
    temperature: 0,
    maxOutputTokens: shares.answer,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
  })
  return output.sentences
}
