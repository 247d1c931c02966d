import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../daemon/bus/bus.ts'
import { Streams } from '../../daemon/gateway/streams.ts'
import type { Caller } from '../../daemon/kernel/context.ts'
import { ManualClock } from '../support/clock.ts'

const minute = 60_000
const turn = () => new Promise(setImmediate)

function open() {
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const streams = new Streams(bus, clock)
  const caller = (more: Partial<Caller> = {}): Caller => ({
    actor: 'user:olga',
    family_member_uuid: 'olga',
    session_uuid: 's1',
    admin: false,
    authenticated_at: clock.now(),
    expires_at: clock.now() + 15 * minute,
    ...more,
  })
  const connect = (who = caller()) => {
    const seen = { ended: 0, seqs: [] as number[] }
    const stream = streams.open(who, {
      event: ({ seq }) => seen.seqs.push(seq),
      ended: () => {
        seen.ended += 1
      },
    })
    return { stream, seen }
  }
  return {
    clock,
    streams,
    caller,
    connect,
    publish: async (topic: string, payload = {}) => {
      bus.publish(topic, payload)
      await turn()
    },
    endSession: async (session_uuid: string) => {
      bus.publish('session.ended', { session_uuid })
      await turn()
    },
  }
}

test('a stream hears its own topics, and nobody else’s', async () => {
  const { connect, publish, caller } = open()
  const [olga, ben] = [connect(), connect(caller({ actor: 'user:ben', family_member_uuid: 'ben' }))]
  for (const { stream } of [olga, ben]) {
    assert.deepEqual(stream.subscribe(['agency.goals']).topics, ['agency.goals'])
  }
  await publish('agency.goals.olga')
  await publish('emotion.state.olga')
  assert.deepEqual([olga.seen.seqs.length, ben.seen.seqs.length], [1, 0])
})

test('a stream that has unsubscribed hears no more of it', async () => {
  const { connect, publish } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals', 'system.status'])
  assert.deepEqual(stream.unsubscribe(['agency.goals', 'unheard.of']), ['system.status'])
  await publish('agency.goals.olga')
  await publish('system.status')
  assert.equal(seen.seqs.length, 1)
})

test('one unknown or forbidden topic refuses them all', async () => {
  const { connect, publish, caller } = open()
  const { stream, seen } = connect()
  const admins = 'interaction.notifications.admin'
  assert.throws(() => stream.subscribe(['agency.goals', 'tea']), { code: 'INVALID_REQUEST' })
  assert.throws(() => stream.subscribe(['agency.goals', '__proto__']), { code: 'INVALID_REQUEST' })
  assert.throws(() => stream.subscribe(['agency.goals', admins]), { code: 'INSUFFICIENT_PERMISSIONS' })
  await publish('agency.goals.olga')
  assert.deepEqual(seen.seqs, [])
  const system = connect(
    caller({ actor: 'system:cli', family_member_uuid: null, session_uuid: null, admin: true }),
  )
  assert.throws(() => system.stream.subscribe(['agency.goals']), { code: 'INVALID_REQUEST' })
  assert.deepEqual(system.stream.subscribe([admins]).topics, [admins])
})

test('a stream ends when its token runs out', () => {
  const { connect, clock } = open()
  const { seen } = connect()
  clock.advance(15 * minute - 1)
  assert.equal(seen.ended, 0)
  clock.advance(1)
  assert.equal(seen.ended, 1)
})

test('a renewed stream ends when the newer token runs out', () => {
  const { connect, clock, caller } = open()
  const { stream, seen } = connect()
  clock.advance(10 * minute)
  stream.renew(caller())
  clock.advance(14 * minute)
  assert.equal(seen.ended, 0)
  clock.advance(minute)
  assert.equal(seen.ended, 1)
})

test('a renewed stream follows the session of the newer token', async () => {
  const { connect, endSession, caller } = open()
  const { stream, seen } = connect()
  stream.renew(caller({ session_uuid: 's2' }))
  await endSession('s1')
  assert.equal(seen.ended, 0)
  await endSession('s2')
  assert.equal(seen.ended, 1)
})

test('every stream of an ended session ends, and those of another one go on', async () => {
  const { connect, endSession, caller } = open()
  const [first, second, other] = [connect(), connect(), connect(caller({ session_uuid: 's2' }))]
  await endSession('s1')
  assert.deepEqual([first.seen.ended, second.seen.ended, other.seen.ended], [1, 1, 0])
})

test('a closed stream is told nothing more, whatever happens', async () => {
  const { connect, publish, endSession, clock } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals'])
  stream.close()
  await publish('agency.goals.olga')
  await endSession('s1')
  clock.advance(15 * minute)
  assert.deepEqual(seen, { ended: 0, seqs: [] })
})

test('a stream that is closed twice takes nothing from another of its session', async () => {
  const { connect, endSession } = open()
  const first = connect()
  first.stream.close()
  const second = connect()
  first.stream.close()
  await endSession('s1')
  assert.equal(second.seen.ended, 1)
})

test('a reconnect within 5 min gets what it missed', async () => {
  const { connect, publish, clock } = open()
  const first = connect()
  const { seq } = first.stream.subscribe(['agency.goals'])
  first.stream.close()
  await publish('agency.goals.olga')
  clock.advance(5 * minute - 1)
  const { events, missed } = connect().stream.subscribe(['agency.goals'], seq)
  assert.deepEqual([events.map((event) => event.seq), missed], [[seq + 1], false])
})

test('a reconnect after 5 min is told that it missed something', async () => {
  const { connect, publish, clock } = open()
  const first = connect()
  const { seq } = first.stream.subscribe(['agency.goals'])
  first.stream.close()
  clock.advance(5 * minute)
  await publish('agency.goals.olga')
  const again = connect().stream.subscribe(['agency.goals'], seq)
  assert.deepEqual([again.events, again.missed], [[], true])
  assert.ok(again.seq > seq)
})

test('a log stays for the whole 5 min after its last stream, however often somebody came back', async () => {
  const { connect, publish, clock } = open()
  const first = connect()
  const { seq } = first.stream.subscribe(['agency.goals'])
  first.stream.close()
  clock.advance(4 * minute)
  connect().stream.close()
  clock.advance(4 * minute)
  await publish('agency.goals.olga')
  const { events, missed } = connect().stream.subscribe(['agency.goals'], seq)
  assert.deepEqual([events.length, missed], [1, false])
})

test('without resume_from nothing is sent again and nothing is said of what was missed', async () => {
  const { connect, publish } = open()
  connect().stream.subscribe(['agency.goals'])
  await publish('agency.goals.olga')
  const { events, missed } = connect().stream.subscribe(['agency.goals'])
  assert.deepEqual([events, missed], [[], null])
})
