import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { lastNoon, ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon } from '../../support/daemon.ts'
import { soon } from '../../support/processes.ts'
import { rest } from '../../support/wire/rest.ts'

const [hour, day] = [3_600_000, 86_400_000]
const years = 40 * 365 * day

async function open() {
  // At noon, as at night nobody is reminded of anything.
  const clock = new ManualClock(lastNoon())
  const daemon = await startTestDaemon({ clock })
  const owner = await daemon.owner()
  const ask = async (route: string, payload?: object) => {
    const { access_token: token } = await signIn(daemon, 'olga')
    return rest(daemon, route, { token, ...(payload && { payload }) })
  }
  return { clock, daemon, owner, ask }
}

describe('A clock that is set by years', async () => {
  const { clock, daemon, owner, ask } = await open()
  after(() => daemon.stop())
  const mina = await daemon.member(owner, 'mina')
  const forgotten = async () => (await ask('GET /memory/forgotten')).body.data.total
  const removed = async () => (await ask('GET /recognition/family?removed=true')).body.data.total
  const remove = async () =>
    assert.equal((await ask(`DELETE /recognition/family/${mina.family_member_uuid}`)).status, 200)

  it('locks nobody out, and no token of a time to come holds for years', async () => {
    const answers = async (token: string) => (await rest(daemon, 'GET /auth/profile', { token })).status
    const refreshed = async (refresh_token: string) =>
      rest(daemon, 'POST /auth/refresh', { payload: { refresh_token } })

    clock.setTime(clock.now() + years)
    assert.equal(await answers(owner.access_token), 401)
    const ahead = await signIn(daemon, 'olga')
    assert.equal(await answers(ahead.access_token), 200)
    clock.setTime(clock.now() - years)
    assert.equal(await answers(ahead.access_token), 401)
    assert.equal((await refreshed(ahead.refresh_token)).status, 401)
    assert.equal(await answers(owner.access_token), 200)
    const again = await refreshed(owner.refresh_token)
    assert.equal(again.status, 200, JSON.stringify(again.body))
    assert.equal(await answers((await signIn(daemon, 'olga')).access_token), 200)
    const verdict = await rest(daemon, 'GET /security/audit/verify', { token: again.body.data.access_token })
    assert.equal(verdict.body.data.intact, true)
  })

  it('deletes nothing because of its age until it has run for an hour, so that nothing is lost where it is put right', async () => {
    const { memory } = (await ask('POST /memory/store', { content: 'the barn is red' })).body.data
    const { memory_uuid } = memory
    assert.equal((await ask('POST /memory/forget', { memory_uuids: [memory_uuid] })).status, 200)
    await remove()
    clock.setTime(clock.now() + years)
    clock.advance(hour - 1)
    clock.setTime(clock.now() - years)
    clock.advance(30 * 60_000)
    assert.deepEqual([await forgotten(), await removed()], [1, 1])
    const undone = await ask(`POST /recognition/family/${mina.family_member_uuid}/restore`, {})
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    assert.equal(
      (await rest(daemon, 'GET /auth/profile', { token: (await signIn(daemon, 'mina')).access_token }))
        .status,
      200,
    )
  })

  it('deletes what is old once it has run on', async () => {
    await remove()
    assert.deepEqual([await forgotten(), await removed()], [1, 1])
    clock.setTime(clock.now() + 8 * day)
    clock.advance(2 * hour)
    await soon(async () => (await forgotten()) + (await removed()) === 0)
  })
})

describe('A clock that is set by years while something comes back', () => {
  it('reminds once, whichever way it is set, and goes on with what comes back', async () => {
    const { clock, daemon, ask } = await open()
    await using _ = daemon
    const next_run_at = new Date(clock.now() + 2 * hour).toISOString()
    const { goal } = (
      await ask('POST /agency/goals', { title: 'water the plants', next_run_at, repeats: 'FREQ=DAILY' })
    ).body.data
    const told = async () =>
      (await ask('GET /interactions?limit=200')).body.items.filter(({ title }: { title: string | null }) =>
        title?.includes('water the plants'),
      ).length
    clock.setTime(clock.now() + years + 3 * hour)
    clock.advance(hour)
    await soon(async () => (await told()) > 0)
    await wait(500)
    assert.equal(await told(), 1, 'years of days are one reminder')
    clock.setTime(clock.now() - years - 3 * hour)
    clock.advance(26 * hour)
    await wait(500)
    const { items } = (await ask('GET /agency/goals')).body.data
    const listed = items.find((one: { goal_uuid: string }) => one.goal_uuid === goal.goal_uuid)
    assert.ok((await told()) <= 2)
    assert.ok(
      Date.parse(listed.next_run_at) - clock.now() <= 2 * day,
      `the next one is at ${listed.next_run_at}`,
    )
  })

  it('makes one backup a day, and keeps the good ones', async () => {
    const { clock, daemon, ask } = await open()
    await using _ = daemon
    const daily = async () =>
      (await ask('GET /backups')).body.data.items.filter(
        ({ reason }: { reason: string }) => reason === 'daily',
      )
    const made = async (count: number) => {
      await soon(async () => (await daily()).length >= count)
    }
    clock.advance(hour)
    await made(1)
    const [good] = await daily()
    clock.setTime(clock.now() + years)
    clock.advance(hour)
    await made(2)
    clock.setTime(clock.now() - years)
    for (let hours = 0; hours < 20; hours += 1) {
      clock.advance(hour)
      await wait(20)
    }
    const left = await daily()
    assert.ok(left.some(({ id }: { id: string }) => id === good.id))
    assert.ok(left.length <= 3, `${left.length} backups of one day`)
  })
})
