import { compile, compileAny } from '../templates.ts'
import { isCommon } from './sentences.ts'
import stopWords from './stop-words.json' with { type: 'json' }
import words from './topics.json' with { type: 'json' }

const things = compileAny(words.things, words.slots, 'giu')
const asked = words.asked.map((template) => [compile(template, words.slots, 'giu'), true] as const)
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
  !never.has(written.toLowerCase()) &&
  !never.has(topicKey(written))

/** The words of a text in their order, as they are written, without what shows whose something is. */
export function writtenWords(text: string): string[] {
  const words: string[] = []
  for (const [match] of text.matchAll(word)) words.push(match.replace(/['’]s?$/u, ''))
  return words
}

export interface Thing {
  readonly word: string
  /** Whether it is what the text asks about. */
  readonly asked: boolean
}

/** The people and things that a text speaks of: "my garden", "the new bike", "what about dinner". */
export function thingsIn(text: string): Thing[] {
  const spoken: Thing[] = []
  for (const [one] of text.matchAll(sentence)) {
    const asking = asks.test(one.trim()) && !requests.test(one.trim())
    for (const [pattern, isAsked] of [[things, asking] as const, ...asked])
      for (const { groups } of one.matchAll(pattern)) {
        const thing = groups?.['thing'] ?? ''
        if (isTopicWord(thing)) spoken.push({ word: thing, asked: isAsked })
      }
  }
  return spoken
}
