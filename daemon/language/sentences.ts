import type { Reading } from './language.ts'

/**
 * How much of one message is read for what it means; the history has all of it, word for word, and so has a model. In prose the
 * 8,000 characters of a message are some 1,450 words in a hundred sentences.
 */
const [maxWords, maxSentenceLength] = [1_600, 1_000]
export const maxSentences = 120

/** As much of a text as is read at once, and whether that is only a part of it. */
export function readablePart(text: string): { readonly text: string; readonly partly: boolean } {
  let words = 0
  for (const { index } of text.matchAll(/\S+/g)) {
    if (words === maxWords) return { text: text.slice(0, index), partly: true }
    words += 1
  }
  return { text, partly: false }
}

/** The sentences of a message as they stand in it, in their order: what has neither letter, number nor sign is none. */
export function sentencesOf(
  text: string,
  { abbreviation, cutIntoSentences }: Pick<Reading, 'abbreviation' | 'cutIntoSentences'>,
): string[] {
  const parts: string[] = []
  for (const line of text.split(/\n+/))
    for (const [at, segment] of cutIntoSentences(line.trim()).entries()) {
      const last = parts.at(-1)
      // "Dr. Okafor" and "No. 4" are not the end of anything, nor is what goes on in small letters.
      if (at > 0 && last !== undefined && (abbreviation.test(last) || /^[\p{Ll}]/u.test(segment)))
        parts[parts.length - 1] = last + segment
      else parts.push(segment)
    }
  return parts
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part))
    .flatMap(piecesOf)
}

/** A sentence of any length in pieces that can be read, cut between words where there are any. */
function piecesOf(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence
  while (rest.length > maxSentenceLength) {
    const space = rest.lastIndexOf(' ', maxSentenceLength)
    const end = space > 0 ? space : maxSentenceLength
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return [...pieces, rest].filter(Boolean)
}
