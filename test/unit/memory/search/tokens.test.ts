import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stemsOf } from '../../../../daemon/language/en/stems.ts'

describe('The stems of a text', () => {
  test('are those of its telling words, in their order', () => {
    assert.deepEqual(stemsOf('Where did I leave the cars, the RED car?'), ['leav', 'car', 'red', 'car'])
    assert.deepEqual(stemsOf("What's Anna's number"), ['anna', 'number'])
    assert.deepEqual(stemsOf('Who are you? …!'), [])
  })

  test('work in any language, accents or not', () => {
    assert.deepEqual(stemsOf('Füße Straße ЧАЙ お茶'), ['fuße', 'straße', 'чаи', 'お茶'])
    assert.deepEqual(stemsOf('cafe\u0301'), stemsOf('caf\u00e9'))
    assert.deepEqual(stemsOf('ﬁre'), stemsOf('fire'))
  })

  test('stay bounded where one sign stands for many letters', () => {
    const words = 'ﷺ'.normalize('NFKC').split(' ').length
    assert.ok(stemsOf('ﷺ '.repeat(7_990)).length < 7_990 * words)
  })
})
