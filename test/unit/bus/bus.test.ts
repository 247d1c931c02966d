import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { NotFound } from '../../../daemon/kernel/errors.ts'
import { contextOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const clock = new ManualClock()
const context = contextOf('tea.make', null)
const openBus = () => new Bus(clock, pino({ level: 'silent' }))

test("a request reaches its operation's only handler, with payload and context", async () => {
  const bus = openBus()
  bus.handle('tea.make', (payload, about) => ({ payload, about }))
  bus.handle('tea.pour', () => assert.fail('the wrong handler'))
  assert.deepEqual(await bus.request('tea.make', { sugar: 2 }, context), {
    payload: { sugar: 2 },
    about: context,
  })
})

test('a second handler for an operation throws at once', () => {
  const bus = openBus()
  bus.handle('tea.make', () => 'first')
  assert.throws(() => bus.handle('tea.make', () => 'second'), /tea\.make has two handlers/)
})

test('a request without a handler is refused', async () => {
  await assert.rejects(openBus().request('tea.make', {}, context), /tea\.make has no handler/)
})

test('a request fails with what its handler threw, synchronously or later', async () => {
  const bus = openBus()
  bus.handle('now', () => {
    throw NotFound()
  })
  bus.handle('later', async () => {
    throw NotFound()
  })
  for (const operation of ['now', 'later']) {
    await assert.rejects(bus.request(operation, {}, context), { code: 'NOT_FOUND' })
  }
})

test('a request without a response within 30 s fails, and a late response is dropped', async () => {
  const bus = openBus()
  const { promise, resolve } = Promise.withResolvers<string>()
  bus.handle('tea.make', () => promise)
  const settled: string[] = []
  const request = bus.request('tea.make', {}, context).catch((error: { code: string }) => {
    settled.push(error.code)
  })
  clock.advance(29_999)
  await new Promise(setImmediate)
  assert.deepEqual(settled, [])
  clock.advance(1)
  await request
  resolve('too late')
  await new Promise(setImmediate)
  assert.deepEqual(settled, ['RESPONSE_TIMEOUT'])
})

test('a request can have its own timeout', async () => {
  const bus = openBus()
  bus.handle('tea.make', () => new Promise(() => {}))
  const request = bus.request('tea.make', {}, context, 100)
  clock.advance(100)
  await assert.rejects(request, { code: 'RESPONSE_TIMEOUT' })
})

test('the figures start at zero', () => {
  assert.deepEqual(openBus().figures(), {
    requests: 0,
    published: 0,
    delivered: 0,
    dropped: 0,
    subscriptions: 0,
    waiting: 0,
    longest_wait_ms: 0,
  })
})

test('the figures count the requests that reach a handler, failed ones included', async () => {
  const bus = openBus()
  bus.handle('tea.make', () => 'tea')
  bus.handle('tea.spill', () => {
    throw NotFound()
  })
  await bus.request('tea.make', {}, context)
  await assert.rejects(bus.request('tea.spill', {}, context))
  await assert.rejects(bus.request('tea.grow', {}, context))
  assert.equal(bus.figures().requests, 2)
})
