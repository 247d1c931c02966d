import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseJson } from '../../../daemon/kernel/json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

function refuses(body: string | Uint8Array, field: string, reason: string): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  assert.throws(() => parseJson(bytes), { code: 'INVALID_REQUEST', details: { field, reason } })
}

const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))

test('valid JSON is parsed as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      fc.pre(!text.includes('__proto__'))
      assert.deepEqual(parse(text), JSON.parse(text))
    }),
  )
})

test('32 levels are accepted and 33 refused, of arrays and objects', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    assert.deepEqual(parse(nested(32, open, close)), JSON.parse(nested(32, open, close)))
    refuses(nested(33, open, close), '', 'is nested deeper than 32 levels')
  }
})

test('a hundred thousand open brackets are refused by depth, without a stack overflow', () => {
  refuses('['.repeat(100_000), '', 'is nested deeper than 32 levels')
})

test('2,000 keys are accepted and 2,001 refused, wherever they are', () => {
  assert.deepEqual(parse(JSON.stringify(keys(2_000))), keys(2_000))
  refuses(JSON.stringify(keys(2_001)), '', 'has more than 2000 keys')
  refuses(JSON.stringify([keys(1_500), keys(501)]), '', 'has more than 2000 keys')
})

test('a duplicate key in one object is refused by name, also in escaped form', () => {
  refuses('{"a":1,"a":2}', 'a', 'is given twice')
  refuses('{"x":{"b":1,"\\u0062":2}}', 'b', 'is given twice')
})

test('the same key in two objects is accepted', () => {
  assert.deepEqual(parse('[{"a":1},{"a":{"a":2}}]'), [{ a: 1 }, { a: { a: 2 } }])
})

test('__proto__ is refused as a key at any depth and accepted as a value', () => {
  refuses('{"__proto__":{"admin":true}}', '__proto__', 'is not an allowed key')
  refuses('[{"a":{"\\u005f_proto__":1}}]', '__proto__', 'is not an allowed key')
  assert.deepEqual(parse('["__proto__"]'), ['__proto__'])
})

test('invalid UTF-8 is refused', () => {
  refuses(Uint8Array.of(0x22, 0xff, 0x22), '', 'is not valid UTF-8')
  refuses(Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), '', 'is not valid UTF-8')
  refuses(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), '', 'is not valid UTF-8')
})

test('almost-valid JSON is refused', () => {
  for (const text of ['', '{', '{"a":1,}', '{a:1}', '[1] x', "'a'", '{"a":1} // why', 'NaN', '01']) {
    refuses(text, '', 'is not valid JSON')
  }
})
