import { compileAny } from '../templates.ts'
import { stemsOf } from './stems.ts'
import words from './signs.json' with { type: 'json' }

/** What may be a sign of how a sentence is meant, by name: what it is a sign of is learned, none of them decides alone. */
export const signs: readonly { readonly name: string; readonly pattern: RegExp }[] = Object.entries(
  words.signs,
).map(([name, templates]) => ({ name, pattern: compileAny(templates, words.slots) }))

/** What asks without a doubt. */
export const plainQuestion: RegExp = compileAny(words.signs['plain question'], words.slots)
/** What a sentence has that is built as a question. */
export const questionForm: RegExp = compileAny(words.signs['question form'], words.slots)

const clauses = /[,;]\s+|\s[–—-]\s/u
const leastWords = 3
/** Ends in a word for what stands beside it. */
const pointing = /\b(?:that|this|it|them|those|there)\W*$/iu

/** The one clause of a sentence that asks, where it has others: "what am I allergic to, they want to know it here"; null else. */
export function askingClause(sentence: string): string | null {
  const parts = sentence.split(clauses)
  const [asking, ...others] = parts.filter(
    (part) =>
      part.split(' ').length >= leastWords &&
      stemsOf(part).length > 0 &&
      !pointing.test(part) &&
      (plainQuestion.test(part) || questionForm.test(part)),
  )
  return parts.length > 1 && asking !== undefined && others.length === 0 ? asking : null
}
