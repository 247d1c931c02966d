import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxSentenceLength, maxWords } from '../../../daemon/features/conversation/exchange/reading-limits.ts'
import { readablePart, sentencesOf } from '../../../daemon/features/conversation/sentences.ts'

/** A name, a message, and its sentences. */
const split: readonly (readonly [string, string, readonly string[]])[] = [
  ['by its marks', 'I like tea. Do you? Good!', ['I like tea.', 'Do you?', 'Good!']],
  ['not after a title', 'I saw Dr. Field today. He is kind.', ['I saw Dr. Field today.', 'He is kind.']],
  ['not within a time', 'Wake me at 7 a.m. on Friday.', ['Wake me at 7 a.m. on Friday.']],
  ['not within a number', 'It costs 3.50 euros.', ['It costs 3.50 euros.']],
  ['into none, where it is empty', '   ', []],
  ['without what is marks alone', '?! …', []],
  ['with one that is a picture alone', '🎉', ['🎉']],
]

describe('A message is split', () => {
  for (const [name, message, sentences] of split)
    it(name, () => {
      assert.deepEqual(
        sentencesOf(message).map(({ text }) => text),
        sentences,
      )
    })
})

/** A sentence, and whether it is a question. */
const questions: readonly (readonly [string, boolean])[] = [
  ['Where is my key?', true],
  ['where is my key', true],
  ['And where did I put it', true],
  ['Tell me where the key is', true],
  ['Remind me what Tom likes', true],
  ['Any idea when the bus goes', true],
  ['You are tired?', true],
  ['He asked “why?”', true],
  ["Can't you tell me where it is", true],
  ["Can't stand wet socks", false],
  ['What I miss is the sea', false],
  ['When I was ten we moved', false],
  ['When my uncle retired, he bought a boat', false],
  ['Tell me a joke', false],
  ['Have a nice day!', false],
  ['Have a nice day', false],
  ['Can you believe it!', false],
  ["Don't forget the milk", false],
  ['I know where the key is', false],
  ['Remind me to call Tom', false],
  ['My sister lives in Leeds', false],
]

describe('A sentence', () => {
  for (const [text, question] of questions)
    it(`${question ? 'asks' : 'does not ask'}: ${text}`, () => {
      assert.deepEqual(sentencesOf(text), [{ text, question }])
    })
})

describe('A sentence without an end', () => {
  it('is taken for several, cut between its words', () => {
    const pieces = sentencesOf(`I like ${'tea and '.repeat(300)}milk`).map(({ text }) => text)
    assert.deepEqual(pieces.join(' '), `I like ${'tea and '.repeat(300)}milk`)
    assert.ok(pieces.length > 1 && pieces.every(({ length }) => length <= maxSentenceLength))
  })

  it('is cut anywhere where it is one word', () => {
    const pieces = sentencesOf('a'.repeat(2_500)).map(({ text }) => text.length)
    assert.deepEqual(pieces, [1_000, 1_000, 500])
  })
})

describe('As much as is read at once', () => {
  it('is all of what people write', () => {
    const text = 'I like tea. '.repeat(500)
    assert.deepEqual(readablePart(text), { text, partly: false })
  })

  it('ends with the last word that is read', () => {
    const { text, partly } = readablePart('tea '.repeat(maxWords + 1))
    assert.equal(text.trim().split(' ').length, maxWords)
    assert.equal(partly, true)
  })
})
