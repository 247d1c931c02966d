import type { Features } from '../learned.ts'
import { readTimes } from './calendar.ts'
import { signs } from './signs.ts'
import { stemsOf } from './stems.ts'

const maxWords = 60
/** Some moment: what a sentence names of times is a feature, not when that is. */
const anyTime = { now: Date.UTC(2026, 4, 12, 8, 30), time_zone: 'UTC' }

/** The words of a text in lower case, all numbers as one. */
function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:'\p{L}+)*|\d+|[?!"„“»]/gu) ?? []
  return words.slice(0, maxWords).map((word) => (/\d/.test(word) ? '#' : word))
}

/** What words end in tells what they are: verbs in the first person, past forms, nouns. */
const endings = /(?:ich|[^aeiouäöü]e|st|en|te|ten|et|ung|heit|keit|chen|lich|ig|isch|er|ern)$/u

/** What a sentence shows: its words alone and in pairs, stems, beginnings and endings of words, letters, how it begins and ends, names, numbers and what was before. */
export function featuresOf(text: string, before: string | null): Features {
  const words = wordsOf(text)
  const features = new Map<string, number>()
  const scale = 1 / Math.sqrt(Math.max(4, words.length))
  const add = (name: string, value: number) => features.set(name, Math.max(features.get(name) ?? 0, value))
  for (const [at, word] of words.entries()) {
    add(word, 3 * scale)
    const [next, later] = [words[at + 1], words[at + 2]]
    if (next !== undefined) add(`${word} ${next}`, 3 * scale)
    if (later !== undefined) add(`${word} _ ${later}`, 1.5 * scale)
    if (word.length >= 5) {
      add(`|${word.slice(0, 4)}`, 1.5 * scale)
      add(`${word.slice(-4)}|`, scale)
    }
    const ending = endings.exec(word)?.[0]
    if (ending !== undefined && at < 3) add(`${at}-${ending}`, 0.5)
  }
  for (const stem of new Set(stemsOf(text))) add(`*${stem}`, 2 * scale)
  add(`^${words[0] ?? ''}`, 1)
  add(`^${words.slice(0, 2).join(' ')}`, 1)
  add(`^^${words[1] ?? ''}`, 0.5)
  add(`$${words.at(-1) ?? ''}`, 0.7)
  add(`$${words.slice(-2).join(' ')}`, 0.5)
  add('=length', Math.log(1 + words.length) / 2)
  if (words.length <= 3) add('=short', 1)
  const inside = text.match(/(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}+/gu) ?? []
  if (inside.length > 0) add('=noun', 0.5)
  add('=nouns', Math.min(1, inside.length / 6))
  if (/\d/.test(text)) add('=number', 0.7)
  if (/\p{Extended_Pictographic}/u.test(text)) add('=emoji', 1)
  const times = readTimes(text, anyTime)
  if (times.length > 0) add('=time', 1)
  if (times.some(({ clock }) => clock !== null)) add('=clock', 0.7)
  if (times.some(({ day }) => day !== null)) add('=day', 0.7)
  for (const { name, pattern } of signs) {
    const match = pattern.exec(text)
    if (match) add(`~${name}`, 1)
    if (match?.index === 0) add(`~^${name}`, 1)
  }
  const wordsBefore = new Set(wordsOf(before ?? ''))
  add(before === null ? '=alone' : wordsBefore.has('?') ? '=asked' : '=after', 1)
  for (const word of wordsBefore) add(`<${word}`, 0.5)
  return features
}
