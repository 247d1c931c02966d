import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexedWords, ownWord, queryWords } from '../../../daemon/features/memory/words.ts'

describe('The words of a query', () => {
  test('are the stems of its content words, each once', () => {
    assert.deepEqual(queryWords('Where did I leave the cars, the RED car?'), ['leav', 'car', 'red'])
    assert.deepEqual(queryWords("What's Anna's number"), ['anna', 'number'])
  })

  test('are all of its words if none has content', () => {
    assert.deepEqual(queryWords('Who are you?'), ['who', 'ar', 'you'])
    assert.deepEqual(queryWords('…!'), [])
  })

  test('are limited to what improves a search', () => {
    const many = Array.from({ length: 50 }, (_, n) => `word${n}`).join(' ')
    assert.equal(queryWords(many).length, 16)
  })

  test('work in any language, accents or not', () => {
    assert.deepEqual(queryWords('Füße Straße ЧАЙ お茶'), ['fuße', 'straße', 'чаи', 'お茶'])
    assert.deepEqual(queryWords('cafe\u0301'), queryWords('caf\u00e9'))
    assert.deepEqual(queryWords('ﬁre'), queryWords('fire'))
  })
})

describe('The indexed words', () => {
  const owner = '6ba7b810-9dad-41d1-80b4-00c04fd430ed'

  test('are the stems of all words, prefixed by their owner', () => {
    assert.equal(
      indexedWords('household', ['The cups are clean.', 'kitchen']),
      'household·the household·cup household·ar household·clean household·kitchen',
    )
    assert.equal(indexedWords('household', ['…', '']), '')
  })

  test('are no more than a memory has letters for, where signs stand for many', () => {
    const indexed = indexedWords(owner, ['ﷺ'.repeat(7_990)])
    const words = 'ﷺ'.normalize('NFKC').split(' ').length
    assert.ok(indexed.split(' ').length < 7_990 * words)
    assert.ok(indexed.length > 16_000)
  })

  test('are the ones that a query is searched by', () => {
    const indexed = indexedWords(owner, ['We walked to the lighthouse, très tôt']).split(' ')
    for (const stem of queryWords('walking to lighthouses tres tot'))
      assert.ok(indexed.includes(ownWord(owner, stem)), stem)
  })

  test('never match another owner, whatever the text', () => {
    assert.equal(ownWord(owner, 'tea'), '6ba7b8109dad·tea')
    assert.notEqual(ownWord('6ba7b811-9dad-41d1-80b4-00c04fd430ed', 'tea'), ownWord(owner, 'tea'))
    assert.deepEqual(queryWords(ownWord(owner, 'tea')), ['6ba7b8109dad', 'tea'])
  })
})
