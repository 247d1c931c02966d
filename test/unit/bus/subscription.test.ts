import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import type { Message } from '../../../daemon/bus/message.ts'
import { ManualClock } from '../../support/clock.ts'

const lines: string[] = []
const openBus = (clock = new ManualClock()) =>
  new Bus(clock, pino({}, { write: (line) => void lines.push(line) }))
const turn = () => new Promise(setImmediate)
const numberOf = ({ payload }: Message) => Number(payload['n'])
const publish = (bus: Bus, from: number, to: number) => {
  for (let n = from; n <= to; n += 1) bus.publish('tea', { n })
}

test('messages arrive in order, each after the previous one was handled', async () => {
  const bus = openBus()
  const [log, waiting]: [string[], (() => void)[]] = [[], []]
  bus.subscribe('tea', {
    receive: async (message) => {
      log.push(`begin ${numberOf(message)}`)
      await new Promise<void>((resolve) => waiting.push(resolve))
      log.push(`end ${numberOf(message)}`)
    },
  })
  publish(bus, 1, 3)
  for (let n = 1; n <= 3; n += 1) {
    waiting.shift()?.()
    await turn()
  }
  assert.deepEqual(log, ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
})

test('a message published while another is handled comes after it', async () => {
  const bus = openBus()
  const received: number[] = []
  bus.subscribe('tea', {
    receive: (message) => {
      if (numberOf(message) === 1) publish(bus, 2, 2)
      received.push(numberOf(message))
    },
  })
  publish(bus, 1, 1)
  await turn()
  assert.deepEqual(received, [1, 2])
})

test('a message carries its topic, a new id, the time, and its member', async () => {
  const bus = openBus()
  const received: Message[] = []
  bus.subscribe('tea', { receive: (message) => void received.push(message) })
  bus.publish('tea', {}, { family_member_uuid: 'm', session_uuid: 's' })
  bus.publish('tea', {})
  bus.publish('coffee', {})
  await turn()
  const [first, second, ...rest] = received
  assert.deepEqual(rest, [])
  assert.equal(first?.topic, 'tea')
  assert.deepEqual([first?.metadata.family_member_uuid, first?.metadata.session_uuid], ['m', 's'])
  assert.deepEqual([second?.metadata.family_member_uuid, second?.metadata.session_uuid], [null, null])
  assert.notEqual(first?.metadata.message_uuid, second?.metadata.message_uuid)
  assert.match(first?.metadata.timestamp ?? '', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('a subscriber that throws is logged and keeps receiving, and stops nobody else', async () => {
  const bus = openBus()
  const received: string[] = []
  const failing = (name: string, receive: () => void | Promise<void>) =>
    bus.subscribe('tea', {
      receive: (message) => {
        received.push(`${name} ${numberOf(message)}`)
        return receive()
      },
    })
  failing('throws', () => {
    throw new Error('spilt')
  })
  failing('rejects', async () => {
    throw new Error('cold')
  })
  failing('works', () => {})
  lines.length = 0
  publish(bus, 1, 2)
  await turn()
  for (const name of ['throws', 'rejects', 'works']) {
    assert.deepEqual(
      received.filter((entry) => entry.startsWith(name)),
      [`${name} 1`, `${name} 2`],
    )
  }
  assert.equal(lines.filter((line) => line.includes('a subscriber failed')).length, 4)
})

test('a slow subscriber is dropped at its capacity, notified once, and delays nobody', async () => {
  const bus = openBus()
  const [slow, quick]: [number[], number[]] = [[], []]
  let told = 0
  bus.subscribe(
    'tea',
    {
      receive: (message) => {
        slow.push(numberOf(message))
        return new Promise(() => {})
      },
      overflowed: () => {
        told += 1
      },
    },
    3,
  )
  bus.subscribe('tea', { receive: (message) => void quick.push(numberOf(message)) })
  publish(bus, 1, 4)
  assert.equal(told, 0, 'one is being received and three wait')
  publish(bus, 5, 6)
  await turn()
  assert.equal(told, 1)
  assert.deepEqual(slow, [1])
  assert.deepEqual(quick, [1, 2, 3, 4, 5, 6])
})

test('a subscriber that throws while it is dropped stops nobody else', async () => {
  const bus = openBus()
  const received: number[] = []
  bus.subscribe(
    'tea',
    {
      receive: () => new Promise(() => {}),
      overflowed: () => {
        throw new Error('spilt')
      },
    },
    1,
  )
  bus.subscribe('tea', { receive: (message) => void received.push(numberOf(message)) })
  assert.doesNotThrow(() => publish(bus, 1, 3))
  await turn()
  assert.deepEqual(received, [1, 2, 3])
})

test('nothing arrives after unsubscribing, not even queued messages', async () => {
  const bus = openBus()
  const received: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = bus.subscribe('tea', {
    receive: (message) => {
      received.push(numberOf(message))
      return promise
    },
  })
  publish(bus, 1, 2)
  end()
  resolve()
  publish(bus, 3, 3)
  await turn()
  assert.deepEqual(received, [1])
})

test('a subscriber receives what is published from then on, even when it subscribes during a publication', async () => {
  const bus = openBus()
  const late: number[] = []
  publish(bus, 1, 1)
  bus.subscribe('tea', {
    receive: (message) => {
      if (numberOf(message) > 2) return
      bus.subscribe('tea', { receive: (later) => void late.push(numberOf(later)) })
    },
  })
  publish(bus, 2, 3)
  await turn()
  assert.deepEqual(late, [3])
})

test('the figures count published and delivered messages, over all subscribers', () => {
  const bus = openBus()
  publish(bus, 1, 1)
  const end = bus.subscribe('tea', { receive: () => {} })
  bus.subscribe('tea', { receive: () => {} })
  bus.subscribe('coffee', { receive: () => {} })
  publish(bus, 2, 3)
  const { published, delivered, subscriptions } = bus.figures()
  assert.deepEqual([published, delivered, subscriptions], [3, 4, 3])
  end()
  end()
  publish(bus, 4, 4)
  assert.deepEqual([bus.figures().delivered, bus.figures().subscriptions], [5, 2])
})

test('the figures show how many messages wait, and how long the oldest has', async () => {
  const clock = new ManualClock()
  const bus = openBus(clock)
  const waiting: (() => void)[] = []
  const receive = () => new Promise<void>((resolve) => waiting.push(resolve))
  for (let count = 0; count < 2; count += 1) bus.subscribe('tea', { receive })
  publish(bus, 1, 2)
  clock.advance(1_000)
  publish(bus, 3, 3)
  clock.advance(500)
  assert.deepEqual([bus.figures().waiting, bus.figures().longest_wait_ms], [4, 1_500])
  for (const done of waiting.splice(0)) done()
  await turn()
  assert.deepEqual([bus.figures().waiting, bus.figures().longest_wait_ms], [2, 500])
  for (const done of waiting.splice(0)) done()
  await turn()
  assert.deepEqual([bus.figures().waiting, bus.figures().longest_wait_ms], [0, 0])
})

test('the figures count a dropped subscription once, and its queue no longer', () => {
  const bus = openBus()
  bus.subscribe('tea', { receive: () => new Promise(() => {}) }, 1)
  publish(bus, 1, 5)
  const { published, delivered, dropped, subscriptions, waiting } = bus.figures()
  assert.deepEqual([published, delivered, dropped, subscriptions, waiting], [5, 1, 1, 0, 0])
})
