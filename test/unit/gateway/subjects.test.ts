import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { subjectsOf } from '../../../daemon/gateway/limits.ts'
import { callerOf } from '../../support/wire/caller.ts'

const caller = callerOf('olga', { admin: true })

describe('A call counts for', () => {
  test('its address, if it is a sign-in, with or without a token', () => {
    assert.deepEqual(subjectsOf('authentication', caller, '192.0.2.1'), [
      { kind: 'address', key: '192.0.2.1' },
    ])
    assert.deepEqual(subjectsOf('authentication', null, '192.0.2.1'), [{ kind: 'address', key: '192.0.2.1' }])
  })

  test('its member, if it is a conversation, whatever the session', () => {
    assert.deepEqual(subjectsOf('conversation', caller, '::1'), [{ kind: 'member', key: caller.actor }])
  })

  test('its session, if it is administrative, and its program without a session', () => {
    assert.deepEqual(subjectsOf('administrative', caller, '::1'), [
      { kind: 'session', key: caller.session_uuid, trusted: false },
    ])
    const system = { ...caller, actor: 'system:cli', session_uuid: null, trusted: true }
    assert.deepEqual(subjectsOf('administrative', system, '::1'), [
      { kind: 'session', key: 'system:cli', trusted: true },
    ])
  })

  test('its network, where a client controls a whole range', () => {
    const keys = ['2001:db8::1', '2001:db8::2'].map((one) => subjectsOf('authentication', null, one)[0]?.key)
    assert.equal(keys[0], keys[1])
  })

  test('nobody, if it is a message of a connection, which has its own limit', () => {
    assert.deepEqual(subjectsOf('realtime', caller, '::1'), [])
  })
})
