import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { login, password, signIn, startTestDaemon, type TestDaemon } from '../../support/daemon.ts'
import { select } from '../../support/database.ts'
import { household } from '../../support/household.ts'
import { type Answer, errorOf, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const clock = new ManualClock()
const { daemon } = await household({ clock })

const wrong = [401, 'INVALID_CREDENTIALS', {}]
const locked = (seconds: number) => [429, 'ACCOUNT_LOCKED', { retry_after_seconds: seconds }]
const guess = (username: string, at: TestDaemon = daemon) => login(at, username, 'not the password')
const guessTimes = async (count: number, username: string, at: TestDaemon = daemon) => {
  for (let done = 0; done < count; done += 1) assert.deepEqual(errorOf(await guess(username, at)), wrong)
}
const newcomer = async (username: string) => daemon.member(await signIn(daemon, 'olga'), username)
const auditRows = (family_member_uuid: string, since = 0) =>
  select<{ event: string; details: string }>(
    daemon,
    'SELECT event, actor, address, details FROM audit WHERE family_member_uuid = ? AND created_at >= ? ORDER BY seq',
    family_member_uuid,
    since,
  )

describe('Five wrong passwords in a row', () => {
  it('lock the account for a minute, also for the right one', async () => {
    await newcomer('ada')
    await guessTimes(5, 'ada')
    for (const answer of [await login(daemon, 'ada'), await guess('ADA')]) {
      assert.deepEqual(errorOf(answer), locked(60))
      assert.equal(answer.headers.get('retry-after'), '60')
    }
    clock.advance(30_500)
    assert.deepEqual(errorOf(await login(daemon, 'ada')), locked(30))
    clock.advance(29_499)
    assert.deepEqual(errorOf(await login(daemon, 'ada')), locked(1))
    clock.advance(1)
    assert.equal((await login(daemon, 'ada')).status, 200)
    assert.equal((await login(daemon, 'mia')).status, 200, 'nobody else was locked')
  })

  it('lock an unknown user in the same way', async () => {
    await newcomer('ben')
    const [forBen, forNobody]: Answer[][] = [[], []]
    for (let count = 0; count < 8; count += 1) {
      forBen?.push(await guess('ben'))
      forNobody?.push(await guess('nobody'))
      if (count === 6) clock.advance(minute)
    }
    assert.deepEqual(forNobody?.map(errorOf), forBen?.map(errorOf))
    assert.deepEqual(
      forBen?.map(({ status }) => status),
      [401, 401, 401, 401, 401, 429, 429, 401],
    )
    const shape = ({ body, headers }: Answer) => {
      const { 'retry-after': wait, 'content-length': length, ...names } = Object.fromEntries(headers)
      return [body.error, wait, length, Object.keys(names)]
    }
    assert.deepEqual(forNobody?.map(shape), forBen?.map(shape))
  })

  it('are interrupted by a correct one', async () => {
    await newcomer('cleo')
    for (let count = 0; count < 3; count += 1) {
      await guessTimes(4, 'cleo')
      assert.equal((await login(daemon, 'cleo')).status, 200)
    }
  })

  it('are in the audit log, with the lock and the attempts it refused', async () => {
    const { family_member_uuid } = await newcomer('dora')
    clock.advance(1)
    const startedAt = clock.now()
    await guessTimes(5, 'dora')
    await login(daemon, 'dora')
    const rows = auditRows(family_member_uuid, startedAt)
    const failed = { actor: 'nobody', address: '127.0.0.1', details: '{"operation":"auth.login"}' }
    assert.deepEqual(rows, [
      ...Array.from({ length: 5 }, () => ({ event: 'sign_in_failed', ...failed })),
      { event: 'locked', ...failed, details: '{"subject":"account"}' },
      { event: 'sign_in_refused', ...failed },
    ])
  })
})

describe('A lock', () => {
  it('doubles with each further failure, up to an hour', async () => {
    await newcomer('eve')
    await guessTimes(4, 'eve')
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await guessTimes(1, 'eve')
      assert.deepEqual(errorOf(await login(daemon, 'eve')), locked(minutes * 60))
      clock.advance(minutes * minute)
    }
    assert.equal((await login(daemon, 'eve')).status, 200)
    await guessTimes(5, 'eve')
    assert.deepEqual(errorOf(await login(daemon, 'eve')), locked(60), 'a success begins anew')
  })

  it('lasts at most 5 minutes for an owner at the machine itself', async () => {
    await guessTimes(4, 'olga')
    for (const minutes of [1, 2, 4, 5, 5, 5]) {
      await guessTimes(1, 'olga')
      assert.deepEqual(errorOf(await login(daemon, 'olga')), locked(minutes * 60))
      clock.advance(minutes * minute)
    }
    assert.equal((await login(daemon, 'olga')).status, 200)
  })

  it('is not affected by changes to the system clock', async () => {
    await newcomer('fay')
    await guessTimes(5, 'fay')
    const now = clock.now()
    for (const shift of [365 * day, -365 * day, 0]) {
      clock.setTime(now + shift)
      assert.deepEqual(errorOf(await login(daemon, 'fay')), locked(60))
    }
    clock.advance(minute)
    assert.equal((await login(daemon, 'fay')).status, 200)
  })

  it('survives a clock set forward and a cleanup of old entries', async () => {
    await newcomer('gil')
    await guessTimes(4, 'gil')
    for (const minutes of [1, 2, 4, 8, 16, 32]) {
      await guessTimes(1, 'gil')
      clock.advance(minutes * minute)
    }
    await guessTimes(1, 'gil')
    clock.setTime(clock.now() + 2 * day)
    clock.advance(hour - 1_000)
    assert.deepEqual(errorOf(await login(daemon, 'gil')), locked(1))
    clock.setTime(clock.now() - 2 * day)
  })

  it('survives a restart, as do the failures before it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
    const times = clock.now()
    {
      await using first = await startTestDaemon({ home: folder.path, clock: new ManualClock(times) })
      const admin = await first.owner()
      await first.member(admin, 'hal')
      await first.member(admin, 'ida')
      await guessTimes(5, 'hal', first)
      await guessTimes(4, 'ida', first)
    }
    const later = new ManualClock(times + 20_000)
    await using second = await startTestDaemon({ home: folder.path, clock: later })
    assert.deepEqual(errorOf(await login(second, 'hal')), locked(40))
    await guessTimes(1, 'ida', second)
    assert.deepEqual(errorOf(await login(second, 'ida')), locked(60))
    later.advance(40_000)
    assert.equal((await login(second, 'hal')).status, 200)
  })

  it('is counted in the security statistics', async () => {
    const stats = async () => {
      const { access_token: token } = await signIn(daemon, 'olga')
      return (await rest(daemon, 'GET /security/stats', { token })).body.data.locked
    }
    const before = await stats()
    await guessTimes(5, 'somebody-else')
    assert.equal(await stats(), before + 1)
  })
})

