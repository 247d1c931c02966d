import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EngineFailed } from '../../../daemon/features/engines/models/engine-failed.ts'
import { engineFailure } from '../../../daemon/features/engines/models/engine-failure.ts'

const caused = (cause: unknown) => Object.assign(new TypeError('fetch failed'), { cause })
const called = (statusCode: number) => Object.assign(new Error('what was asked'), { statusCode })

describe('A failure of a model server', () => {
  it('is recognised by what was thrown, however deep it lies', () => {
    const thrown: [unknown, string, (number | string)?][] = [
      [called(403), 'refused', 403],
      [called(404), 'no_model', 404],
      [called(400), 'rejected', 400],
      [called(429), 'rejected', 429],
      [called(503), 'server_error', 503],
      [called(200), 'not_understood', 200],
      [caused({ code: 'ECONNREFUSED' }), 'unreachable', 'ECONNREFUSED'],
      [caused(caused({ code: 'UND_ERR_SOCKET' })), 'broken_off', 'UND_ERR_SOCKET'],
      [Object.assign(new Error('no'), { name: 'AI_JSONParseError' }), 'not_understood'],
      [{ message: 'out of memory' }, 'server_error'],
      [caused(new EngineFailed('too_long')), 'too_long'],
      [new Error('no idea'), 'unreachable'],
    ]
    for (const [error, kind, detail = null] of thrown) {
      const failed = engineFailure(error)
      assert.deepEqual([failed.kind, failed.detail], [kind, detail])
      assert.doesNotMatch(failed.message, /what was asked|out of memory|no idea/)
    }
  })

  it('is a break where the answer had begun', () => {
    assert.equal(engineFailure(new Error('no idea'), true).kind, 'broken_off')
    assert.equal(engineFailure(called(500), true).kind, 'server_error')
  })

  it('is found in errors that cause each other, too', () => {
    const error = new Error('one')
    error.cause = caused(error)
    assert.equal(engineFailure(error).kind, 'unreachable')
  })
})
