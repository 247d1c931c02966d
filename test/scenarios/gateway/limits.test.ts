import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { systemToken } from '../../bench/system-token.ts'
import { login, password, startTestDaemon, type TestDaemon, type TestMember } from '../../support/daemon.ts'
import { putQuestion } from '../../support/question.ts'
import { type Answer, rest } from '../../support/wire/rest.ts'
import { TestSocket } from '../../support/wire/socket.ts'

/** The limits of a daemon that is configured with none. */
const usual = {
  COMPANION_LIMITS_AUTHENTICATION_PER_MINUTE: '',
  COMPANION_LIMITS_REALTIME_PER_MINUTE: '',
  COMPANION_LIMITS_ADMINISTRATIVE_PER_MINUTE: '',
}

interface Strict extends AsyncDisposable {
  readonly daemon: TestDaemon
  readonly owner: TestMember
  readonly member: TestMember
}

/** A household before a daemon with the usual limits, of which nothing is used up. */
async function strict(): Promise<Strict> {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const first = await startTestDaemon({ home: folder.path, clock: systemClock })
  const owner = await first.owner()
  const member = await first.member(owner, 'mia')
  await first.stop()
  const daemon = await startTestDaemon({ home: folder.path, clock: systemClock, environment: usual })
  return {
    daemon,
    owner,
    member,
    [Symbol.asyncDispose]: async () => {
      await daemon.stop()
      folder.remove()
    },
  }
}

const errorOf = ({ status, body }: Answer) => [status, body.error?.code]
const limited = [429, 'RATE_LIMITED']
const limitsOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
/** One of the cheapest things that only admins may do. */
const administer = (daemon: TestDaemon, token: string) => rest(daemon, 'GET /auth/invitations', { token })

function assertRetryAfter({ headers, body }: Answer): void {
  const wait = Number(headers.get('retry-after'))
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, `Retry-After is ${wait}`)
  assert.equal(body.error.details.retry_after_seconds, wait)
}

async function times<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let index = 0; index < count; index += 1) made.push(await make(index))
  return made
}

const statuses = (answers: Answer[]) => answers.map(({ status }) => status)

