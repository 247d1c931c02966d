import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { similarWords } from '../../../../daemon/features/memory/search/similar-words.ts'

const vocabulary = [
  'physiotherapist',
  'castellano',
  'birthdai',
  'vegetarian',
  'garden',
  'gardener',
  'tea',
  '2041',
]
const alike = (word: string) => similarWords(word, () => vocabulary).map(({ word: similar }) => similar)

describe('A word that is not known', () => {
  test('stands for those that look like it, the likest first', () => {
    assert.deepEqual(alike('physiotherpist'), ['physiotherapist'])
    assert.deepEqual(alike('castelano'), ['castellano'])
    assert.deepEqual(alike('vegeterian'), ['vegetarian'])
    assert.deepEqual(alike('gardenr'), ['gardener', 'garden'])
  })

  test('stands for nothing where nothing looks like it', () => {
    assert.deepEqual(alike('submarine'), [])
  })

  test('stands for nothing where it is short or a number: too much is like it', () => {
    assert.deepEqual(alike('ten'), [])
    assert.deepEqual(alike('2014'), [])
  })
})
