import { isPronoun, withoutPossessive } from '../../../language/en/sentences.ts'

const written = /(?<=[\p{L}\p{N},;:'’] )\p{Lu}[\p{L}'’-]+/gu

/** The names in a text as they are written: what is written large, but for the first word of a sentence. */
export function namesIn(text: string): Set<string> {
  const names = [...text.matchAll(written)].map(([name]) => withoutPossessive(name))
  return new Set(names.filter((name) => !isPronoun(name)))
}