describe('Authentication', () => {
  it('allows 5 attempts a minute from an address, over REST and WebSocket together', async () => {
    await using household = await strict()
    const { daemon, member } = household
    await using socket = await TestSocket.open(daemon, member.access_token)
    const overSocket = (secret: string) =>
      socket.ask('request', { operation: 'auth.login', payload: { username: 'olga', password: secret } })
    assert.equal((await login(daemon, 'mia')).status, 200)
    assert.equal((await overSocket(password)).type, 'response')
    assert.equal((await login(daemon, 'nobody')).status, 401)
    assert.equal((await overSocket('not the password')).data.code, 'INVALID_CREDENTIALS')
    assert.equal((await rest(daemon, 'POST /auth/login', { payload: { username: 7 } })).status, 400)
    const sixth = await login(daemon, 'mia')
    assert.deepEqual(errorOf(sixth), limited)
    assertRetryAfter(sixth)
    const { type, data } = await overSocket(password)
    assert.deepEqual([type, data.code], ['error', 'RATE_LIMITED'])
    assert.ok(data.details.retry_after_seconds >= 1)
  })

  it('covers every way in: registration, passwords, codes', async () => {
    await using household = await strict()
    const { daemon, member } = household
    const { access_token: token } = member
    const attempts: [string, object, string?][] = [
      ['register', { username: 'eve', full_name: 'Eve', relationship: 'none', password }],
      ['change-password', { current_password: 'wrong', new_password: 'seven small otters swim' }, token],
      ['emergency-reset', { password: 'wrong', confirm: 'RESET' }, token],
      ['devices/pair', { pairing_code: 'AAAA-AAAA' }],
      ['login', { username: 'mia', password }],
    ]
    const attempt = async (): Promise<Answer[]> =>
      times(attempts.length, (index) => {
        const [path, payload, token] = attempts[index] ?? ['', {}]
        return rest(daemon, `POST /auth/${path}`, { payload, token })
      })
    assert.deepEqual(statuses(await attempt()), [403, 401, 401, 401, 200])
    for (const answer of await attempt()) assert.deepEqual(errorOf(answer), limited)
    const { refresh_token } = member
    assert.equal((await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })).status, 200)
  })

  it('reports what is left with every response', async () => {
    await using household = await strict()
    const { daemon } = household
    const answers = [
      await login(daemon, 'mia'),
      await login(daemon, 'nobody'),
      await rest(daemon, 'POST /auth/login', { payload: {} }),
      await rest(daemon, 'POST /auth/login', { body: 'no JSON' }),
      await login(daemon, 'mia'),
      await login(daemon, 'mia'),
    ]
    assert.deepEqual(statuses(answers), [200, 401, 400, 400, 200, 429])
    for (const [index, answer] of answers.entries()) {
      const [policy = '', left = ''] = limitsOf(answer)
      assert.match(policy ?? '', /^"authentication-address";q=5;w=60(, |$)/)
      const remaining = Math.max(0, 4 - index)
      assert.match(
        left ?? '',
        new RegExp(`^"authentication-address";r=${remaining};t=([1-9]|[1-5]\\d|60)(, |$)`),
      )
    }
    const [policy, left] = limitsOf(answers[0] ?? (await login(daemon, 'mia')))
    assert.match(policy ?? '', /, "authentication-account";q=5;w=60$/)
    assert.match(left ?? '', /, "authentication-account";r=4;t=\d+$/)
  })

  it('ignores a forwarded address', async () => {
    await using household = await strict()
    const { daemon } = household
    const pretences: Record<string, string>[] = [1, 2].flatMap((host) => [
      { 'x-forwarded-for': `192.0.2.${host}` },
      { forwarded: `for=192.0.2.${host}` },
      { 'x-real-ip': `192.0.2.${host}` },
    ])
    const answers = await times(6, (index) => login(daemon, `nobody${index}`, password, pretences[index]))
    assert.deepEqual(statuses(answers), [401, 401, 401, 401, 401, 429])
    await using socket = await TestSocket.open(daemon, household.member.access_token, {
      headers: { 'x-forwarded-for': '192.0.2.3' },
    })
    const payload = { username: 'mia', password }
    const { data } = await socket.ask('request', { operation: 'auth.login', payload })
    assert.equal(data.code, 'RATE_LIMITED')
  })
})

describe('An operation without a limit', () => {
  it('sends no limit headers', async () => {
    await using household = await strict()
    const { daemon, member, owner } = household
    const { access_token: token, refresh_token } = member
    const answers = [
      await rest(daemon, 'GET /auth/session', { token }),
      await rest(daemon, 'GET /auth/profile', { token }),
      await rest(daemon, 'GET /interactions', { token }),
      await rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } }),
      await rest(daemon, 'GET /auth/session'),
      await rest(daemon, 'GET /nothing', { token }),
      await rest(daemon, 'GET /auth/invitations', { token }),
      ...(await times(12, () => rest(daemon, 'GET /health', { token: owner.access_token }))),
    ]
    assert.deepEqual(statuses(answers.slice(0, 7)), [200, 200, 200, 200, 401, 404, 403])
    assert.deepEqual(new Set(statuses(answers.slice(7))), new Set([200]))
    for (const answer of answers) assert.deepEqual(limitsOf(answer), [null, null])
  })
})

