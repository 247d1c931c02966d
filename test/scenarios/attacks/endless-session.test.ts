import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { signIn } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { rest, statusesOf } from '../../support/wire/rest.ts'

const minute = 60_000
const day = 24 * 60 * minute
const clock = new ManualClock()
const { daemon } = await household({ clock })

interface Held {
  readonly access_token: string
  readonly refresh_token: string
  readonly session_uuid: string
}

/** Everything that a page does to go on in another tab, by one who has `held`. */
async function duplicate({ access_token: token, refresh_token }: Held): Promise<Held> {
  const tab = await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })
  assert.equal(tab.status, 200)
  const payload = { tab_key: tab.body.data.tab_key, beside: true }
  const { status, body } = await rest(daemon, 'POST /auth/resume', { payload })
  assert.equal(status, 200)
  return body.data
}
const refresh = (refresh_token: string) => rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })
const session = (token: string) => rest(daemon, 'GET /auth/session', { token })

describe('Whoever has copied an access token', () => {
  it('cannot make a session of it that outlasts the token', async () => {
    const { access_token: token } = await signIn(daemon, 'mia')
    for (const payload of [{}, { refresh_token: 'a guess' }]) {
      const { status, body } = await rest(daemon, 'POST /auth/tab', { token, payload })
      assert.ok(status === 400 || status === 401, `${status}`)
      assert.equal(body.data, undefined)
    }
  })

  it("cannot use another member's refresh token beside it", async () => {
    const { access_token: token } = await signIn(daemon, 'mia')
    const { refresh_token } = await signIn(daemon, 'olga')
    assert.equal((await rest(daemon, 'POST /auth/tab', { token, payload: { refresh_token } })).status, 401)
  })
})

describe('A session that came of another one', () => {
  it('ends with it', async () => {
    const mia = await signIn(daemon, 'mia')
    const tab = await duplicate(mia)
    const tabOfTab = await duplicate(tab)
    await rest(daemon, 'POST /auth/logout', { token: mia.access_token, payload: {} })
    for (const held of [tab, tabOfTab]) {
      assert.equal((await session(held.access_token)).status, 401)
      assert.equal((await refresh(held.refresh_token)).status, 401)
    }
  })

  it('ends no later than it would have, however it is renewed', async () => {
    const mia = await signIn(daemon, 'mia')
    const { expires_at } = (await session(mia.access_token)).body.data
    clock.sleep(20 * day)
    const renewed = (await refresh(mia.refresh_token)).body.data
    const tab = await duplicate(renewed)
    assert.equal((await session(tab.access_token)).body.data.expires_at, expires_at)
  })

  it('ends when nobody has used the first one for a month', async () => {
    const mia = await signIn(daemon, 'mia')
    const tab = await duplicate(mia)
    clock.sleep(20 * day)
    const renewed = (await refresh(tab.refresh_token)).body.data
    clock.sleep(11 * day)
    assert.equal((await refresh(renewed.refresh_token)).status, 401)
  })

  it('is written down in the audit log, and says of which it came', async () => {
    const mia = await signIn(daemon, 'mia')
    const tab = await duplicate(mia)
    const { access_token: token } = await signIn(daemon, 'olga')
    const { items } = (await rest(daemon, 'GET /security/audit?limit=10', { token })).body.data
    const row = items.find(({ session_uuid }: { session_uuid: string }) => session_uuid === tab.session_uuid)
    assert.equal(row.event, 'signed_in')
    assert.equal(row.details.parent_uuid, mia.session_uuid)
    assert.equal((await session(tab.access_token)).body.data.parent_uuid, mia.session_uuid)
  })

  it('is one of twenty at most: one more ends the one unused the longest', async () => {
    const mia = await signIn(daemon, 'mia')
    const tabs: Held[] = []
    for (let count = 0; count < 22; count += 1) {
      tabs.push(await duplicate(mia))
      clock.advance(1_000)
    }
    const statuses = await Promise.all(tabs.map(({ access_token }) => session(access_token)))
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [401, 401, ...Array.from({ length: 20 }, () => 200)],
    )
  })

  it('shares the allowance of the first one', async () => {
    const olga = await signIn(daemon, 'olga')
    const tab = await duplicate(olga)
    const left = async ({ access_token: token }: Held) => {
      const { headers } = await rest(daemon, 'GET /gateway/status', { token })
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    }
    assert.equal((await left(olga)) - (await left(tab)), 1)
  })
})

it('a program with a key cannot make a session of it', async () => {
  const { access_token: token, refresh_token } = await signIn(daemon, 'mia')
  const payload = { name: 'a script', scopes: ['read', 'talk', 'remember', 'ask', 'act'] }
  const { key } = (await rest(daemon, 'POST /auth/keys', { token, payload })).body.data
  const tries = [
    rest(daemon, 'POST /auth/tab', { token: key, payload: { refresh_token } }),
    rest(daemon, 'POST /auth/devices/pair', { token: key, payload: { name: 'mine', kind: 'other' } }),
    rest(daemon, 'POST /auth/keys', { token: key, payload: { name: 'more', scopes: ['act'] } }),
    rest(daemon, 'POST /auth/step-up', { token: key, payload: { password: 'correct horse battery' } }),
  ]
  assert.deepEqual(statusesOf(await Promise.all(tries)), [403, 403, 403, 403])
})
