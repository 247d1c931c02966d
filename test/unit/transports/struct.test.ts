import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSync, type MethodDefinition } from '@grpc/proto-loader'
import * as fc from 'fast-check'
import { toStruct, toTimestamp } from '../../../daemon/transports/grpc/struct.ts'
import { fromStruct } from '../../support/wire/events.ts'

const proto = join(import.meta.dirname, '..', '..', '..', 'proto', 'companion', 'v1', 'companion.proto')
const service = loadSync(proto, { keepCase: true, longs: Number, defaults: true, oneofs: true })[
  'companion.v1.MessageBusService'
] as unknown as { Subscribe: MethodDefinition<object, { payload: object; metadata: { timestamp: object } }> }

function received(payload: object, moment = '2026-03-01T12:00:00.000Z') {
  const { responseSerialize, responseDeserialize } = service.Subscribe
  const message = { payload: toStruct(payload), metadata: { timestamp: toTimestamp(moment) } }
  return responseDeserialize(responseSerialize(message))
}

test('every kind of JSON value has its form in a Struct', () => {
  assert.deepEqual(toStruct({ a: null, b: true, c: 1.5, d: 'tea', e: [1, ['x']], f: { g: {} } }), {
    fields: {
      a: { nullValue: 'NULL_VALUE' },
      b: { boolValue: true },
      c: { numberValue: 1.5 },
      d: { stringValue: 'tea' },
      e: { listValue: { values: [{ numberValue: 1 }, { listValue: { values: [{ stringValue: 'x' }] } }] } },
      f: { structValue: { fields: { g: { structValue: { fields: {} } } } } },
    },
  })
})

test('a JSON object is unchanged by a round trip', () => {
  const objects = fc.dictionary(
    fc.string({ unit: 'grapheme' }).filter((key) => key !== '__proto__'),
    fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }),
  )
  fc.assert(
    fc.property(objects, (object) => {
      fc.pre(!JSON.stringify(object).includes('__proto__'))
      const plain: unknown = JSON.parse(JSON.stringify(object))
      assert.deepEqual(JSON.parse(JSON.stringify(fromStruct(received(object).payload))), plain)
    }),
  )
})

test('an undefined field is omitted, as in JSON', () => {
  assert.deepEqual(toStruct({ a: undefined, b: { c: undefined } }), {
    fields: { b: { structValue: { fields: {} } } },
  })
})

test('values that JSON does not have are refused', () => {
  for (const value of [1n, () => 1, Symbol('tea')]) assert.throws(() => toStruct({ value }), TypeError)
})

test('a moment keeps its milliseconds, also before 1970', () => {
  assert.deepEqual(toTimestamp('2026-03-01T12:00:00.123Z'), { seconds: 1_772_366_400, nanos: 123_000_000 })
  assert.deepEqual(toTimestamp('1970-01-01T00:00:00.000Z'), { seconds: 0, nanos: 0 })
  assert.deepEqual(toTimestamp('1969-12-31T23:59:59.999Z'), { seconds: -1, nanos: 999_000_000 })
})

test('any moment is unchanged by a round trip', () => {
  const moments = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
  fc.assert(
    fc.property(moments, (milliseconds) => {
      const { timestamp } = received({}, new Date(milliseconds).toISOString()).metadata
      const { seconds, nanos } = timestamp as { seconds: number; nanos: number }
      assert.equal(seconds * 1_000 + nanos / 1_000_000, milliseconds)
    }),
  )
})
