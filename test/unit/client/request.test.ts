import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type OperationDescription, operations } from '../../../daemon/client/description.ts'
import { prepareRequest } from '../../../daemon/client/request.ts'

const base: OperationDescription = {
  name: 'things.change',
  method: 'PUT',
  path: '/things/{thing_uuid}',
  body: 'envelope',
  access: 'member',
  summary: '',
  description: null,
  idempotent: false,
  fields: [{ name: 'thing_uuid', in: 'path', required: true, schema: { type: 'string' } }],
}

describe('a request', () => {
  test('has its path parameters escaped in the path, and nowhere else', () => {
    const { path, body } = prepareRequest(base, { thing_uuid: 'a/b c', title: 'new' })
    assert.equal(path, '/things/a%2Fb%20c')
    assert.deepEqual(JSON.parse(body ?? '').payload, { title: 'new' })
  })

  test('with an empty or missing path parameter is never sent', () => {
    assert.throws(() => prepareRequest(base, { thing_uuid: '' }), /things\.change needs thing_uuid/)
    assert.throws(() => prepareRequest(base, {}), /things\.change needs thing_uuid/)
  })

  test('in an envelope names its sender, and always has a payload', () => {
    const { body, headers } = prepareRequest({ ...base, method: 'POST', path: '/things' }, {})
    const { metadata, payload } = JSON.parse(body ?? '')
    assert.deepEqual(payload, {})
    assert.deepEqual(Object.keys(metadata), ['request_id', 'timestamp', 'client_version'])
    assert.match(metadata.client_version, /^\d+\.\d+\.\d+/)
    assert.equal(headers['content-type'], 'application/json')
  })

  test('without an envelope has the input as its body, and no body for an empty input', () => {
    const bare = { ...base, body: 'bare', method: 'POST' } as const
    assert.equal(prepareRequest(bare, { thing_uuid: 'a', note: null }).body, '{"note":null}')
    const { body, headers } = prepareRequest(bare, { thing_uuid: 'a' })
    assert.equal(body, null)
    assert.equal(headers['content-type'], undefined)
  })

  test('for reading repeats list parameters and omits undefined ones', () => {
    const list = { ...base, method: 'GET', path: '/things', fields: [] }
    const { path, body } = prepareRequest(list, { status: ['new', 'old'], limit: 5, offset: undefined })
    assert.equal(path, '/things?status=new&status=old&limit=5')
    assert.equal(body, null)
    assert.equal(prepareRequest(list, {}).path, '/things')
  })

  test('sends an idempotency key as a header', () => {
    assert.equal(prepareRequest(base, { thing_uuid: 'a' }, 'k1').headers['idempotency-key'], 'k1')
    assert.equal(prepareRequest(base, { thing_uuid: 'a' }).headers['idempotency-key'], undefined)
  })
})

describe('the description', () => {
  test('says where each input belongs', () => {
    const answer = operations.get('interactions.answer')
    assert.deepEqual(
      answer?.fields.map((field) => [field.name, field.in, field.required]),
      [
        ['interaction_id', 'path', true],
        ['answer_text', 'body', false],
        ['answer_json', 'body', false],
      ],
    )
    assert.equal(answer?.body, 'bare')
    assert.equal(answer?.idempotent, true)
    const register = operations.get('auth.register')
    assert.ok(register?.fields.some(({ name, required }) => name === 'username' && required))
  })

  test('has every path parameter of every operation as a field', () => {
    for (const { name, path, fields } of operations.values()) {
      const inPath = fields.filter((field) => field.in === 'path').map((field) => `{${field.name}}`)
      assert.deepEqual(path.match(/\{\w+\}/g) ?? [], inPath, name)
    }
  })
})
