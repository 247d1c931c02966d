import type { JSONSchema7 } from 'ai'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../../kernel/clock.ts'
import { extractionText as instructions } from '../../../language/en/models/prompt.ts'
import { claimable, isStated, subjectOf } from '../../../language/en/models/stated.ts'
import type { Person, StatedFact } from '../acting/remembering.ts'
import { EngineFailed } from './engine-failed.ts'
import { engineFailure } from './engine-failure.ts'
import { type LanguageModel, type ModelSettings, timeoutsOf } from './language-model.ts'
import { oneLine, quoted } from './quoting.ts'
import { momentOf } from './situation.ts'
import { countTokens, cutTo, sharesOf } from './token-budget.ts'

/** So much of an answer is looked at. */
const [maxSentences, maxClaims] = [20, 20]
const maxMessageLength = 8_000
const maxBeforeLength = 400
/** So many facts that are known already are shown. */
const maxKnown = 20

/** A message to learn from, and what stands around it. */
export interface Lesson {
  readonly content: string
  /** What was said just before it, the oldest first. */
  readonly before: readonly string[]
  /** Whom the member told of, and what is known of each. */
  readonly people: readonly Person[]
  /** When it was said, in milliseconds since the epoch, and where. */
  readonly now: number
  readonly time_zone: string
}

/** What a message tells, word for word. */
export interface Learned {
  /** The sentences that are worth keeping. */
  readonly sentences: readonly string[]
  /** What it states of people, each within a `quote` of it. */
  readonly facts: readonly (StatedFact & { readonly quote: string })[]
}

const Claim = Type.Object(
  {
    action: Type.Enum(['add', 'update', 'close']),
    quote: Type.String({ minLength: 1, maxLength: 600 }),
    subject: Type.String({ minLength: 1, maxLength: 80 }),
    attribute: Type.Enum([...claimable]),
    value: Type.String({ minLength: 1, maxLength: 80 }),
    known: Type.Union([Type.Integer({ minimum: 0, maximum: maxKnown }), Type.Null()]),
  },
  { additionalProperties: false },
)
type Claim = Static<typeof Claim>

const Answer = Type.Object(
  {
    sentences: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: maxSentences }),
    claims: Type.Array(Claim, { maxItems: maxClaims }),
  },
  { additionalProperties: false },
)
type Answer = Static<typeof Answer>

interface ExtractionDependencies {
  readonly settings: ModelSettings
  readonly open: () => Promise<LanguageModel>
  readonly clock: Clock
}

/**
 * Finds what of a message is worth keeping and what it states of people, by a model's structured output. Nothing is taken on
 * trust: what is not in the message word for word is dropped, and so is what its words do not state. Rejects with
 * `EngineFailed`; holds nothing open in between.
 */
