import { compileAny } from '../templates.ts'
import words from './signs.json' with { type: 'json' }

/** What may be a sign of how a sentence is meant, by name: what it is a sign of is learned, none of them decides alone. */
export const signs: readonly { readonly name: string; readonly pattern: RegExp }[] = Object.entries(
  words.signs,
).map(([name, templates]) => ({ name, pattern: compileAny(templates, words.slots) }))

/** What asks without a doubt. */
export const plainQuestion: RegExp = compileAny(words.signs['plain question'], words.slots)
/** What a sentence has that is built as a question. */
export const questionForm: RegExp = compileAny(words.signs['question form'], words.slots)
