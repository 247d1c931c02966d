import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { EventLog, type LoggedEvent } from '../../../daemon/gateway/event-log.ts'
import type { Subscribable } from '../../../daemon/gateway/topics.ts'
import { ManualClock } from '../../support/clock.ts'

const topic = (name: string, more: Partial<Subscribable> = {}): Subscribable => ({
  name,
  type: () => `${name}_update`,
  internal: `${name}.of-olga`,
  admins: false,
  mapped: false,
  ...more,
})
const goals = topic('goals')
const all = new Set(['goals'])
const minute = 60_000

function open() {
  const clock = new ManualClock()
  const bus = new Bus(clock, pino({ level: 'silent' }))
  const log = new EventLog(bus, clock)
  log.follow(goals)
  return {
    clock,
    bus,
    log,
    /** Publishes so many events and resolves when the log has them. */
    happen: async (count: number, name = 'goals') => {
      for (let n = 1; n <= count; n += 1) bus.publish(`${name}.of-olga`, { n })
      await new Promise(setImmediate)
    },
  }
}
const numbers = (events: readonly LoggedEvent[]) => events.map(({ message }) => message.payload['n'])

test('events are numbered one by one over all topics, with their public topic and type', async () => {
  const { log, happen } = open()
  log.follow(topic('mood'))
  const heard: LoggedEvent[] = []
  const begin = log.last
  log.listen((event) => heard.push(event))
  await happen(1)
  await happen(1, 'mood')
  await happen(1)
  assert.deepEqual(
    heard.map(({ seq, topic, type }) => [seq - begin, topic, type]),
    [
      [1, 'goals', 'goals_update'],
      [2, 'mood', 'mood_update'],
      [3, 'goals', 'goals_update'],
    ],
  )
  assert.equal(log.last, begin + 3)
})

test('a topic that is followed twice is logged once', async () => {
  const { log, happen } = open()
  const begin = log.last
  log.follow(goals)
  await happen(2)
  assert.equal(log.last, begin + 2)
})

test('the events after a number can be replayed, of the requested topics only', async () => {
  const { log, happen } = open()
  log.follow(topic('mood'))
  const begin = log.last
  await happen(2)
  await happen(1, 'mood')
  await happen(1)
  const { events, missed } = log.after(begin + 1, all)
  assert.deepEqual(
    events.map(({ seq }) => seq - begin),
    [2, 4],
  )
  assert.equal(missed, false)
})

test('the newest thousand are kept, and older requests are reported as missed', async () => {
  const { log, happen } = open()
  const begin = log.last
  await happen(1_000)
  assert.deepEqual([log.after(begin, all).events.length, log.after(begin, all).missed], [1_000, false])
  await happen(1)
  const { events, missed } = log.after(begin, all)
  assert.deepEqual([events.length, events[0]?.seq, missed], [1_000, begin + 2, true])
  assert.equal(log.after(begin + 1, all).missed, false)
})

test('a burst beyond the limit drops the oldest, and the log continues', async () => {
  const { log, happen } = open()
  const begin = log.last
  await happen(1_500)
  assert.equal(log.last, begin + 1_500)
  await happen(1)
  assert.equal(log.last, begin + 1_501)
})

test('an event is kept for 5 min, and later requests are reported as missed', async () => {
  const { log, clock, happen } = open()
  const begin = log.last
  await happen(1)
  clock.advance(minute)
  await happen(1)
  clock.advance(4 * minute)
  assert.deepEqual(numbers(log.after(begin, all).events), [1, 1])
  clock.advance(1)
  const { events, missed } = log.after(begin, all)
  assert.deepEqual([events.map(({ seq }) => seq - begin), missed], [[2], true])
  assert.equal(log.after(begin + 1, all).missed, false)
})

test('a number from before the topic was followed is reported as missed', async () => {
  const { log, happen } = open()
  const begin = log.last
  await happen(1)
  assert.equal(log.after(begin, new Set(['mood'])).missed, true, 'not followed yet')
  log.follow(topic('mood'))
  assert.equal(log.after(begin, new Set(['mood'])).missed, true)
  assert.equal(log.after(begin + 1, new Set(['mood'])).missed, false)
})

test('an unknown number is reported as missed', () => {
  const { log } = open()
  assert.deepEqual(log.after(log.last + 1, all), { events: [], missed: true })
  assert.deepEqual(log.after(0, all), { events: [], missed: true })
})

test('a later log uses higher numbers, so that old numbers are reported as missed', async () => {
  const { log, bus, clock, happen } = open()
  await happen(900)
  clock.advance(1)
  const restarted = new EventLog(bus, clock)
  restarted.follow(goals)
  assert.ok(restarted.last > log.last)
  assert.ok(Number.isSafeInteger(restarted.last))
  assert.equal(restarted.after(log.last, all).missed, true)
})

test('an unsubscribed listener hears nothing, and a closed log logs nothing', async () => {
  const { log, happen } = open()
  const unlisten = log.listen(() => assert.fail('heard'))
  assert.equal(log.idle, false)
  unlisten()
  assert.equal(log.idle, true)
  await happen(1)
  const { last } = log
  log.close()
  await happen(1)
  assert.equal(log.last, last)
})

test('an event under an external name keeps it wherever its topic is replayed', async () => {
  const { log, happen } = open()
  log.follow(topic('home', { internal: 'goals.of-olga', type: () => 'goals_update', mapped: true }))
  const heard: LoggedEvent[] = []
  log.listen((event) => heard.push(event))
  await happen(1)
  assert.deepEqual(
    heard.map((event) => [event.topic, event.type, event.message.topic]),
    [
      ['goals', 'goals_update', 'goals.of-olga'],
      ['home', 'goals_update', 'home'],
    ],
  )
  assert.deepEqual(heard[0]?.message.payload, heard[1]?.message.payload)
})

test('a forgotten topic is dropped and no longer logged, and others are untouched', async () => {
  const { log, happen } = open()
  log.follow(topic('mood'))
  const begin = log.last
  await happen(1)
  await happen(1, 'mood')
  log.forget(({ name }) => name === 'goals')
  await happen(1)
  assert.equal(log.last, begin + 2)
  assert.deepEqual(log.after(begin, all), { events: [], missed: true })
  const mood = log.after(begin, new Set(['mood']))
  assert.deepEqual([mood.events.length, mood.missed], [1, false])
})

test('a forgotten topic can be followed anew', async () => {
  const { log, happen } = open()
  await happen(1)
  log.forget(() => true)
  const { last } = log
  log.follow(goals)
  await happen(1)
  const { events, missed } = log.after(last, all)
  assert.deepEqual([events.map(({ seq }) => seq - last), missed], [[1], false])
})

test('an erased log keeps no event, continues its numbers and reports earlier ones as missed', async () => {
  const { log, happen } = open()
  const begin = log.last
  await happen(3)
  log.erase()
  assert.deepEqual(log.after(begin, all), { events: [], missed: true })
  assert.deepEqual(log.after(begin + 3, all), { events: [], missed: false })
  await happen(1)
  assert.deepEqual(
    log.after(begin + 3, all).events.map(({ seq }) => seq - begin),
    [4],
  )
})
