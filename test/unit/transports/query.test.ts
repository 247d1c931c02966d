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

test('a whole number is one, and what is none stays text', () => {
  assert.deepEqual(read({ limit: '50' }), { limit: 50 })
  assert.deepEqual(read({ limit: '-1' }), { limit: -1 })
  for (const limit of ['', ' 1', '1.0', '1e3', '0x10', '+5', 'ten', '9'.repeat(16)]) {
    assert.deepEqual(read({ limit }), { limit })
  }
})

test('what may be repeated is a list, also when it is given once', () => {
  assert.deepEqual(read({ status: 'pending' }), { status: ['pending'] })
  assert.deepEqual(read({ status: ['pending', 'expired'] }), { status: ['pending', 'expired'] })
})

test('what may be given once is refused when it is repeated', () => {
  for (const name of ['limit', 'category']) {
    assert.throws(() => read({ [name]: ['1', '2'] }), {
      code: 'INVALID_REQUEST',
      details: { field: name, reason: 'may be given once' },
    })
  }
})

test('true and false are themselves, and nothing else is', () => {
  assert.deepEqual(
    [read({ pinned: 'true' }), read({ pinned: 'false' })],
    [{ pinned: true }, { pinned: false }],
  )
  assert.deepEqual(read({ pinned: '1' }), { pinned: '1' })
})

test('a text stays a text, also when it looks like a number', () => {
  assert.deepEqual(read({ category: '7' }), { category: '7' })
})

test('what the schema does not know stays for validation to refuse', () => {
  assert.deepEqual(read({ tea: '1', constructor: '2' }), { tea: '1', constructor: '2' })
})
