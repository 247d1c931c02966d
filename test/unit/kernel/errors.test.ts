import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Failure,
  failure,
  invalidRequest,
  NotFound,
  publicFailure,
  sentence,
  statusOf,
} from '../../../daemon/kernel/errors.ts'

test('each status has the catalogued codes and no others', () => {
  const byStatus = Object.groupBy(Object.entries(statusOf), ([, status]) => status)
  const codes = Object.entries(byStatus).map(([status, entries]) => [
    Number(status),
    entries?.map(([code]) => code),
  ])
  assert.deepEqual(codes, [
    [400, ['INVALID_REQUEST', 'PASSWORD_REJECTED']],
    [
      401,
      ['AUTHENTICATION_REQUIRED', 'INVALID_CREDENTIALS', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'MFA_REQUIRED'],
    ],
    [403, ['INSUFFICIENT_PERMISSIONS', 'ADDRESS_BLOCKED']],
    [404, ['NOT_FOUND']],
    [409, ['CONFLICT']],
    [410, ['GONE']],
    [422, ['UNPROCESSABLE']],
    [429, ['RATE_LIMITED', 'ACCOUNT_LOCKED']],
    [500, ['INTERNAL_ERROR', 'RESPONSE_TIMEOUT']],
  ])
})

test('a failure kind creates a new failure each time, with its status and details', () => {
  const Full = failure('CONFLICT', 'the house is full')
  const [first, second] = [Full({ rooms: 0 }), Full()]
  assert.ok(first instanceof Failure)
  assert.notEqual(first, second)
  assert.deepEqual([first.status, first.message, first.details], [409, 'the house is full', { rooms: 0 }])
  assert.deepEqual(second.details, {})
  assert.deepEqual([Full.code, Full.message], ['CONFLICT', 'the house is full'])
})

test('a failure kind has a reason, which a specific failure can override', () => {
  const Full = failure('CONFLICT', 'the house is full', 'house_full')
  assert.deepEqual(Full().details, { reason: 'house_full' })
  assert.deepEqual(Full({ rooms: 0 }).details, { reason: 'house_full', rooms: 0 })
  assert.deepEqual(Full({ reason: 'roof_off' }).details, { reason: 'roof_off' })
})

test('a failure is returned as it is, and any other error is hidden', () => {
  const failed = NotFound()
  assert.equal(publicFailure(failed), failed)
  for (const thrown of [new Error('SELECT secret FROM home'), 'text', undefined, { code: 'NOT_FOUND' }]) {
    const shown = publicFailure(thrown)
    assert.deepEqual(
      [shown.code, shown.message, shown.details],
      ['INTERNAL_ERROR', 'internal server error', {}],
    )
  }
})

test('a bad request is explained in one sentence, other failures by their message', () => {
  assert.equal(sentence(invalidRequest('limit', 'must be <= 200')), 'limit must be <= 200')
  assert.equal(sentence(invalidRequest('', 'is not valid JSON')), 'the request is not valid JSON')
  assert.equal(sentence(failure('INVALID_REQUEST', 'answer required')()), 'answer required')
  assert.equal(sentence(NotFound({ field: 'x', reason: 'y' })), 'not found')
})