export function openExtraction({ settings, open, clock }: ExtractionDependencies) {
  return async (lesson: Lesson, signal: AbortSignal): Promise<Learned> => {
    if (signal.aborted) throw new EngineFailed('cancelled')
    const silence = new AbortController()
    const cancelSilence = clock.after(timeoutsOf(settings).total, () =>
      silence.abort(new EngineFailed('timed_out')),
    )
    const cancel = () => silence.abort(new EngineFailed('cancelled'))
    signal.addEventListener('abort', cancel)
    try {
      return borneOut(lesson.content, await asked(await open(), settings, lesson, silence.signal))
    } catch (error) {
      silence.signal.throwIfAborted()
      throw engineFailure(error)
    } finally {
      cancelSilence()
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** What of an answer the words of the message bear out. */
export function borneOut(content: string, { sentences, claims }: Answer): Learned {
  const held = (quote: string) => content.includes(quote.trim())
  return {
    sentences: sentences.flatMap((one) => (held(one) ? [one.trim()] : [])),
    facts: claims.flatMap((claim) => {
      const { action, quote, subject, attribute, value } = claim
      const who = subjectOf(subject)
      if (who === null || ![quote, value].every(held)) return []
      if (!isStated(content, { subject, attribute, value, over: action === 'close' })) return []
      return [{ ...who, attribute, value: value.trim(), modality: modalityOf(claim), quote: quote.trim() }]
    }),
  }
}

/** What holds no longer, or never did, as the words say it. */
function modalityOf({ action, quote }: Claim): StatedFact['modality'] {
  if (action !== 'close') return 'stated'
  return /n['’]?t\b|\bnot\b|\bnever\b/i.test(quote) ? 'denied' : 'past'
}

async function asked(
  model: LanguageModel,
  settings: ModelSettings,
  lesson: Lesson,
  signal: AbortSignal,
): Promise<Answer> {
  const { extractJsonMiddleware, generateText, jsonSchema, Output, wrapLanguageModel } = await import('ai')
  const shares = sharesOf(settings.context_tokens)
  const { output } = await generateText({
    // A server that does not know schemas may put its answer into a fence.
    model: wrapLanguageModel({ model, middleware: extractJsonMiddleware() }),
    instructions,
    prompt: promptOf(lesson, shares.prompt - countTokens(instructions) - 50),
    output: Output.object({
      name: 'learned',
      schema: jsonSchema<Answer>(Answer as unknown as JSONSchema7, { validate: readAnswer }),
    }),
    temperature: 0,
    maxOutputTokens: shares.answer,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
  })
  return output
}

/** What of an answer fits; the rest is left out. */
function readAnswer(value: unknown) {
  const { sentences, claims } = (value ?? {}) as { sentences?: unknown; claims?: unknown }
  if (!Array.isArray(sentences) && !Array.isArray(claims))
    return { success: false as const, error: new EngineFailed('not_understood') }
  const texts: unknown[] = Array.isArray(sentences) ? sentences : []
  const all: unknown[] = Array.isArray(claims) ? claims : []
  return {
    success: true as const,
    value: {
      sentences: texts.filter((one) => typeof one === 'string').slice(0, maxSentences),
      claims: all.filter((one) => Value.Check(Claim, one)).slice(0, maxClaims),
    },
  }
}

/** The message as data, with the time, what was said before it and what is known, as much as fits into `tokens`. */
function promptOf({ content, before, people, now, time_zone }: Lesson, tokens: number): string {
  const said = cutTo(quoted(content, maxMessageLength), Math.floor(tokens / 2))
  const earlier = before.map((one) => `- ${quoted(one, maxBeforeLength)}`).join('\n')
  const blocks = [
    `<situation>\n${momentOf(time_zone, now)}\n</situation>`,
    `<known>\n${knownIn(people, content).join('\n')}\n</known>`,
    earlier === '' ? '' : `<before>\n${earlier}\n</before>`,
  ]
  const last = `<message>\n${said}\n</message>`
  let left = tokens - countTokens(last)
  const fitting = blocks.filter((one) => {
    const count = countTokens(one) + 2
    if (one === '' || count > left) return false
    left -= count
    return true
  })
  return [...fitting, last].join('\n\n')
}

/** What is known to hold of the member, and of whom the message names, numbered from 0. */
function knownIn(people: readonly Person[], content: string): string[] {
  const said = content.toLowerCase()
  const named = people.filter(({ name, relation }) => {
    const words = [name, relation].filter((word) => word !== null)
    return words.length === 0 || words.some((word) => said.includes(word.toLowerCase()))
  })
  return named
    .flatMap(({ name, relation, facts }) =>
      facts
        .filter(({ valid_to, modality }) => valid_to === null && modality === 'stated')
        .map(({ attribute, value }) => ({
          who: [relation, name].filter(Boolean).join(' ') || 'me',
          attribute,
          value,
        })),
    )
    .slice(0, maxKnown)
    .map(
      ({ who, attribute, value }, at) =>
        `${at}: ${oneLine(quoted(`${who} | ${attribute} | ${value}`, 160), 200)}`,
    )
}
