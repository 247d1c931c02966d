import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openLive } from '../../../daemon/gateway/live.ts'
import { Streams } from '../../../daemon/gateway/streams.ts'
import { operation } from '../../../daemon/kernel/operation.ts'
import { Page, pageOf } from '../../../daemon/kernel/paging.ts'
import { topics } from '../../../daemon/operations.ts'
import { callerOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const maxTopics = 32
const turn = () => new Promise(setImmediate)
const pageOfTeas = (offset: number) => `live.tea.list {"offset":${offset}}`

function open() {
  const clock = new ManualClock()
  const log = pino({ level: 'silent' })
  const bus = new Bus(clock, log)
  const state = { looks: 0 }
  const operations = {
    'tea.list': operation({
      rest: 'GET /tea',
      access: 'member',
      live: 2,
      summary: '',
      input: Page,
      output: Type.Unknown(),
      errors: [],
    }).handle((input) => {
      state.looks += 1
      return pageOf(input)
    }),
  }
  for (const [name, { handler }] of Object.entries(operations)) bus.handle(name, handler)
  const live = openLive({ operations, bus, clock, log })
  const streams = new Streams({ bus, clock, topics, mappings: new Map(), live, blocked: () => false })
  const seen: string[] = []
  const caller = callerOf('olga', { expires_at: clock.now() + 900_000 })
  const stream = streams.open(
    { caller, address: '127.0.0.1', protocol: 'websocket' },
    { event: ({ topic }) => seen.push(topic), ended: () => {} },
  )
  const looksLater = async () => {
    await turn()
    const before = state.looks
    clock.advance(2_000)
    await turn()
    return state.looks - before
  }
  return { stream, seen, looksLater }
}

test('another spelling of a watched topic replaces the first', async () => {
  const { stream, seen, looksLater } = open()
  const [first, second] = ['live.tea.list {"limit":1,"offset":2}', 'live.tea.list  {"offset":2, "limit":1}']
  stream.subscribe([first])
  assert.deepEqual(stream.subscribe([second]).topics, [second])
  assert.equal(await looksLater(), 1)
  assert.deepEqual(new Set(seen), new Set([second]))
  assert.deepEqual(stream.unsubscribe([first]), [])
  assert.equal(await looksLater(), 0)
})

test('two spellings in one message are evaluated once', async () => {
  const { stream, looksLater } = open()
  assert.deepEqual(stream.subscribe(['live.tea.list', 'live.tea.list {}']).topics, ['live.tea.list {}'])
  assert.equal(await looksLater(), 1)
})

test('a stream watches a limited number of operations, and a refused one changes nothing', async () => {
  const { stream, looksLater } = open()
  const names = Array.from({ length: maxTopics }, (_, offset) => pageOfTeas(offset))
  stream.subscribe(names)
  assert.throws(
    () => stream.subscribe(['agency.goals', pageOfTeas(maxTopics)]),
    (error: Error & { code: string; details: { reason: string } }) => {
      assert.equal(error.code, 'INVALID_REQUEST')
      assert.match(error.details.reason, /at most 32 operations/)
      return true
    },
  )
  assert.equal(await looksLater(), maxTopics)
  assert.deepEqual(stream.unsubscribe([]), names)
})

test('a watched topic can be requested again, and freed places reused', () => {
  const { stream } = open()
  stream.subscribe(Array.from({ length: maxTopics }, (_, offset) => pageOfTeas(offset)))
  assert.equal(stream.subscribe(['agency.goals', pageOfTeas(0)]).topics.length, maxTopics + 1)
  stream.unsubscribe([pageOfTeas(3)])
  assert.ok(stream.subscribe([pageOfTeas(maxTopics)]).topics.includes(pageOfTeas(maxTopics)))
})

test('one message cannot exceed the limit either', () => {
  const { stream } = open()
  const names = Array.from({ length: maxTopics + 1 }, (_, offset) => pageOfTeas(offset))
  assert.throws(() => stream.subscribe(names), { code: 'INVALID_REQUEST' })
  assert.deepEqual(stream.unsubscribe([]), [])
})
