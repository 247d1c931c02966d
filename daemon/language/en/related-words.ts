import { readFileSync } from 'node:fs'
import { lazy } from '../../kernel/lazy.ts'
import { programFile } from '../../kernel/program.ts'

/** The stems of words that mean something like another, the nearest first; none of one that is not known. */
export type RelatedWords = (stem: string) => string[]

/** The file that `npm run generate:related` makes of the model that comes with Companion. */
export const relatedWordsFile = 'models/static-en-v1/related.bin'

/**
 * The bytes of related words: the length of the text that follows (32 bits), all stems between line feeds, filled up to
 * an even length; then, of 16 bits, how many are related to each, and the numbers of those, one stem after another.
 */
export function encodeRelatedWords(related: ReadonlyMap<string, readonly string[]>): Uint8Array {
  const stems = [...related.keys()]
  const numbers = new Map(stems.map((stem, number) => [stem, number]))
  const lines = stems.join('\n')
  const text = Buffer.from(lines.length % 2 === 0 ? lines : `${lines}\n`)
  const lists = [...related.values()].map((words) => words.flatMap((word) => numbers.get(word) ?? []))
  const counts = Uint16Array.from([...lists.map(({ length }) => length), ...lists.flat()])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, new Uint8Array(counts.buffer)])
}

/** Reads what `encodeRelatedWords` has made. */
export function decodeRelatedWords(bytes: Uint8Array): RelatedWords {
  const file = Buffer.from(bytes)
  const end = 4 + file.readUInt32LE(0)
  const stems = file.toString('utf8', 4, end).trimEnd().split('\n')
  const numbers = new Map(stems.map((stem, number) => [stem, number]))
  const read = (place: number) => file.readUInt16LE(end + place * 2)
  const starts = new Uint32Array(stems.length + 1)
  let next = stems.length
  for (let number = 0; number < stems.length; number += 1) {
    starts[number] = next
    next += read(number)
  }
  starts[stems.length] = next
  return (stem) => {
    const number = numbers.get(stem)
    if (number === undefined) return []
    const [from, to] = [starts[number] ?? 0, starts[number + 1] ?? 0]
    return Array.from({ length: to - from }, (_, at) => stems[read(from + at)] ?? '')
  }
}

const shipped = lazy(() => decodeRelatedWords(readFileSync(programFile(relatedWordsFile))))

/** Those of English, as the model that comes with Companion has them; read with the first question. */
export const relatedWords: RelatedWords = (stem) => shipped()(stem)
