import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { subjectsOf } from '../../../daemon/gateway/subjects.ts'
import { callerOf } from '../../support/caller.ts'

const caller = callerOf('olga', { admin: true })

describe('A call takes from the allowance', () => {
  test('of its address, where it is a sign-in, with a token or without', () => {
    assert.deepEqual(subjectsOf('authentication', caller, '192.0.2.1'), [
      { kind: 'address', key: '192.0.2.1' },
    ])
    assert.deepEqual(subjectsOf('authentication', null, '192.0.2.1'), [{ kind: 'address', key: '192.0.2.1' }])
  })

  test('of its member, where it is a conversation, whatever the session', () => {
    assert.deepEqual(subjectsOf('conversation', caller, '::1'), [{ kind: 'member', key: caller.actor }])
  })

  test('of its session, where it is for admins, and of its program, where it has no session', () => {
    assert.deepEqual(subjectsOf('administrative', caller, '::1'), [
      { kind: 'session', key: caller.session_uuid, trusted: false },
    ])
    const system = { ...caller, actor: 'system:cli', session_uuid: null, trusted: true }
    assert.deepEqual(subjectsOf('administrative', system, '::1'), [
      { kind: 'session', key: 'system:cli', trusted: true },
    ])
  })

  test('of its network, where a client may take any address of it', () => {
    const keys = ['2001:db8::1', '2001:db8::2'].map((one) => subjectsOf('authentication', null, one)[0]?.key)
    assert.equal(keys[0], keys[1])
  })

  test('of nobody, where it is a message of a connection, which is counted by itself', () => {
    assert.deepEqual(subjectsOf('realtime', caller, '::1'), [])
  })
})
