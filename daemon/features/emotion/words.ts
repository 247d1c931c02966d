import { isTurn } from '../../language/en/emotion/sentiment.ts'

export interface Word {
  /** In lower case, with straight apostrophes. */
  readonly text: string
  /** Whether it is in capitals while others are not. */
  readonly shouted: boolean
}

/** What stands between commas and the like, or begins with a word like "but". */
export type Clause = readonly Word[]

/** A text, taken apart. */
export interface ParsedText {
  readonly sentences: readonly (readonly Clause[])[]
  readonly exclamations: number
  /** Whether all of it is in capitals. */
  readonly loud: boolean
}

const emoticons: readonly (readonly [RegExp, string])[] = [
  [/:'-?\(/g, ' 😢 '],
  [/[:=]-?\)+/g, ' 🙂 '],
  [/[:=]-?\(+/g, ' 🙁 '],
  [/[:=]-?D\b/g, ' 😃 '],
  [/;-?\)+/g, ' 😉 '],
  [/<3+/g, ' ❤ '],
]
const pieces = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}|[.!?\n…]+|[,;:()—–]/gu
const isWord = (piece: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(piece)
const capitals = (piece: string) => /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(piece)

/** Takes a text apart into sentences, clauses and words; emoticons become emoji. */
export function wordsOf(text: string): ParsedText {
  const plain = emoticons.reduce(
    (result, [from, to]) => result.replace(from, to),
    text.replaceAll(/[’‘`]/g, "'"),
  )
  const tokens = plain.match(pieces) ?? []
  const lettered = tokens.filter((piece) => /\p{L}/u.test(piece))
  const loud = lettered.length > 2 && !/\p{Ll}/u.test(plain)
  const sentences: Word[][][] = [[[]]]
  const clause = () => sentences.at(-1)?.at(-1) ?? []
  for (const piece of tokens) {
    if (isWord(piece)) {
      const word = { text: piece.toLowerCase(), shouted: !loud && capitals(piece) }
      if (isTurn(word.text)) sentences.at(-1)?.push([])
      clause().push(word)
    } else if (clause().length === 0) continue
    else if (/[.!?\n…]/.test(piece)) sentences.push([[]])
    else sentences.at(-1)?.push([])
  }
  return { sentences, exclamations: plain.split('!').length - 1, loud }
}
