import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError, ConnectionError, SessionEndedError } from '../../../daemon/client/errors.ts'
import { type Session, sessionTokens, type SignedIn } from '../../../daemon/client/tokens.ts'

const now = 1_000_000_000
const family_member = {
  family_member_uuid: '3f0e7f39-40a5-4d3f-9b8d-0a8b9e2d6c11',
  username: 'olga',
  full_name: 'Olga Example',
  relationship: 'parent',
  roles: ['admin'],
  trust_level: 'basic' as const,
  preferences: {},
  standing: 'primary' as const,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

const session = (number: number, left: number): Session => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  expires_at: now + left,
  session_uuid: 's',
  family_member,
})

const signedIn = (number: number): SignedIn => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_expires_in: 2_592_000,
  session_uuid: 's',
  family_member,
})

function setting(stored: Session | null, refresh: (token: string) => Promise<SignedIn> | SignedIn) {
  const state = { stored, log: [] as string[] }
  const store = {
    load: () => state.stored,
    save: (saved: Session) => {
      state.log.push(`save ${saved.refresh_token}`)
      state.stored = saved
    },
  }
  const tokens = sessionTokens(
    store,
    async (token) => {
      state.log.push(`refresh ${token}`)
      return refresh(token)
    },
    () => now,
  )
  return { state, tokens }
}

const refusal = () =>
  Promise.reject(new ApiError({ status: 401, code: 'TOKEN_REVOKED', message: 'the session has ended' }))

describe('the tokens of a session', () => {
  test('are used until 30 s before they expire', async () => {
    const { state, tokens } = setting(session(1, 30_001), refusal)
    assert.deepEqual(await tokens(), { token: 'access-1', expires_at: now + 30_001 })
    assert.deepEqual(state.log, [])
  })

  test('are renewed once however many callers ask, and saved before use', async () => {
    const { state, tokens } = setting(session(1, 30_000), () => signedIn(2))
    const given = await Promise.all([tokens(), tokens(), tokens('access-1')])
    assert.deepEqual(new Set(given.map(({ token }) => token)), new Set(['access-2']))
    assert.deepEqual(state.log, ['refresh refresh-1', 'save refresh-2'])
    assert.deepEqual(await tokens(), { token: 'access-2', expires_at: now + 900_000 })
  })

  test('are renewed if the daemon refused one that looked valid', async () => {
    const { state, tokens } = setting(session(1, 600_000), () => signedIn(2))
    assert.equal((await tokens('access-1')).token, 'access-2')
    assert.equal((await tokens('access-1')).token, 'access-2')
    assert.deepEqual(state.log, ['refresh refresh-1', 'save refresh-2'])
  })

  test('are reloaded if another program has saved newer ones', async () => {
    const { state, tokens } = setting(session(1, 0), () => {
      state.stored = session(5, 600_000)
      return refusal()
    })
    assert.equal((await tokens()).token, 'access-5')
    state.stored = session(6, 600_000)
    assert.equal((await tokens()).token, 'access-6')
  })

  test('are unavailable after the session ended or without one', async () => {
    await assert.rejects(setting(session(1, 0), refusal).tokens(), SessionEndedError)
    await assert.rejects(setting(null, refusal).tokens(), SessionEndedError)
  })

  test('survive a daemon that does not respond', async () => {
    let there = false
    const { state, tokens } = setting(session(1, 0), () => {
      if (!there) throw new ConnectionError('no answer')
      return signedIn(2)
    })
    await assert.rejects(tokens(), ConnectionError)
    assert.equal(state.stored?.refresh_token, 'refresh-1')
    there = true
    assert.equal((await tokens()).token, 'access-2')
  })
})
