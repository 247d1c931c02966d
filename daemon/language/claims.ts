import german from './de/models/claims.json' with { type: 'json' }
import english from './en/models/claims.json' with { type: 'json' }
import { compile, compileAny } from './templates.ts'

export type Claim = keyof typeof english.claims

interface Words {
  readonly slots: Readonly<Record<string, string>>
  readonly claims: Readonly<Record<Claim, readonly string[]>>
  readonly corrections: Readonly<Record<Claim | 'details', string>>
  readonly correction: string
  readonly and: string
  readonly 'of the member': string
  readonly suggesting: string
  readonly 'arranged before': string
  /** An expression, as it stands. */
  readonly asking: string
  readonly 'of the speaker': string
  readonly admitting: string
  readonly 'days and months': string
  /** Those by which the language is told. */
  readonly 'function words': string
  /** Whether names are, and nouns are not. */
  readonly 'names are written large': boolean
}

const compiled = ({ claims, slots, ...words }: Words) => ({
  ...words,
  claims: Object.entries(claims).map(
    ([claim, templates]) => [claim as Claim, compileAny(templates, slots)] as const,
  ),
  suggesting: compile(words.suggesting, {}),
  ofTheMember: compile(words['of the member'], {}),
  arranged: compile(words['arranged before'], {}),
  asking: new RegExp(words.asking, 'iu'),
  ofTheSpeaker: compile(words['of the speaker'], {}),
  admitting: compile(words.admitting, {}),
  reckoned: compile(words['days and months'], {}),
  functionWords: new Set(words['function words'].split(' ')),
  namesAreLarge: words['names are written large'],
})

/** A model may write in any of them, whatever is spoken. */
const languages = [english, german].map(compiled)

/** What a sentence claims to have been done or arranged. */
export const claimsIn = (sentence: string): Claim[] =>
  languages.flatMap(({ claims }) =>
    claims.flatMap(([claim, pattern]) => (pattern.test(sentence) ? [claim] : [])),
  )

/** Whether a sentence suggests something, and states nothing. */
export const suggests = (sentence: string): boolean =>
  languages.some(({ suggesting }) => suggesting.test(sentence))

/** Whether a message asks something. */
export const asks = (message: string): boolean => languages.some(({ asking }) => asking.test(message))

/** Whether a question is for something of who asks it. */
export const isOfTheSpeaker = (question: string): boolean =>
  languages.some(({ ofTheSpeaker }) => ofTheSpeaker.test(question))

/** Whether a reply admits not to know. */
export const admits = (reply: string): boolean => languages.some(({ admitting }) => admitting.test(reply))

/** Whether what is known speaks of something that was booked or ordered. */
export const isArranged = (text: string): boolean => languages.some(({ arranged }) => arranged.test(text))

/** Whether a word is a day of the week or a month, which can be reckoned from any date. */
export const isReckoned = (word: string): boolean => languages.some(({ reckoned }) => reckoned.test(word))

/** Whether a sentence is of who it is said to. */
export const isOfTheMember = (sentence: string): boolean =>
  languages.some(({ ofTheMember }) => ofTheMember.test(sentence))

/** What is put under a reply that claims what is not so; `details` are words of it that nothing supports. */
export function correctionOf(reply: string, claims: readonly Claim[], details: readonly string[]): string {
  const words = languageOf(reply)
  if (!words) return ''
  const { corrections, correction, and } = words
  const notes = [...new Set(claims)].map((claim) => corrections[claim])
  const quoted = details.map((detail) => `“${detail}”`).join(', ')
  const unknown = details.length > 0 ? [corrections.details.replace('{details}', quoted)] : []
  return correction.replace('{what}', [...notes, ...unknown].join(and))
}

/** Whether a word of a reply that is written large within a sentence is a name. */
export const namesAreLarge = (reply: string): boolean => languageOf(reply)?.namesAreLarge ?? false

/** The language of which a reply has most function words. */
function languageOf(reply: string) {
  const words =
    reply
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}']+/gu) ?? []
  const count = ({ functionWords }: (typeof languages)[number]) =>
    words.filter((word) => functionWords.has(word)).length
  return languages.toSorted((one, other) => count(other) - count(one))[0]
}
