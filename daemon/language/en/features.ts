import type { Features } from '../learned.ts'
import { signs } from './signs.ts'

export interface JudgedText {
  readonly text: string
  /** What was said right before, by the companion or in the same message; null for nothing. */
  readonly before: string | null
  /** What it means, as the embedded model has it: a unit vector. */
  readonly vector: Float32Array
}

const maxWords = 60
/** Of the numbers of a meaning, beside words that count 1. */
const meaningScale = 3

/** The words of a text in lower case, all numbers as one. */
function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}]+(?:'[\p{L}]+)*|\d+|[?!"“]/gu) ?? []
  return words.slice(0, maxWords).map((word) => (/\d/.test(word) ? '#' : word))
}

/** The features of a sentence: its words alone and in pairs, how it begins and ends, names and numbers, what was before, and its meaning. */
export function featuresOf({ text, before, vector }: JudgedText): Features {
  const words = wordsOf(text)
  const features = new Map<string, number>()
  const scale = 1 / Math.sqrt(Math.max(4, words.length))
  const add = (name: string, value: number) => features.set(name, Math.max(features.get(name) ?? 0, value))
  for (const [at, word] of words.entries()) {
    add(word, 3 * scale)
    const next = words[at + 1]
    if (next !== undefined) add(`${word} ${next}`, 3 * scale)
  }
  add(`^${words[0] ?? ''}`, 1)
  add(`^${words.slice(0, 2).join(' ')}`, 1)
  add(`$${words.at(-1) ?? ''}`, 0.5)
  add('=length', Math.log(1 + words.length) / 2)
  if (/(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}+/u.test(text)) add('=name', 1)
  if (/\p{Extended_Pictographic}/u.test(text)) add('=emoji', 1)
  for (const { name, pattern } of signs) {
    const match = pattern.exec(text)
    if (match) add(`~${name}`, 1)
    if (match?.index === 0) add(`~^${name}`, 1)
  }
  const wordsBefore = new Set(wordsOf(before ?? ''))
  add(before === null ? '=alone' : wordsBefore.has('?') ? '=asked' : '=after', 1)
  for (const word of wordsBefore) add(`<${word}`, 0.5)
  for (const [at, value] of vector.entries()) features.set(`@${at}`, value * meaningScale)
  return features
}
