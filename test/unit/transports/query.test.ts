import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { readQuery } from '../../../daemon/transports/rest/routes.ts'

const schema = Type.Object({
  limit: Type.Optional(Type.Integer()),
  status: Type.Optional(Type.Array(Type.String())),
  category: Type.Optional(Type.String()),
  pinned: Type.Optional(Type.Boolean()),
})
const read = (query: Record<string, string | string[]>) => readQuery(query, schema)

test('integers are parsed, and anything else stays text', () => {
  assert.deepEqual(read({ limit: '50' }), { limit: 50 })
  assert.deepEqual(read({ limit: '-1' }), { limit: -1 })
  for (const limit of ['', ' 1', '1.0', '1e3', '0x10', '+5', 'ten', '9'.repeat(16)]) {
    assert.deepEqual(read({ limit }), { limit })
  }
})

test('a repeatable parameter is a list, even if given once', () => {
  assert.deepEqual(read({ status: 'pending' }), { status: ['pending'] })
  assert.deepEqual(read({ status: ['pending', 'expired'] }), { status: ['pending', 'expired'] })
})

test('a single parameter is refused when repeated', () => {
  for (const name of ['limit', 'category']) {
    assert.throws(() => read({ [name]: ['1', '2'] }), {
      code: 'INVALID_REQUEST',
      details: { field: name, reason: 'may be given once' },
    })
  }
})

test('only true and false are booleans', () => {
  assert.deepEqual(
    [read({ pinned: 'true' }), read({ pinned: 'false' })],
    [{ pinned: true }, { pinned: false }],
  )
  assert.deepEqual(read({ pinned: '1' }), { pinned: '1' })
})

test('a string stays a string, even if it looks like a number', () => {
  assert.deepEqual(read({ category: '7' }), { category: '7' })
})

test('unknown parameters are left for validation to refuse', () => {
  assert.deepEqual(read({ tea: '1', constructor: '2' }), { tea: '1', constructor: '2' })
})
