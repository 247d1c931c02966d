import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PauseChoice, pausedUntil, withPause } from '../../../daemon/client/pause.ts'
import { goalStatuses } from '../../../daemon/features/agency/tables.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder } from '../../support/daemon.ts'
import { household } from '../../support/household.ts'
import { protocols } from '../../support/wire/protocols.ts'
import { TestSocket } from '../../support/wire/socket.ts'

const minute = 60_000
const hour = 60 * minute
/** A Monday noon in UTC, which is the zone that these members live in. */
const noon = Date.parse('2026-05-04T12:00:00Z')
const clock = new ManualClock(noon)
const { daemon, owner, member } = await household({ clock })
const { access_token: token } = member
const soon = () => new Date(clock.now() + minute).toISOString()
const awake = { time_zone: 'UTC', agency: { quiet_hours: null, daily_budget: 100, suggestions: false } }
await protocols.REST(daemon)(token, 'auth.update_profile', { preferences: awake })

for (const [protocol, over] of Object.entries(protocols)) {
  const ask = over(daemon)
  const call = async (operation: string, input: object = {}, whose = token) => {
    const { status, result, detail } = await ask(whose, operation, input)
    assert.ok(status < 300, `${operation}: ${status} ${detail}`)
    return result
  }
  const create = async (input: object = {}) =>
    (await call('agency.create_goal', { title: `Tea over ${protocol}`, ...input })).goal
  const read = async (id: string) =>
    (await call('agency.goals', { limit: 200, status: [...goalStatuses] })).items.find(
      (one: { goal_uuid: string }) => one.goal_uuid === id,
    )
  /** The interactions that wait for the member, about a goal of that title. */
  const waiting = async (title: string) => {
    const { items } = await call('interactions.list', { status: ['pending'], category: ['agency'] })
    const whole = await Promise.all(
      items.map(({ interaction_id }: { interaction_id: string }) =>
        call('interactions.get', { interaction_id }),
      ),
    )
    return whole.map(({ interaction }) => interaction).filter((one) => one.title === title)
  }

  describe(`Goals over ${protocol}`, () => {
    it('can be created, listed, changed, completed and cancelled', async () => {
      const answer = await ask(token, 'agency.create_goal', { title: 'Learn Spanish', priority: 'low' })
      assert.equal(answer.status, protocol === 'REST' ? 201 : 200)
      const { goal } = answer.result
      assert.deepEqual([goal.origin, goal.status, goal.priority], ['user', 'active', 'low'])
      assert.deepEqual(await read(goal.goal_uuid), goal)
      const id = goal.goal_uuid
      const changed = (await call('agency.update_goal', { id, progress: 0.5, description: 'Every day.' }))
        .goal
      assert.deepEqual(changed, {
        ...goal,
        progress: 0.5,
        description: 'Every day.',
        updated_at: changed.updated_at,
      })
      const done = (await call('agency.update_goal', { id, status: 'completed' })).goal
      assert.deepEqual([done.status, done.progress], ['completed', 1])
      const other = (await call('agency.cancel_goal', { id: (await create()).goal_uuid })).goal
      assert.equal(other.status, 'cancelled')
      const { items, total } = await call('agency.goals', { status: ['completed'], limit: 1 })
      assert.deepEqual(items, [done])
      assert.ok(total >= 1)
      const current = (await call('agency.goals', { limit: 200 })).items
      assert.ok(
        current.every((one: { status: string }) => ['suggested', 'active', 'paused'].includes(one.status)),
      )
    })

    for (const [what, status, operation, input] of [
      ['without a title', 400, 'agency.create_goal', {}],
      ['due in the past', 400, 'agency.create_goal', { title: 'x', due_at: '2020-01-01T00:00:00Z' }],
      ['that repeat all the time', 400, 'agency.create_goal', { title: 'x', repeats: 'FREQ=MINUTELY' }],
      ['that do not exist', 404, 'agency.cancel_goal', { id: '00000000-0000-4000-8000-000000000000' }],
    ] as const) {
      it(`${what} are refused with ${status}`, async () => {
        assert.equal((await ask(token, operation, input)).status, status)
      })
    }

    it('are refused with 409 once they are over, and with 404 if they belong to others', async () => {
      const { goal_uuid: id } = await create()
      assert.equal((await ask(token, 'agency.accept_goal', { id })).status, 409)
      for (const [operation, input] of [
        ['agency.update_goal', { id, title: 'Mine' }],
        ['agency.cancel_goal', { id }],
        ['agency.accept_goal', { id }],
      ] as const) {
        assert.equal((await ask(owner.access_token, operation, input)).status, 404, operation)
      }
      await call('agency.cancel_goal', { id })
      assert.equal((await ask(token, 'agency.update_goal', { id, title: 'x' })).status, 409)
      assert.equal((await ask(token, 'agency.cancel_goal', { id })).status, 409)
    })

    it('are created once for an idempotency key', async () => {
      const input = { title: 'Once' }
      const first = await ask(token, 'agency.create_goal', input, `goal-${protocol}`)
      const again = await ask(token, 'agency.create_goal', input, `goal-${protocol}`)
      assert.deepEqual(again.result, first.result)
    })

    it('come due at their time, wait for an answer and continue accordingly', async () => {
      const title = `Ask over ${protocol}`
      const { goal_uuid } = await create({ title, autonomy: 'ask', next_run_at: soon() })
      clock.advance(minute)
      const [{ interaction_id, interaction_type, prompt }] = await waiting(title)
      assert.equal(interaction_type, 'approval')
      assert.match(prompt, /Shall I tick/)
      const { event } = await call('interactions.get', { interaction_id }).then(({ events }) => ({
        event: events[0],
      }))
      assert.deepEqual([event.event_type, event.actor], ['created', 'system:companion'])
      await call('interactions.approve', { interaction_id })
      assert.equal((await read(goal_uuid)).status, 'completed')
    })

    it('withdraw their question when they are cancelled', async () => {
      const title = `Cancelled over ${protocol}`
      const { goal_uuid } = await create({ title, next_run_at: soon() })
      clock.advance(minute)
      const [{ interaction_id }] = await waiting(title)
      await call('agency.cancel_goal', { id: goal_uuid })
      const { interaction, events } = await call('interactions.get', { interaction_id })
      assert.deepEqual([interaction.status, events.at(-1).actor], ['cancelled', 'system:companion'])
    })

    it('that only remind are completed once the reminder is dismissed', async () => {
      const title = `Reminder over ${protocol}`
      const { goal_uuid } = await create({ title, next_run_at: soon() })
      clock.advance(minute)
      const [{ interaction_id, interaction_type }] = await waiting(title)
      assert.equal(interaction_type, 'ack')
      await call('interactions.dismiss', { interaction_id })
      assert.equal((await read(goal_uuid)).status, 'completed')
    })
  })
}

