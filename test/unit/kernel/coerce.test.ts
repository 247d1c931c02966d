import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { coerce } from '../../../daemon/kernel/coerce.ts'
import { nullable } from '../../../daemon/kernel/schema.ts'

const schema = Type.Object({
  limit: Type.Optional(Type.Integer()),
  weight: Type.Optional(Type.Number()),
  pinned: Type.Optional(Type.Boolean()),
  title: Type.String(),
  until: Type.Optional(nullable(Type.Integer())),
  either: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  tags: Type.Optional(Type.Array(Type.Integer())),
  within: Type.Optional(Type.Object({ depth: Type.Optional(Type.Integer()) })),
})
const read = (value: object) => coerce(value, schema)

test('a text that is a number is read as one where a number is wanted', () => {
  assert.deepEqual(read({ limit: '-5', weight: '0.25', until: '7', pinned: 'true' }), {
    limit: -5,
    weight: 0.25,
    until: 7,
    pinned: true,
  })
  assert.deepEqual(read({ tags: ['1', 2], within: { depth: '3' } }), { tags: [1, 2], within: { depth: 3 } })
})

test('a text stays one where it is wanted, or is no number', () => {
  for (const value of [
    { title: '7', either: '7' },
    { limit: '' },
    { limit: '1.0' },
    { limit: '9'.repeat(16) },
    { weight: '0x10' },
    { weight: 'NaN' },
    { weight: '1,5' },
    { pinned: '1' },
    { tags: '1' },
  ])
    assert.deepEqual(read(value), value)
})

test('null is left out where a field may be missing and null is none of its values', () => {
  assert.deepEqual(read({ title: null, limit: null, within: { depth: null }, until: null, unknown: null }), {
    title: null,
    within: {},
    until: null,
    unknown: null,
  })
})

test('fields with the names of what every object has are left alone', () => {
  const odd = { constructor: '1', toString: '2', hasOwnProperty: null }
  assert.deepEqual(read(odd), odd)
  for (const value of [null, 'x', 3, [], [[null]]]) assert.deepEqual(coerce(value, schema), value)
})
