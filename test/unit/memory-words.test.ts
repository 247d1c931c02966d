import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchQuery, ownerWord, wordsOf } from '../../daemon/features/memory/words.ts'

describe('The words of a question', () => {
  test('are those that say something, each once', () => {
    assert.deepEqual(wordsOf('Where did I leave the car, the RED car?'), ['leave', 'car', 'red'])
    assert.deepEqual(wordsOf("What's Anna's number"), ['anna', 'number'])
  })

  test('are all of them where none says anything', () => {
    assert.deepEqual(wordsOf('Who are you?'), ['who', 'are', 'you'])
    assert.deepEqual(wordsOf('…!'), [])
  })

  test('are no more than make a search better', () => {
    const many = Array.from({ length: 50 }, (_, n) => `word${n}`).join(' ')
    assert.equal(wordsOf(many).length, 16)
  })

  test('are of any language, in one Unicode form', () => {
    assert.deepEqual(wordsOf('Füße Straße ЧАЙ お茶'), ['füße', 'straße', 'чай', 'お茶'])
    assert.deepEqual(wordsOf('cafe\u0301'), wordsOf('caf\u00e9'))
  })
})

describe('The query of the index', () => {
  test('names owners and words in quotes, so that no word is an operator', () => {
    const query = matchQuery(['household'], wordsOf('tea NOT near "coffee" OR* (x)'))
    assert.equal(
      query,
      'owner : ("ownerhousehold0") AND {content tags} : ("tea" OR "near" OR "coffee" OR "x")',
    )
  })

  test('knows an owner by a word of letters and digits that ends in a digit', () => {
    const word = ownerWord('6ba7b810-9dad-41d1-80b4-00c04fd430ed')
    assert.equal(word, 'owner6ba7b8109dad41d180b400c04fd430ed0')
  })
})
