import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readAnswer } from '../../../daemon/client/answer.ts'
import { type OperationDescription, operations } from '../../../daemon/client/description.ts'
import { ApiError, codeOfStatus, ConnectionError } from '../../../daemon/client/errors.ts'

function described(name: string): OperationDescription {
  const operation = operations.get(name)
  assert.ok(operation)
  return operation
}

const bare = described('interactions.get')
const envelope = described('auth.session')

const response = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

describe('a response', () => {
  test('is unwrapped from its envelope, or returned as it is', async () => {
    const data = { session_uuid: 'a' }
    assert.deepEqual(await readAnswer(envelope, response(200, { metadata: {}, data })), data)
    assert.deepEqual(await readAnswer(bare, response(200, { events: [] })), { events: [] })
  })

  test('becomes an ApiError with code and details if it is an error of that shape', async () => {
    const error = { code: 'INVALID_REQUEST', message: 'request validation failed', details: { field: 'q' } }
    const headers = { 'x-request-id': 'r1' }
    await assert.rejects(readAnswer(envelope, response(400, { metadata: {}, error }, headers)), (thrown) => {
      assert.ok(thrown instanceof ApiError)
      const { status, code, message, details, retry_after, request_id } = thrown
      assert.deepEqual([status, code, message], [400, error.code, error.message])
      assert.deepEqual([details, retry_after, request_id], [{ field: 'q' }, null, 'r1'])
      return true
    })
  })

  test('gets the code of its status if it has none', () => {
    assert.deepEqual([400, 401, 403, 404, 409, 410, 422, 429].map(codeOfStatus), [
      'INVALID_REQUEST',
      'AUTHENTICATION_REQUIRED',
      'INSUFFICIENT_PERMISSIONS',
      'NOT_FOUND',
      'CONFLICT',
      'GONE',
      'UNPROCESSABLE',
      'RATE_LIMITED',
    ])
    assert.deepEqual([500, 418].map(codeOfStatus), ['INTERNAL_ERROR', 'INTERNAL_ERROR'])
  })

  test('becomes an ApiError if it is one sentence without a code', async () => {
    const headers = { 'retry-after': '7' }
    await assert.rejects(
      readAnswer(bare, response(429, { detail: 'too many requests' }, headers)),
      (thrown) => {
        assert.ok(thrown instanceof ApiError)
        const { status, code, message, retry_after } = thrown
        assert.deepEqual([status, code, message, retry_after], [429, null, 'too many requests', 7])
        return true
      },
    )
  })

  test('may have a code unknown to this client', async () => {
    const error = { code: 'BRAND_NEW', message: 'later', details: {} }
    await assert.rejects(readAnswer(envelope, response(409, { error })), {
      status: 409,
      code: null,
      message: 'later',
    })
  })

  test('becomes a ConnectionError if it is anything else', async () => {
    for (const body of ['<html>', '', '[]', 'null']) {
      await assert.rejects(readAnswer(envelope, response(200, body)), ConnectionError)
    }
  })
})
