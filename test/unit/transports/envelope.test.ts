import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  InsufficientPermissions,
  invalidRequest,
  NotFound,
  TokenExpired,
} from '../../../daemon/kernel/errors.ts'
import { version } from '../../../daemon/kernel/version.ts'
import {
  bareError,
  errorEnvelope,
  openEnvelope,
  sentRequestId,
  successEnvelope,
} from '../../../daemon/transports/rest/answers.ts'

const request_id = 'd9428888-122b-4f0e-9f4e-2b3d4c5d6e7f'
const answered = { request_id, timestamp: '2026-03-01T12:00:00.000Z' }
const refuses = (body: unknown, field: string) =>
  assert.throws(
    () => openEnvelope(body),
    (error: { code: string; details: { field: string } }) => {
      assert.deepEqual([error.code, error.details.field], ['INVALID_REQUEST', field])
      return true
    },
  )

test('an envelope yields its payload, with or without metadata', () => {
  const metadata = { request_id, timestamp: '2026-03-01T12:00:00+01:00', client_version: '1.2.3-beta.1' }
  for (const body of [{}, { metadata: {} }, { metadata }]) {
    assert.deepEqual(openEnvelope({ ...body, payload: { a: 1 } }), { a: 1 })
  }
})

test('the request id is found even if the rest is invalid', () => {
  for (const rest of [{ payload: {} }, {}, { payload: 3, tea: 1 }]) {
    assert.equal(sentRequestId({ ...rest, metadata: { request_id, timestamp: 'now' } }), request_id)
  }
  for (const body of [undefined, null, [], 'text', {}, { metadata: 3 }, { metadata: { request_id: '1' } }]) {
    assert.equal(sentRequestId(body), undefined)
  }
})

test('a body without a payload object is refused', () => {
  for (const body of [undefined, null, [], 'text', 3]) refuses(body, '')
  refuses({}, 'payload')
  // Not `content`, which is no mistake but where it stands.
  refuses({ content: 'I got a puppy' }, 'payload')
  for (const payload of [null, [], 'text', 3]) refuses({ payload }, 'payload')
})

test('unknown fields beside metadata and payload are refused by name', () => {
  refuses({ payload: {}, data: {} }, 'data')
})

test('metadata is validated if present', () => {
  for (const metadata of [null, [], 'text']) refuses({ payload: {}, metadata }, 'metadata')
  const refused = (metadata: object, field: string) => refuses({ payload: {}, metadata }, `metadata.${field}`)
  refused({ tea: 1 }, 'tea')
  refused({ request_id: '1' }, 'request_id')
  refused({ request_id: null }, 'request_id')
  refused({ timestamp: 'now' }, 'timestamp')
  refused({ timestamp: 5 }, 'timestamp')
  refused({ client_version: 'one' }, 'client_version')
  refused({ client_version: `1.${'0'.repeat(64)}` }, 'client_version')
})

test('a success carries data, an error its code, message and details', () => {
  const metadata = { ...answered, version }
  assert.deepEqual(successEnvelope({ a: 1 }, answered), {
    metadata: { ...metadata, status: 'success' },
    data: { a: 1 },
  })
  assert.deepEqual(errorEnvelope(NotFound({ id: 1 }), answered), {
    metadata: { ...metadata, status: 'error' },
    error: { code: 'NOT_FOUND', message: 'not found', details: { id: 1 } },
  })
})

test('a bare error is one sentence, that of the catalogue if there is one', () => {
  assert.deepEqual(bareError(TokenExpired()), { detail: 'authentication required' })
  assert.deepEqual(bareError(InsufficientPermissions({ reason: 'host' })), {
    detail: 'insufficient permissions',
  })
  assert.deepEqual(bareError(invalidRequest('limit', 'must be <= 200')), { detail: 'limit must be <= 200' })
})
