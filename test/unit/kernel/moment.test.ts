import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moment, readMoment } from '../../../daemon/kernel/moment.ts'

test('a moment is normalised from any offset', () => {
  const noon = Date.UTC(2026, 2, 1, 12)
  for (const text of ['2026-03-01T12:00:00Z', '2026-03-01T13:00:00+01:00', '2026-03-01T07:00:00.000-05:00'])
    assert.equal(moment('at', text), noon)
})

test('an impossible moment, or one beyond four-digit years, is refused', () => {
  for (const text of [
    '2026-06-30T23:59:60Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'noon',
  ]) {
    assert.throws(() => moment('created_after', text), {
      code: 'INVALID_REQUEST',
      details: { field: 'created_after', reason: 'is not a moment that exists' },
    })
  }
})

test('a written moment is parsed, and nonsense is not', () => {
  const noon = Date.UTC(2026, 2, 1, 12)
  for (const text of ['2026-03-01T12:00Z', '2026-03-01T12:00:00.000Z', '2026-03-01T13:00:00+01:00'])
    assert.equal(readMoment(text), noon)
  for (const nonsense of [
    undefined,
    null,
    noon,
    {},
    '',
    'tomorrow',
    '2026',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '1 March 2026 12:00 UTC',
    '2026-13-01T12:00:00Z',
    '0000-01-01T00:00:00+01:00',
  ])
    assert.equal(readMoment(nonsense), null, JSON.stringify(nonsense))
})
