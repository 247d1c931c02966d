import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertDeclared } from '../../support/wire/declared.ts'

test('an answer with a status that is not described fails', () => {
  assertDeclared('GET /memory/search?q=tea', 400)
  assert.throws(() => assertDeclared('GET /memory/search?q=tea', 418), /GET \/memory\/search answers 418/)
  assertDeclared('GET /memory/0b4c', 404)
  assert.throws(() => assertDeclared('DELETE /memory/{id}', 201), /answers 201/)
})

test('what is no operation may answer anything', () => {
  assertDeclared('GET /no/such/path', 404)
  assertDeclared('HEAD /memory/search', 405)
})
