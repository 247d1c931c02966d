import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openGrants } from '../../../daemon/features/keys/grants.ts'
import { openLiveKeys } from '../../../daemon/features/keys/live-keys.ts'
import { openClients } from '../../../daemon/features/keys/oauth-clients.ts'
import { keyStore } from '../../../daemon/features/keys/store.ts'
import { openTestStore } from '../../support/store.ts'

const day = 86_400_000

function open() {
  const home = openTestStore()
  const { store, clock, log, addMember, client } = home
  const queries = keyStore(store)
  const openLive = () =>
    openLiveKeys({
      store,
      queries,
      clock,
      log,
      bus: new Bus(clock, log),
      isAdmin: () => false,
      isMember: () => true,
    })
  const live = openLive()
  const grants = openGrants({ ...home, queries, live })
  openClients(home, grants.isUsed).add('desk', { redirect_uris: ['http://127.0.0.1/'] })
  const { family_member_uuid } = addMember('mia')
  const begin = (token: string) => {
    const key_uuid = randomUUID()
    const granted = {
      key_uuid,
      family_member_uuid,
      client_id: 'desk',
      name: 'Desk',
      scopes: ['read' as const],
    }
    grants.begin({ ...granted, address: '127.0.0.1', session_uuid: null }, token)
    return key_uuid
  }
  const refreshTokens = () => client.prepare('SELECT count(*) FROM key_refresh_tokens').pluck().get()
  return { clock, live, openLive, grants, begin, refreshTokens }
}

test('a granted key ends 90 days after its program came for another text the last time', () => {
  const { clock, live, grants, begin } = open()
  const key_uuid = begin('cmp_one')
  clock.advance(89 * day)
  grants.renew(key_uuid, 'cmp_two')
  assert.equal(live.authenticate('cmp_two')?.key?.key_uuid, key_uuid)
  assert.equal(grants.find(key_uuid)?.expires_at, clock.now() + 90 * day)
  assert.throws(() => live.authenticate('cmp_one'), { code: 'AUTHENTICATION_REQUIRED' })
  clock.advance(90 * day)
  assert.throws(() => live.authenticate('cmp_two'), { code: 'TOKEN_EXPIRED' })
})

test('a granted key is the same after a restart', () => {
  const { openLive, grants, begin } = open()
  const key_uuid = begin('cmp_one')
  grants.renew(key_uuid, 'cmp_two')
  assert.equal(openLive().authenticate('cmp_two')?.key?.key_uuid, key_uuid)
  assert.throws(() => openLive().authenticate('cmp_one'), { code: 'AUTHENTICATION_REQUIRED' })
})

test('at most one refresh token of a key is good, and at most 101 are known; they go with the key', () => {
  const { clock, grants, begin, refreshTokens } = open()
  const key_uuid = begin('cmp_one')
  for (let at = 0; at < 150; at += 1) {
    grants.addRefreshToken(key_uuid, `refresh ${at}`)
    clock.advance(60_000)
  }
  assert.equal(refreshTokens(), 101)
  assert.deepEqual(
    [0, 148, 149].map((at) => grants.ofRefreshToken(`refresh ${at}`)?.used),
    [undefined, true, false],
  )
  grants.end(key_uuid, '127.0.0.1')
  assert.equal(refreshTokens(), 0)
  grants.addRefreshToken(key_uuid, 'too late')
  assert.equal(refreshTokens(), 0)
})