it('a subscriber hears only of their own goals', async () => {
  const ask = protocols.REST(daemon)
  await using socket = await TestSocket.open(daemon, token)
  await socket.ask('subscribe', { topics: ['agency.goals'] })
  await ask(owner.access_token, 'agency.create_goal', { title: 'The owner’s' })
  const { result } = await ask(token, 'agency.create_goal', { title: 'Told', next_run_at: soon() })
  const next = async () => {
    const { data } = await socket.next(({ type }) => type === 'goal_update')
    return [data.event, data.goal.title]
  }
  assert.deepEqual(await next(), ['created', 'Told'])
  clock.advance(minute)
  assert.deepEqual(await next(), ['reminded', 'Told'])
  await ask(token, 'agency.update_goal', { id: result.goal.goal_uuid, status: 'completed' })
  assert.deepEqual(await next(), ['completed', 'Told'])
})

it('a reset deletes all goals', async () => {
  const ask = protocols.REST(daemon)
  await daemon.member(owner, 'rita')
  const { access_token } = await signIn(daemon, 'rita')
  await ask(access_token, 'agency.create_goal', { title: 'Gone' })
  const { result } = await ask(access_token, 'auth.emergency_reset', {
    password: 'correct horse battery',
    confirm: 'RESET',
  })
  assert.equal(result.deleted.goals, 1)
  const again = await signIn(daemon, 'rita')
  assert.equal((await ask(again.access_token, 'agency.goals', { status: [...goalStatuses] })).result.total, 0)
})

