import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  holds,
  isAsking,
  subjectWords,
  tellingWords,
  type Wanted,
  wantedBy,
} from '../../daemon/features/conversation/questions.ts'

/** A question, and the kind of answer that it wants. */
const wanted: readonly (readonly [string, Wanted])[] = [
  ['What is my sister called?', 'name'],
  ["What's the name of the vet?", 'name'],
  ['Who is Doris?', 'person'],
  ['Where is the key?', 'place'],
  ['Which drawer is it in?', 'place'],
  ['When does the train leave?', 'time'],
  ['What day is the exam?', 'time'],
  ['How many children has Tom?', 'number'],
  ['What is the code of the gate?', 'number'],
  ['Why did I sell the car?', 'reason'],
  ['What does my brother do for a living?', 'job'],
  ['What am I allergic to?', 'allergy'],
  ["What can't my son eat?", 'allergy'],
  ['What do I hate?', 'disliking'],
  ["What doesn't Tom like?", 'disliking'],
  ['What is my favourite cake?', 'liking'],
  ['What do I want to see one day?', 'wish'],
  ['Is Anna my sister?', 'yes-no'],
  ['What about the garden?', 'anything'],
  ['Do you know what Anna said?', 'anything'],
]

describe('The answer that is wanted is', () => {
  for (const [question, kind] of wanted)
    it(`${kind}: ${question}`, () => {
      assert.equal(wantedBy(question), kind)
    })
})

/** A kind of answer, a memory, and whether that has one. */
const evidence: readonly (readonly [Wanted, string, boolean])[] = [
  ['time', 'The train leaves at 9:15', true],
  ['time', 'The exam is on Friday', true],
  ['time', 'The train is blue', false],
  ['number', 'Tom has three children', true],
  ['number', 'Tom has children', false],
  ['place', 'The key is under the mat', true],
  ['place', 'The key is lost', false],
  ['job', 'Tom works nights', true],
  ['job', 'Tom loves tea', false],
  ['allergy', 'Nuts bring on a rash', true],
  ['allergy', 'Tom loves nuts', false],
  ['disliking', "I can't stand olives", true],
  ['disliking', 'I love olives', false],
  ['liking', 'I love olives', true],
  ['liking', 'I own a boat', false],
  ['anything', 'I own a boat', true],
]

describe('A memory', () => {
  for (const [kind, memory, has] of evidence)
    it(`${has ? 'may' : 'cannot'} answer for ${kind}: ${memory}`, () => {
      assert.equal(holds(kind, memory), has)
    })
})

/** A question, and the words that say of what it asks. */
const subjects: readonly (readonly [string, readonly string[]])[] = [
  ['What is my sister called?', ['sister']],
  ["When is my sister's birthday?", ['sister', 'birthday']],
  ['What does Tom like to eat?', ['Tom', 'eat']],
  ['What does my brother do for a living?', ['brother']],
  ['How old is Emma?', ['Emma']],
  ['What food does my cat hate?', ['cat']],
  ['What did I tell you?', []],
]

describe('It is asked of', () => {
  for (const [question, words] of subjects)
    it(`${words.join(' and ') || 'nothing'}: ${question}`, () => {
      assert.deepEqual(subjectWords(question), words)
    })
})

describe('A word', () => {
  it('tells nothing where it only asks', () => {
    for (const word of ['What', "didn't", 'won’t', "I'm", 'told', 'the'])
      assert.equal(isAsking(word), true, word)
  })

  it('tells something where it is about something', () => {
    for (const word of ['sister', 'Doris', 'flowerpot']) assert.equal(isAsking(word), false, word)
  })

  it('is told as it was said, without its possessive', () => {
    assert.deepEqual(tellingWords("Where is Tom's half-brother?"), ['Tom', 'half-brother'])
  })
})