describe('Administration', () => {
  it('allows 10 requests a minute of a session, over REST and WebSocket together', async () => {
    await using household = await strict()
    const { daemon, owner } = household
    await using socket = await TestSocket.open(daemon, owner.access_token)
    const overSocket = () => socket.ask('request', { operation: 'invitations.list' })
    const answers = await times(5, () => administer(daemon, owner.access_token))
    const messages = await times(5, overSocket)
    assert.deepEqual(new Set(statuses(answers)), new Set([200]))
    assert.deepEqual(new Set(messages.map(({ type }) => type)), new Set(['response']))
    const [policy, left] = limitsOf(answers[4] ?? (await login(daemon, 'mia')))
    assert.equal(policy, '"administrative-session";q=10;w=60')
    assert.match(left ?? '', /^"administrative-session";r=5;t=\d+$/)
    const eleventh = await administer(daemon, owner.access_token)
    assert.deepEqual(errorOf(eleventh), limited)
    assertRetryAfter(eleventh)
    assert.match(limitsOf(eleventh)[1] ?? '', /^"administrative-session";r=0;t=\d+$/)
    assert.equal((await overSocket()).data.code, 'RATE_LIMITED')
    const simulate = await rest(daemon, 'POST /admin/interactions/simulate', {
      token: owner.access_token,
      body: { user_id: owner.family_member_uuid, interaction_type: 'question', prompt: 'Tea?' },
    })
    assert.equal(simulate.status, 429)
    assert.match(simulate.body.detail, /too many requests/)
    const other = (await login(daemon, 'olga')).body.data.access_token
    assert.equal((await administer(daemon, other)).status, 200, 'another session has its own')
    const { access_token: token } = owner
    assert.equal((await rest(daemon, 'GET /health', { token })).status, 200)
    assert.equal((await rest(daemon, 'GET /auth/profile', { token })).status, 200)
  })

  it('allows 120 requests a minute of a local program, and of a trusted device', async () => {
    await using household = await strict()
    const { daemon, owner } = household
    const { access_token: token } = owner
    const route = 'POST /auth/devices/pair'
    const offer = await rest(daemon, route, { token, payload: { name: 'Phone', kind: 'phone' } })
    const { pairing_code } = offer.body.data
    const device = (await rest(daemon, route, { payload: { pairing_code } })).body.data.access_token
    for (const trusted of [device, await systemToken(daemon.home.path)]) {
      const answers = await times(121, () => administer(daemon, trusted))
      const [first] = answers
      assert.ok(first)
      assert.equal(limitsOf(first)[0], '"administrative-session";q=120;w=60')
      assert.deepEqual(new Set(statuses(answers.slice(0, 120))), new Set([200]))
      assert.deepEqual(statuses(answers.slice(120)), [429])
    }
  })
})

describe('A connection', () => {
  it('may send 100 messages a minute; each further one is refused, and no other connection is affected', async () => {
    await using household = await strict()
    const { daemon, member } = household
    await using busy = await TestSocket.open(daemon, member.access_token)
    await using calm = await TestSocket.open(daemon, member.access_token)
    const message = () => busy.ask('unsubscribe', { topics: ['agency.goals'] })
    const answers = await times(100, message)
    assert.deepEqual(new Set(answers.map(({ type }) => type)), new Set(['unsubscribed']))
    for (const { type, data } of await times(2, message)) {
      assert.deepEqual([type, data.code], ['error', 'RATE_LIMITED'])
      assert.ok(data.details.retry_after_seconds >= 1)
    }
    assert.equal((await calm.ask('subscribe', { topics: ['agency.goals'] })).type, 'subscribed')
    await using again = await TestSocket.open(daemon, member.access_token)
    assert.equal((await again.ask('subscribe', { topics: ['agency.goals'] })).type, 'subscribed')
  })

  it('still receives events after it has sent too much', async () => {
    await using household = await strict()
    const { daemon, owner } = household
    await using busy = await TestSocket.open(daemon, owner.access_token)
    await busy.ask('subscribe', { topics: ['interaction.notifications'] })
    for (let count = 0; count < 105; count += 1) busy.socket.send('no JSON')
    await busy.next(({ type, data }) => type === 'error' && data.code === 'RATE_LIMITED')
    await putQuestion(daemon, owner.access_token, { user_id: owner.family_member_uuid })
    const told = await busy.next(({ type }) => type === 'interaction_notification')
    assert.equal(told.data.interaction.prompt, 'Tea?')
  })
})
