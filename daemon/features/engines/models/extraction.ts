import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { extractionText as instructions } from '../../../language/en/models/prompt.ts'
import { claimable, denies, isStated, subjectOf } from '../../../language/en/models/stated.ts'
import type { Person, StatedFact } from '../../../language/person.ts'
import type { Learned, Lesson } from '../../../language/turn.ts'
import { quoted } from './quoting.ts'
import { momentOf } from './situation.ts'
import type { StructuredQuestion } from './structured-answer.ts'
import { countTokens, cutTo } from './token-budget.ts'

/** So much of an answer is looked at. */
const [maxSentences, maxClaims] = [20, 20]
const maxMessageLength = 8_000
const maxBeforeLength = 400
/** So many facts that are known already are shown. */
const maxKnown = 20

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

/**
 * Asks what of a message is worth keeping and what it states of people. Nothing of the answer is to be taken on trust: see
 * `supportedBy`.
 */
export const extractionOf = (lesson: Lesson): StructuredQuestion<Answer> => ({
  name: 'learned',
  instructions,
  prompt: (tokens) => promptOf(lesson, tokens),
  schema: Answer,
  read: readAnswer,
})

/** What of an answer the words of the message bear out: what is not in it word for word is dropped, and so is what it does not state. */
export function supportedBy(content: string, { sentences, claims }: Answer): Learned {
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
  return denies(quote) ? 'denied' : 'past'
}

/** What of an answer fits; the rest is left out. */
function readAnswer(value: unknown): Answer | null {
  const { sentences, claims } = (value ?? {}) as { sentences?: unknown; claims?: unknown }
  if (!Array.isArray(sentences) && !Array.isArray(claims)) return null
  const texts: unknown[] = Array.isArray(sentences) ? sentences : []
  const all: unknown[] = Array.isArray(claims) ? claims : []
  return {
    sentences: texts.filter((one) => typeof one === 'string').slice(0, maxSentences),
    claims: all.filter((one) => Value.Check(Claim, one)).slice(0, maxClaims),
  }
}

/** The message as data, with the time, what was said before it and what is known, as much as fits into `tokens`. */
function promptOf({ content, before, people, now, time_zone }: Lesson, tokens: number): string {
  const message = cutTo(quoted(content, maxMessageLength), Math.floor(tokens / 2))
  const earlier = before.map((one) => `- ${quoted(one, maxBeforeLength)}`).join('\n')
  const blocks = [
    `<situation>\n${momentOf(time_zone, now)}\n</situation>`,
    `<known>\n${knownIn(people, content).join('\n')}\n</known>`,
    earlier === '' ? '' : `<before>\n${earlier}\n</before>`,
  ]
  const last = `<message>\n${message}\n</message>`
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
  const text = content.toLowerCase()
  const named = people.filter(({ name, relation }) => {
    const words = [name, relation].filter((word) => word !== null)
    return words.length === 0 || words.some((word) => text.includes(word.toLowerCase()))
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
    .map(({ who, attribute, value }, at) => `${at}: ${quoted(`${who} | ${attribute} | ${value}`, 160)}`)
}
