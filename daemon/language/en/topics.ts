import { compile, compileAny } from '../templates.ts'
import { isCommon } from './sentences.ts'
import stopWords from './stop-words.json' with { type: 'json' }
import words from './topics.json' with { type: 'json' }

const things = compileAny(words.things, words.slots, 'giu')
const asked = words.asked.map((template) => compile(template, words.slots, 'giu'))
const asks = compileAny(words.asks, {})
const requests = compileAny(words.requests, {})
const sentence = /[^.!?…\n]+[.!?…]*/gu
const word = /\p{L}[\p{L}'’-]*/gu

/** What a word is known by however it is written: "Work", "work's" and "bikes" as "work" and "bike". */
export const topicKey = (written: string): string =>
  written
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replace(/(?<=\p{L}{2}[^s'’])(?<!^new)s$/u, '')

const never = new Set([...stopWords, ...Object.values(words.not).flatMap((list) => list.split(' '))])

/** Whether a conversation can be about what a word names: no day, no month, no part of a body, and nothing that is shouted. */
export const isTopicWord = (written: string): boolean =>
  /\p{Ll}/u.test(written.slice(1)) &&
  !isCommon(written) &&
  ![written.toLowerCase(), topicKey(written)].some((one) => never.has(one))

/** The words of a text in their order, as they are written, without what shows whose something is. */
export const writtenWords = (text: string): string[] =>
  [...text.matchAll(word)].map(([match]) => match.replace(/['’]s?$/u, ''))

export interface Thing {
  readonly word: string
  /** Whether it is what the text asks about. */
  readonly asked: boolean
}

/** The people and things that a text speaks of: "my garden", "the new bike", "what about dinner". */
export function thingsIn(text: string): Thing[] {
  return [...text.matchAll(sentence)]
    .flatMap(([one]) => {
      const asking = asks.test(one.trim()) && !requests.test(one.trim())
      const named = [...one.matchAll(things)].map((match) => ({ found: match, asked: asking }))
      const about = asked.flatMap((pattern) =>
        [...one.matchAll(pattern)].map((match) => ({ found: match, asked: true })),
      )
      return [...named, ...about]
    })
    .map(({ found: match, ...rest }) => ({ word: match.groups?.['thing'] ?? '', ...rest }))
    .filter((thing) => isTopicWord(thing.word))
}
