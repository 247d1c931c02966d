import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../support/clock.ts'
import { password, startTestDaemon } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { errorOf, rest } from '../../support/wire/rest.ts'

const capacity = { goals: 3, memories: 5, memory_megabytes: 1 }
const clock = new ManualClock()
const { daemon, owner, member } = await household({ config: { capacity }, clock })
const { access_token: token } = member

const store = (content: string, by = token) =>
  rest(daemon, 'POST /memory/store', { token: by, payload: { content } })
const usage = async (by = token) => (await rest(daemon, 'GET /memory/usage', { token: by })).body.data
const full = (answer: Awaited<ReturnType<typeof store>>) => {
  const [status, code, details] = errorOf(answer)
  return [status, code, details?.reason]
}

describe('A member who wants to fill the disk', () => {
  it('stores as many memories as there is room for, and is told what helps', async () => {
    for (let n = 1; n <= 5; n += 1) assert.equal((await store(`tea of type ${n}`)).status, 201)
    assert.deepEqual(full(await store('one more')), [422, 'UNPROCESSABLE', 'memory_full'])
    const memories = [{ content: 'another one' }]
    const many = await rest(daemon, 'POST /memory/store-many', { token, payload: { memories } })
    assert.equal(many.status, 422)
    assert.deepEqual(await usage(), { memories: 5, bytes: 65, max_memories: 5, max_bytes: 1_000_000 })
    assert.equal((await store('the others have room', owner.access_token)).status, 201)
  })

  it('hears in a conversation that it was not kept', async () => {
    const say = async (content: string) =>
      (await rest(daemon, 'POST /conversation/message', { token, payload: { content } })).body.data.response
        .content
    assert.match(await say('My favourite colour is a greenish blue.'), /no room left, so I haven't kept that/)
    assert.equal((await usage()).memories, 5)
  })

  it('has room again after deleting, and what says the same takes none', async () => {
    const { items } = (await rest(daemon, 'GET /memory/recent', { token })).body.data
    assert.equal((await store('tea of type 1')).status, 200)
    await rest(daemon, `DELETE /memory/${items[0].memory_uuid}`, { token })
    assert.equal((await usage()).memories, 4)
    assert.equal((await store('one more')).status, 201)
  })

  it('makes as many goals as may be open at once', async () => {
    const goal = () => rest(daemon, 'POST /agency/goals', { token, payload: { title: 'Learn Italian' } })
    const made = [await goal(), await goal(), await goal()]
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.deepEqual(errorOf(await goal()), [422, 'UNPROCESSABLE', { reason: 'too_many_goals', max: 3 }])
    await rest(daemon, `DELETE /agency/goals/${made[0]?.body.data.goal.goal_uuid}`, { token })
    assert.equal((await goal()).status, 201)
    const payload = { content: 'Remind me tomorrow at nine to call Ben.' }
    const answer = await rest(daemon, 'POST /conversation/message', { token, payload })
    assert.match(answer.body.data.response.content, /as many reminders and goals as I can hold/)
  })

  it('has nothing left after a reset', async () => {
    const payload = { password, confirm: 'RESET' }
    const { access_token } = await daemon.member(owner, 'noa')
    assert.equal((await store('short', access_token)).status, 201)
    await rest(daemon, 'POST /auth/emergency-reset', { token: access_token, payload })
    const again = await rest(daemon, 'POST /auth/login', { payload: { username: 'noa', password } })
    assert.equal((await usage(again.body.data.access_token)).memories, 0)
  })
})

it('nobody learns when somebody else looked at what the household shares', async () => {
  const payload = { content: 'The key is under the mat', visibility: 'household' }
  const stored = await rest(daemon, 'POST /memory/store', { token: owner.access_token, payload })
  const { memory_uuid } = stored.body.data.memory
  const seen = async () =>
    (await rest(daemon, `GET /memory/${memory_uuid}`, { token: owner.access_token })).body.data.memory
      .last_accessed_at
  const before = await seen()
  clock.advance(60_000)
  await rest(daemon, 'GET /memory/search?q=key', { token })
  await rest(daemon, `GET /memory/${memory_uuid}`, { token })
  clock.advance(120_000)
  assert.equal(await seen(), before)
})

describe('A member whose memories grow after they were stored', () => {
  it('has no more room for that than for new ones', async () => {
    await using roomy = await startTestDaemon({ config: { capacity: { ...capacity, memories: 100 } } })
    const { access_token: by } = await roomy.owner()
    const call = (route: string, payload: object) => rest(roomy, route, { token: by, payload })
    /** 32,000 bytes, the longest that there is. */
    const long = (n: number) => String.fromCodePoint(0x1_f600 + n).repeat(8_000)
    const statuses: number[] = []
    for (let n = 0; n < 32; n += 1) {
      const { body } = await call('POST /memory/store', { content: `note ${n}` })
      const { status } = await call(`PUT /memory/${body.data.memory.memory_uuid}`, { content: long(n) })
      statuses.push(status)
    }
    assert.deepEqual(statuses, [...Array<number>(31).fill(200), 422])
    const { body } = await rest(roomy, 'GET /memory/usage', { token: by })
    assert.ok(body.data.bytes <= 1_000_000, JSON.stringify(body.data))
  })
})
