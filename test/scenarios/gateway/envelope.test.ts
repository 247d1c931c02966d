import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { version } from '../../../daemon/kernel/version.ts'
import { household } from '../../support/household.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const { daemon, owner } = await household()

const refused = (answer: Answer, field: string, reason: RegExp) => {
  assert.deepEqual([answer.status, answer.body.error.code], [400, 'INVALID_REQUEST'])
  assert.equal(answer.body.error.details.field, field)
  assert.match(answer.body.error.details.reason, reason)
}
/** Sends a body to an operation that needs no more than a refresh token; the token is never a valid one. */
const send = (body: unknown, headers: Record<string, string> = {}) =>
  rest(daemon, 'POST /auth/refresh', { body, headers })
const payload = { refresh_token: 'x' }

describe('A response envelope', () => {
  it('carries data and metadata for a success, with the request id in the header too', async () => {
    const { status, body, headers } = await rest(daemon, 'GET /auth/session', { token: owner.access_token })
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body), ['metadata', 'data'])
    const { request_id, timestamp, ...rest_ } = body.metadata
    assert.deepEqual(rest_, { status: 'success', version })
    assert.match(request_id, uuid)
    assert.equal(headers.get('x-request-id'), request_id)
    assert.equal(new Date(timestamp).toISOString(), timestamp)
  })

  it('carries the error and metadata for a failure, also where there is no such operation', async () => {
    for (const [route, status] of [
      ['GET /auth/session', 401],
      ['GET /nowhere', 404],
      ['DELETE /auth/session', 404],
    ] as const) {
      const answer = await rest(daemon, route)
      assert.equal(answer.status, status)
      assert.deepEqual(Object.keys(answer.body), ['metadata', 'error'])
      assert.deepEqual(Object.keys(answer.body.error), ['code', 'message', 'details'])
      assert.equal(answer.body.metadata.status, 'error')
      assert.equal(answer.headers.get('x-request-id'), answer.body.metadata.request_id)
    }
  })

  it('gets a new request id when the request has none', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await send({ payload })).body.metadata.request_id))
    assert.notEqual(ids[0], ids[1])
  })

  it('repeats the request id, whatever the outcome', async () => {
    const request_id = randomUUID()
    const metadata = { request_id }
    const { refresh_token } = owner
    for (const [name, body, status] of [
      ['a success', { metadata, payload: { refresh_token } }, 200],
      ['a refusal', { metadata, payload }, 401],
      ['an unknown field of the payload', { metadata, payload: { ...payload, tea: 1 } }, 400],
      ['a payload that is missing', { metadata }, 400],
      ['a field beside metadata and payload', { metadata, payload, tea: 1 }, 400],
      ['other metadata that is wrong', { metadata: { request_id, timestamp: 'now' }, payload }, 400],
    ] as const) {
      const answer = await send(body)
      assert.equal(answer.status, status, name)
      assert.equal(answer.body.metadata.request_id, request_id, name)
      assert.equal(answer.headers.get('x-request-id'), request_id, name)
    }
  })
})

describe('A request envelope', () => {
  it('may carry metadata, which is validated', async () => {
    const metadata = { timestamp: '2026-03-01T12:00:00+01:00', client_version: '1.2.3' }
    assert.equal((await send({ metadata, payload })).status, 401)
    refused(await send({ metadata: { request_id: 'one' }, payload }), 'metadata.request_id', /uuid/)
    refused(await send({ metadata: { timestamp: 'now' }, payload }), 'metadata.timestamp', /date-time/)
    refused(await send({ metadata: { client_version: 1 }, payload }), 'metadata.client_version', /string/)
    refused(await send({ metadata: { tea: 1 }, payload }), 'metadata.tea', /is unknown/)
  })

  it('must carry a payload, and nothing else beside metadata', async () => {
    refused(await send({}), 'payload', /is required/)
    refused(await send({ payload: [] }), 'payload', /object/)
    refused(await send({ payload, tea: 1 }), 'tea', /is unknown/)
    refused(await send([]), '', /must be a JSON object/)
    refused(await send(undefined), '', /must be a JSON object/)
  })

  it('is refused with the name of an unknown payload field', async () => {
    refused(await send({ payload: { ...payload, tea: 1 } }), 'tea', /is unknown/)
    refused(await rest(daemon, 'POST /auth/refresh?tea=1', { payload }), 'tea', /is unknown/)
  })

  it('must be JSON and declare it', async () => {
    refused(await send('{"payload":'), '', /is not valid JSON/)
    refused(await send('{"payload":{},"payload":{}}'), 'payload', /is given twice/)
    refused(await send('payload={}', { 'content-type': 'text/plain' }), 'Content-Type', /application\/json/)
    refused(await send('x'.repeat(262_145)), '', /larger than 262144 bytes/)
  })

  it('is refused without a token before it is read', async () => {
    for (const body of [{ payload: { tea: 1 } }, {}, [], '{']) {
      assert.equal((await rest(daemon, 'POST /auth/logout', { body })).status, 401, JSON.stringify(body))
    }
  })
})