describe('A wrong password counts in every operation that takes one', () => {
  const asks: Record<string, (token: string, secret: string, id: string) => Promise<Answer>> = {
    'POST /auth/change-password': (token, secret) =>
      rest(daemon, 'POST /auth/change-password', {
        token,
        payload: { current_password: secret, new_password: 'seven small otters swim' },
      }),
    'POST /auth/emergency-reset': (token, secret) =>
      rest(daemon, 'POST /auth/emergency-reset', { token, payload: { password: secret, confirm: 'RESET' } }),
    'POST /auth/devices/pair': (token, secret) =>
      rest(daemon, 'POST /auth/devices/pair', {
        token,
        payload: { name: 'Phone', kind: 'phone', password: secret },
      }),
    'PUT /auth/members/{id}/roles': (token, secret, id) =>
      rest(daemon, `PUT /auth/members/${id}/roles`, {
        token,
        payload: { roles: ['admin'], password: secret },
      }),
  }
  let count = 0
  for (const [route, ask] of Object.entries(asks)) {
    it(route, async () => {
      count += 1
      const { username, family_member_uuid: id } = await newcomer(`jan${count}`)
      const { access_token: admin } = await signIn(daemon, 'olga')
      await rest(daemon, `PUT /auth/members/${id}/roles`, { token: admin, payload: { roles: ['admin'] } })
      const { access_token } = await signIn(daemon, username)
      await guessTimes(1, username)
      for (let tried = 0; tried < 4; tried += 1)
        assert.deepEqual(errorOf(await ask(access_token, 'not the password', id)), wrong)
      assert.deepEqual(errorOf(await ask(access_token, password, id)), locked(60))
      assert.deepEqual(errorOf(await login(daemon, username)), locked(60))
      const operations = auditRows(id).filter(({ event }) => event === 'sign_in_failed')
      assert.equal(new Set(operations.map(({ details }) => details)).size, 2)
      clock.advance(minute)
      assert.equal((await ask(access_token, password, id)).status, 200)
    })
  }
})

describe('Lockouts over WebSocket', () => {
  it('count failures together with those over REST, and report the lock in the same words', async () => {
    const { access_token } = await newcomer('kim')
    await using socket = await TestSocket.open(daemon, access_token)
    const ask = async (operation: string, payload: object) => {
      const { data } = await socket.ask('request', { operation, payload })
      return [data.code, data.details]
    }
    const secret = { username: 'kim', password: 'not the password' }
    await guessTimes(3, 'kim')
    assert.deepEqual(await ask('auth.login', secret), wrong.slice(1))
    const change = { current_password: 'not the password', new_password: 'seven small otters swim' }
    assert.deepEqual(await ask('auth.change_password', change), wrong.slice(1))
    assert.deepEqual(await ask('auth.login', { ...secret, password }), locked(60).slice(1))
    assert.deepEqual(errorOf(await login(daemon, 'kim')), locked(60))
    const session = await rest(daemon, 'GET /auth/session', { token: access_token })
    assert.equal(session.status, 200, 'who is signed in stays so')
  })

  it('do not let a member lock out others by using their names', async () => {
    const { username } = await newcomer('liz')
    const { access_token } = await signIn(daemon, 'mia')
    await using socket = await TestSocket.open(daemon, access_token)
    const payload = { username, password: 'not the password' }
    for (let tried = 0; tried < 5; tried += 1)
      await socket.ask('request', { operation: 'auth.login', payload })
    assert.deepEqual(errorOf(await login(daemon, 'liz')), locked(60))
    for (const username of ['mia', 'olga']) assert.equal((await login(daemon, username)).status, 200)
  })
})
