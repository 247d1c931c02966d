import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { compileInput } from '../../../daemon/kernel/validate.ts'

const closed = { additionalProperties: false }
const validate = compileInput(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 5 }),
      id: Type.Optional(Type.String({ format: 'uuid' })),
      size: Type.Optional(Type.Enum(['small', 'large'])),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
      at: Type.Optional(Type.String({ format: 'date-time' })),
      inner: Type.Optional(Type.Object({ tags: Type.Array(Type.String()) }, closed)),
    },
    closed,
  ),
)

const refuses = (input: unknown, field: string, reason: RegExp) =>
  assert.throws(
    () => validate(input),
    (error: { code: string; details: { field: string; reason: string } }) => {
      assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', field])
      assert.match(error.details.reason, reason)
      return true
    },
  )

test('valid input passes', () => {
  validate({ name: 'mint' })
  validate({
    name: 'mint',
    id: 'd9428888-122b-4f0e-9f4e-2b3d4c5d6e7f',
    size: 'small',
    count: 9,
    at: '2026-02-28T12:00:00+02:00',
    inner: { tags: [] },
  })
})

test('a missing field is named with its path', () => {
  refuses({}, 'name', /is required/)
  refuses({ name: 'mint', inner: {} }, 'inner.tags', /is required/)
})

test('an unknown field is named, before any other error', () => {
  refuses({ name: 'mint', milk: true }, 'milk', /is unknown/)
  refuses({ name: '', milk: true }, 'milk', /is unknown/)
  refuses({ name: 'mint', inner: { tags: [], milk: 1 } }, 'inner.milk', /is unknown/)
})

test('an invalid field is named with what was expected', () => {
  refuses({ name: '' }, 'name', /1 char/)
  refuses({ name: 'peppermint' }, 'name', /5 char/)
  refuses({ name: 'mint', size: 'huge' }, 'size', /must be one of small, large/)
  refuses({ name: 'mint', id: '1' }, 'id', /must be a valid uuid/)
  refuses({ name: 'mint', at: 'tomorrow' }, 'at', /must be a valid date-time/)
  refuses({ name: 'mint', at: '2026-02-30T12:00:00Z' }, 'at', /must be a valid date-time/)
  refuses({ name: 'mint', inner: { tags: ['a', 1] } }, 'inner.tags.1', /string/)
})

test('nothing is converted: a number as text and a text as a number are refused', () => {
  refuses({ name: 'mint', count: '3' }, 'count', /integer/)
  refuses({ name: 3 }, 'name', /string/)
  refuses({ name: 'mint', count: 1.5 }, 'count', /integer/)
})

test('input that is no object is refused', () => {
  for (const input of [null, [], 'mint', 3]) refuses(input, '', /object/)
})