it('a remembered date is suggested when it is near, and can be accepted', async () => {
  const ask = protocols.REST(daemon)
  await ask(owner.access_token, 'auth.update_profile', {
    preferences: { time_zone: 'UTC', agency: { quiet_hours: null } },
  })
  const content = "Anna's birthday is on 9 May"
  assert.equal((await ask(owner.access_token, 'memory.store', { content })).status, 201)
  clock.advance(2 * hour)
  // The tokens of before have run out.
  const [olga, mia] = [await signIn(daemon, 'olga'), await signIn(daemon, 'mia')]
  const suggested = async (whose: string) =>
    (await ask(whose, 'agency.goals', { status: ['suggested'] })).result.items
  const [goal] = await suggested(olga.access_token)
  assert.deepEqual([goal.title, goal.origin], ["Anna's birthday", 'companion'])
  assert.deepEqual(await suggested(mia.access_token), [])
  const { result } = await ask(olga.access_token, 'agency.accept_goal', { id: goal.goal_uuid })
  assert.equal(result.goal.status, 'active')
})

it('goals that came due while the daemon was stopped are delivered at the next start', async () => {
  const home = temporaryFolder()
  const time = new ManualClock(noon)
  const first = await startTestDaemon({ home, clock: time })
  const { access_token } = await first.owner()
  const preferences = { time_zone: 'UTC', agency: { quiet_hours: null } }
  const before = protocols.REST(first)
  await before(access_token, 'auth.update_profile', { preferences })
  const next_run_at = new Date(time.now() + hour).toISOString()
  await before(access_token, 'agency.create_goal', { title: 'Missed', next_run_at })
  await first.stop()
  time.advance(3 * hour)
  await using second = await startTestDaemon({ home, clock: time })
  const after = protocols.REST(second)
  const { access_token: fresh } = await signIn(second, 'olga')
  const { items } = (await after(fresh, 'interactions.list', { category: ['agency'] })).result
  assert.equal(items.length, 1)
  const { interaction_id } = items[0]
  const { interaction } = (await after(fresh, 'interactions.get', { interaction_id })).result
  assert.match(interaction.prompt, /Missed\. It was for today at 13:00, 2 hours ago\.$/)
})

it('a pause holds goals back until it ends or its member lifts it', async () => {
  const time = new ManualClock(noon)
  await using own = await startTestDaemon({ clock: time })
  await own.owner()
  /** Signed in anew each time: a token holds for 15 minutes. */
  const olga = async (operation: string, input: object = {}) => {
    const { access_token } = await signIn(own, 'olga')
    return (await protocols.REST(own)(access_token, operation, input)).result
  }
  const prefer = (preferences: object) => olga('auth.update_profile', { preferences })
  const pause = (choice: PauseChoice) => withPause(awake, pausedUntil(choice, new Date(time.now())))
  const create = (title: string, more: object = {}) => {
    const next_run_at = new Date(time.now() + minute).toISOString()
    return olga('agency.create_goal', { title, next_run_at, ...more })
  }
  const told = async () => {
    const { items } = await olga('agency.goals')
    const past = items.filter(({ next_run_at }: { next_run_at: string | null }) => next_run_at === null)
    return past.map(({ title }: { title: string }) => title).toSorted()
  }

  await prefer(pause('hour'))
  await create('Held')
  await create('Urgent', { priority: 'high' })
  time.advance(10 * minute)
  assert.deepEqual(await told(), ['Urgent'])
  time.advance(50 * minute)
  assert.deepEqual(await told(), ['Held', 'Urgent'])

  await prefer(pause('open'))
  await create('Then held')
  time.advance(10 * minute)
  assert.deepEqual(await told(), ['Held', 'Urgent'])
  await prefer(awake)
  time.advance(0)
  assert.deepEqual(await told(), ['Held', 'Then held', 'Urgent'])
})
