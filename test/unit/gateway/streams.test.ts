import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openLive } from '../../../daemon/gateway/live.ts'
import { type StreamOrigin, Streams } from '../../../daemon/gateway/streams.ts'
import type { Caller } from '../../../daemon/kernel/context.ts'
import { topics } from '../../../daemon/operations.ts'
import { callerOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const minute = 60_000
const turn = () => new Promise(setImmediate)

function open() {
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const mappings = new Map<string, string>()
  const blocked = new Set<string>()
  const log = pino({ level: 'silent' })
  const live = openLive({ operations: {}, bus, clock, log })
  const streams = new Streams({
    bus,
    clock,
    topics,
    mappings,
    live,
    blocked: (address) => blocked.has(address),
  })
  const caller = (more: Partial<Caller> = {}) =>
    callerOf('olga', { authenticated_at: clock.now(), expires_at: clock.now() + 15 * minute, ...more })
  const connect = (who = caller(), where: Partial<StreamOrigin> = {}) => {
    const seen = { ended: [] as string[], seqs: [] as number[], topics: [] as string[] }
    const stream = streams.open(
      { caller: who, address: '192.0.2.1', protocol: 'websocket', ...where },
      {
        event: ({ seq, topic }) => {
          seen.seqs.push(seq)
          seen.topics.push(topic)
        },
        ended: (reason) => seen.ended.push(reason),
      },
    )
    return { stream, seen }
  }
  const publish = async (topic: string, payload = {}) => {
    bus.publish(topic, payload)
    await turn()
  }
  return {
    clock,
    streams,
    caller,
    connect,
    publish,
    mappings,
    endSession: (session_uuid: string) => publish('session.ended', { session_uuid }),
    block: async (address: string) => {
      blocked.add(address)
      await publish('address.blocked', { address })
    },
    unmap: async (external_topic: string) => {
      mappings.delete(external_topic)
      await publish('routing.removed', { external_topic })
    },
    demote: (family_member_uuid: string) => publish('member.demoted', { family_member_uuid }),
  }
}

test("a stream receives its own topics, and nobody else's", async () => {
  const { connect, publish, caller } = open()
  const [olga, ben] = [connect(), connect(caller({ actor: 'user:ben', family_member_uuid: 'ben' }))]
  for (const { stream } of [olga, ben]) {
    assert.deepEqual(stream.subscribe(['agency.goals']).topics, ['agency.goals'])
  }
  await publish('agency.goals.olga')
  await publish('emotion.state.olga')
  assert.deepEqual([olga.seen.seqs.length, ben.seen.seqs.length], [1, 0])
})

test('a stream receives nothing more of a topic it unsubscribed from', async () => {
  const { connect, publish } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals', 'system.status'])
  assert.deepEqual(stream.unsubscribe(['agency.goals', 'unheard.of']), ['system.status'])
  await publish('agency.goals.olga')
  await publish('system.status')
  assert.equal(seen.seqs.length, 1)
})

test('one unknown or forbidden topic refuses all', async () => {
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

test('a stream ends when its token expires', () => {
  const { connect, clock } = open()
  const { seen } = connect()
  clock.advance(15 * minute - 1)
  assert.deepEqual(seen.ended, [])
  clock.advance(1)
  assert.deepEqual(seen.ended, ['token'])
})

test('a renewed stream ends when the newer token expires', () => {
  const { connect, clock, caller } = open()
  const { stream, seen } = connect()
  clock.advance(10 * minute)
  stream.renew(caller())
  clock.advance(14 * minute)
  assert.deepEqual(seen.ended, [])
  clock.advance(minute)
  assert.deepEqual(seen.ended, ['token'])
})

test('a renewed stream follows the session of the newer token', async () => {
  const { connect, endSession, caller } = open()
  const { stream, seen } = connect()
  stream.renew(caller({ session_uuid: 's2' }))
  await endSession('s1')
  assert.deepEqual(seen.ended, [])
  await endSession('s2')
  assert.deepEqual(seen.ended, ['token'])
})

test('every stream of an ended session ends, and those of others continue', async () => {
  const { connect, endSession, caller } = open()
  const [first, second, other] = [connect(), connect(), connect(caller({ session_uuid: 's2' }))]
  await endSession('s1')
  assert.deepEqual([first.seen.ended, second.seen.ended, other.seen.ended], [['token'], ['token'], []])
})

test('a closed stream receives nothing more, whatever happens', async () => {
  const { connect, publish, endSession, block, clock } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals'])
  stream.close()
  await publish('agency.goals.olga')
  await endSession('s1')
  await block('192.0.2.1')
  clock.advance(15 * minute)
  assert.deepEqual(seen, { ended: [], seqs: [], topics: [] })
})

test('closing a stream twice does not affect others of its session', async () => {
  const { connect, endSession } = open()
  const first = connect()
  first.stream.close()
  const second = connect()
  first.stream.close()
  await endSession('s1')
  assert.deepEqual(second.seen.ended, ['token'])
})

test('a reconnect within 5 min gets the missed events', async () => {
  const { connect, publish, clock } = open()
  const first = connect()
  const { seq } = first.stream.subscribe(['agency.goals'])
  first.stream.close()
  await publish('agency.goals.olga')
  clock.advance(5 * minute - 1)
  const { events, missed } = connect().stream.subscribe(['agency.goals'], seq)
  assert.deepEqual([events.map((event) => event.seq), missed], [[seq + 1], false])
})

test('a reconnect after 5 min learns that events were missed', async () => {
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

test('a log is kept for 5 min after its last stream, however often clients reconnect', async () => {
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

test('without resume_from nothing is replayed or reported as missed', async () => {
  const { connect, publish } = open()
  connect().stream.subscribe(['agency.goals'])
  await publish('agency.goals.olga')
  const { events, missed } = connect().stream.subscribe(['agency.goals'])
  assert.deepEqual([events, missed], [[], null])
})

const admins = 'interaction.notifications.admin'

test('a stream is notified once of its end, and receives no event after that', async () => {
  const { connect, publish, endSession, block, clock } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals'])
  await endSession('s1')
  await block('192.0.2.1')
  clock.advance(15 * minute)
  await publish('agency.goals.olga')
  assert.deepEqual(seen, { ended: ['token'], seqs: [], topics: [] })
})

test('the streams of a blocked address end, and those of others continue', async () => {
  const { connect, block, caller } = open()
  const [here, there] = [connect(), connect(caller(), { address: '192.0.2.2', protocol: 'grpc' })]
  await block('192.0.2.2')
  assert.deepEqual([here.seen.ended, there.seen.ended], [[], ['blocked']])
})

test('a stream whose address was blocked during authentication ends', async () => {
  const { connect, block } = open()
  await block('192.0.2.1')
  const { stream, seen } = connect()
  assert.deepEqual(stream.subscribe(['agency.goals']).topics, ['agency.goals'])
  await turn()
  assert.deepEqual(seen.ended, ['blocked'])
})

test('a blocked stream that is closed at once receives nothing', async () => {
  const { connect, block } = open()
  await block('192.0.2.1')
  const { stream, seen } = connect()
  stream.close()
  await turn()
  assert.deepEqual(seen.ended, [])
})

test('open streams are counted by protocol until they close', () => {
  const { connect, streams, caller } = open()
  assert.deepEqual(streams.counts(), { websocket: 0, grpc: 0 })
  const first = connect()
  connect()
  connect(caller(), { protocol: 'grpc' })
  assert.deepEqual(streams.counts(), { websocket: 2, grpc: 1 })
  first.stream.close()
  first.stream.close()
  assert.deepEqual(streams.counts(), { websocket: 1, grpc: 1 })
})

test('an external name delivers its internal topic under its own name', async () => {
  const { connect, publish, mappings } = open()
  mappings.set('home.goals', 'agency.goals')
  const { stream, seen } = connect()
  assert.deepEqual(stream.subscribe(['home.goals']).topics, ['home.goals'])
  await publish('agency.goals.olga')
  await publish('agency.goals.ben')
  assert.deepEqual(seen.topics, ['home.goals'])
  stream.subscribe(['agency.goals'])
  await publish('agency.goals.olga')
  assert.deepEqual(seen.topics, ['home.goals', 'home.goals', 'agency.goals'])
})

test('removing a mapping ends its topic for open streams, and nothing else', async () => {
  const { connect, publish, mappings, unmap } = open()
  mappings.set('home.goals', 'agency.goals')
  const { stream, seen } = connect()
  stream.subscribe(['home.goals', 'system.status'])
  await unmap('home.goals')
  await publish('agency.goals.olga')
  await publish('system.status')
  assert.deepEqual(seen.topics, ['system.status'])
  assert.deepEqual(stream.unsubscribe([]), ['system.status'])
  assert.throws(() => stream.subscribe(['home.goals']), { code: 'INVALID_REQUEST' })
})

test('a recreated external name replays nothing from its previous meaning', async () => {
  const { connect, publish, mappings, unmap } = open()
  mappings.set('home', 'agency.goals')
  const { stream, seen } = connect()
  const { seq } = stream.subscribe(['home'])
  await publish('agency.goals.olga')
  await unmap('home')
  mappings.set('home', 'emotion.state')
  const again = stream.subscribe(['home'], seq)
  assert.deepEqual([again.events, again.missed], [[], true])
  await publish('agency.goals.olga')
  await publish('emotion.state.olga')
  assert.deepEqual(seen.seqs, [seq + 1, seq + 2])
  assert.deepEqual(
    stream.subscribe(['home'], seq + 1).events.map(({ type }) => type),
    ['emotion_update'],
  )
})

test('a demoted admin loses admin topics, also under external names, and keeps the rest', async () => {
  const { connect, publish, caller, mappings, demote } = open()
  mappings.set('front.desk', admins)
  const [olga, ben] = [
    connect(caller({ admin: true })),
    connect(caller({ actor: 'user:ben', family_member_uuid: 'ben', session_uuid: 's2', admin: true })),
  ]
  for (const { stream } of [olga, ben]) stream.subscribe([admins, 'front.desk', 'agency.goals'])
  await demote('olga')
  await publish(admins)
  await publish('agency.goals.olga')
  assert.deepEqual(olga.seen.topics, ['agency.goals'])
  assert.deepEqual(ben.seen.topics, [admins, 'front.desk'])
  assert.deepEqual([olga.seen.ended, ben.seen.ended], [[], []])
  assert.throws(() => olga.stream.subscribe([admins]), { code: 'INSUFFICIENT_PERMISSIONS' })
  assert.throws(() => olga.stream.subscribe(['front.desk']), { code: 'INSUFFICIENT_PERMISSIONS' })
})

test('a temporarily demoted admin never receives the events of that time', async () => {
  const { connect, publish, caller, demote } = open()
  const { stream } = connect(caller({ admin: true }))
  const { seq } = stream.subscribe([admins])
  await publish(admins)
  await demote('olga')
  await publish(admins)
  stream.renew(caller({ admin: true }))
  const { events, missed } = stream.subscribe([admins], seq)
  assert.deepEqual([events, missed], [[], true])
})

test("a stream renewed with a member's token loses admin topics", async () => {
  const { connect, publish, caller } = open()
  const { stream, seen } = connect(caller({ admin: true }))
  stream.subscribe([admins, 'system.status'])
  stream.renew(caller())
  await publish(admins)
  await publish('system.status')
  assert.deepEqual(seen.topics, ['system.status'])
})

test("a member's events are gone once they are erased, and their streams receive later ones", async () => {
  const { connect, publish, caller } = open()
  const [olga, ben] = [connect(), connect(caller({ actor: 'user:ben', family_member_uuid: 'ben' }))]
  const begun = [olga, ben].map(({ stream }) => stream.subscribe(['agency.goals']).seq)
  await publish('agency.goals.olga')
  await publish('agency.goals.ben')
  await publish('member.erased', { family_member_uuid: 'olga' })
  const again = [olga, ben].map(({ stream }, index) => stream.subscribe(['agency.goals'], begun[index]))
  assert.deepEqual(
    again.map(({ events, missed }) => [events.length, missed]),
    [
      [0, true],
      [1, false],
    ],
  )
  await publish('agency.goals.olga')
  assert.equal(olga.seen.seqs.length, 2)
})

test('a member without a stream can be demoted and erased', async () => {
  const { connect, publish, demote } = open()
  await demote('nobody')
  await publish('member.erased', { family_member_uuid: 'nobody' })
  assert.deepEqual(connect().stream.subscribe(['agency.goals']).topics, ['agency.goals'])
})

test('closed streams leave no subscription on the bus', async () => {
  const { connect, streams, endSession, publish } = open()
  const { stream, seen } = connect()
  stream.subscribe(['agency.goals'])
  streams.close()
  await endSession('s1')
  await publish('agency.goals.olga')
  assert.deepEqual(seen, { ended: [], seqs: [], topics: [] })
})
