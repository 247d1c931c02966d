import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentWords } from '../../../daemon/features/conversation/asking-words.ts'
import {
  isPolar,
  subjectsOf,
  type Wanted,
  wantedBy,
} from '../../../daemon/features/conversation/questions.ts'

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
  ['How old is the house?', 'age'],
  ['How long have I lived here?', 'duration'],
  ['How long ago did we move?', 'time'],
  ["What's Tom do?", 'job'],
  ['What is it I want to do?', 'wish'],
  ['Which island would I love to see?', 'wish'],
  ["What doesn't Tom eat?", 'avoiding'],
  ['When I am in Leeds, where do I sleep?', 'place'],
  ['What do I do when I am ill?', 'anything'],
  ['Who is my dentist?', 'name'],
  ['Who is my sister visiting?', 'person'],
  ['What about the garden?', 'anything'],
  ['Do you know what Anna said?', 'anything'],
]

describe('The answer that is wanted is', () => {
  for (const [question, kind] of wanted)
    it(`${kind}: ${question}`, () => {
      assert.equal(wantedBy(question), kind)
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
      assert.deepEqual(
        subjectsOf(question).map(({ word }) => word),
        words,
      )
    })
})

describe('What is said beside a question', () => {
  it('is told apart from what is asked', () => {
    const subjects = subjectsOf('Where did I work before I moved to Leeds?')
    const beside = subjects.filter(({ aside }) => aside).map(({ word }) => word)
    assert.deepEqual(beside, ['moved', 'Leeds'])
  })
})

describe('A question may be answered with yes or no', () => {
  for (const question of [
    'Do I like plums?',
    'Is Anna my sister?',
    'And has Tom got a car?',
    "Doesn't she swim?",
  ])
    it(question, () => assert.equal(isPolar(question), true))
})

describe('A question may not be answered with yes or no', () => {
  for (const question of ['What do I like?', 'Do you know where Anna is?', 'Whose is the car?'])
    it(question, () => assert.equal(isPolar(question), false))
})

describe('The words of a question', () => {
  it('are as they were said, without their possessive', () => {
    assert.deepEqual(contentWords("Where is Tom's half-brother?"), ['Tom', 'half-brother'])
  })
})
