import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexedWords, ownWord, queryWords } from '../../../daemon/features/memory/words.ts'

describe('The words of a question', () => {
  test('are the stems of those that say something, each once', () => {
    assert.deepEqual(queryWords('Where did I leave the cars, the RED car?'), ['leav', 'car', 'red'])
    assert.deepEqual(queryWords("What's Anna's number"), ['anna', 'number'])
  })

  test('are all of them where none says anything', () => {
    assert.deepEqual(queryWords('Who are you?'), ['who', 'ar', 'you'])
    assert.deepEqual(queryWords('…!'), [])
  })

  test('are no more than make a search better', () => {
    const many = Array.from({ length: 50 }, (_, n) => `word${n}`).join(' ')
    assert.equal(queryWords(many).length, 16)
  })

  test('are of any language, whatever the accents', () => {
    assert.deepEqual(queryWords('Füße Straße ЧАЙ お茶'), ['fuße', 'straße', 'чаи', 'お茶'])
    assert.deepEqual(queryWords('cafe\u0301'), queryWords('caf\u00e9'))
    assert.deepEqual(queryWords('ﬁre'), queryWords('fire'))
  })
})

describe('The words of the index', () => {
  const owner = '6ba7b810-9dad-41d1-80b4-00c04fd430ed'

  test('are the stems of all words, each with its owner in front', () => {
    assert.equal(
      indexedWords('household', ['The cups are clean.', 'kitchen']),
      'household·the household·cup household·ar household·clean household·kitchen',
    )
    assert.equal(indexedWords('household', ['…', '']), '')
  })

  test('are those that a question is looked for by', () => {
    const indexed = indexedWords(owner, ['We walked to the lighthouse, très tôt']).split(' ')
    for (const stem of queryWords('walking to lighthouses tres tot'))
      assert.ok(indexed.includes(ownWord(owner, stem)), stem)
  })

  test('are never those of another owner, and no text can name them', () => {
    assert.equal(ownWord(owner, 'tea'), '6ba7b8109dad·tea')
    assert.notEqual(ownWord('6ba7b811-9dad-41d1-80b4-00c04fd430ed', 'tea'), ownWord(owner, 'tea'))
    assert.deepEqual(queryWords(ownWord(owner, 'tea')), ['6ba7b8109dad', 'tea'])
  })
})
