import { stemmer } from 'stemmer'

/** Whether a word names who does what a stem says: a drummer drums, a baker bakes and a guitarist has a guitar. */
export function doerOf(word: string, stem: string): boolean {
  const base = /^(?<base>\p{L}{3,})(?:er|or|ist)s?$/u.exec(word.toLowerCase())?.groups?.['base']
  if (base === undefined || !base.startsWith(stem.slice(0, 3))) return false
  const single = base.replace(/(.)\1$/, '$1')
  return [base, single, `${base}e`].some((one) => stemmer(one) === stem)
}

/** The stems of words that are parted by blanks. */
export function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(stemmer))
}
