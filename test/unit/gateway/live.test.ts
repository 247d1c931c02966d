import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { Bus } from '../../../daemon/bus/bus.ts'
import type { Message } from '../../../daemon/bus/message.ts'
import { type Live, openLive } from '../../../daemon/gateway/live.ts'
import type { Caller } from '../../../daemon/kernel/context.ts'
import { NotFound } from '../../../daemon/kernel/errors.ts'
import { operation } from '../../../daemon/kernel/operation.ts'
import { callerOf } from '../../support/wire/caller.ts'
import { ManualClock } from '../../support/clock.ts'

const turn = () => new Promise(setImmediate)
const declared = { summary: '', output: Type.Unknown(), errors: [] } as const
const Sized = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1 })) },
  { additionalProperties: false },
)

function open() {
  const clock = new ManualClock()
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) })
  const bus = new Bus(clock, log)
  const state = { tea: 'green' as unknown, looks: [] as { input: unknown; caller: Caller | null }[] }
  const look = (input: unknown, { caller }: { caller: Caller | null }) => {
    state.looks.push({ input, caller })
    if (state.tea instanceof Error) throw state.tea
    return state.tea
  }
  const operations = {
    'tea.get': operation({
      ...declared,
      rest: 'GET /tea',
      access: 'admin',
      live: 2,
      input: Sized,
    }).handle(look),
    'tea.mine': operation({ ...declared, rest: 'GET /mine', access: 'member', live: 2, input: Sized }).handle(
      look,
    ),
    'tea.drink': operation({ ...declared, rest: 'POST /tea', access: 'member', input: Sized }).handle(look),
  }
  for (const [name, { handler }] of Object.entries(operations)) bus.handle(name, handler)
  const live = openLive({ operations, bus, clock, log })
  const admin = callerOf('olga', { admin: true })
  const watch = (name: string, who: Caller = admin) => {
    const seen: unknown[] = []
    const tell = ({ topic, payload }: Message) => seen.push([topic, payload['result'] ?? payload['error']])
    const stop = live.watch(resolved(live, name, who), { caller: () => who, address: '127.0.0.1' }, tell)
    return { seen, stop }
  }
  const pass = async (milliseconds: number) => {
    clock.advance(milliseconds)
    await turn()
  }
  return { live, state, logged, admin, watch, pass, clock }
}

function resolved(live: Live, name: string, who: Caller) {
  const topic = live.resolve(name, who)
  assert.ok(topic)
  return topic
}

test('the result is sent at once, and again only when it differs', async () => {
  const { state, watch, pass } = open()
  const { seen } = watch('live.tea.get')
  await turn()
  await pass(2_000)
  assert.deepEqual(seen, [['live.tea.get', 'green']])
  state.tea = 'black'
  await pass(1_999)
  assert.equal(seen.length, 1)
  await pass(1)
  assert.deepEqual(seen.at(-1), ['live.tea.get', 'black'])
  assert.equal(state.looks.length, 3)
})

test('nothing is evaluated without watchers', async () => {
  const { state, watch, pass } = open()
  const { seen, stop } = watch('live.tea.get')
  await turn()
  stop()
  state.tea = 'black'
  await pass(10_000)
  assert.deepEqual([seen.length, state.looks.length], [1, 1])
})

test("the input follows the operation as JSON, and is validated like a call's", async () => {
  const { live, state, watch, admin } = open()
  const { seen } = watch('live.tea.get {"limit":5}')
  await turn()
  assert.deepEqual(state.looks[0]?.input, { limit: 5 })
  assert.deepEqual(seen, [['live.tea.get {"limit":5}', 'green']])
  for (const [name, reason] of [
    ['live.tea.get {"limit":0}', /limit/],
    ['live.tea.get {"sugar":1}', /sugar/],
    ['live.tea.get limit', /JSON/],
  ] as const) {
    assert.throws(
      () => live.resolve(name, admin),
      (error: Error & { details: object; code: string }) => {
        assert.equal(error.code, 'INVALID_REQUEST')
        assert.match(JSON.stringify(error.details), reason)
        return true
      },
    )
  }
})

test('admin operations can be watched by admins only', () => {
  const { live, admin } = open()
  const mia = callerOf('mia')
  assert.throws(() => live.resolve('live.tea.get', mia), { code: 'INSUFFICIENT_PERMISSIONS' })
  assert.equal(live.resolve('live.tea.mine', mia)?.admins, false)
  assert.equal(live.resolve('live.tea.get', admin)?.admins, true)
})

test('operations that change something, and unknown ones, cannot be watched', () => {
  const { live, admin } = open()
  for (const name of ['live.tea.drink', 'live.coffee.get', 'live.'])
    assert.throws(() => live.resolve(name, admin), { code: 'INVALID_REQUEST' })
  assert.equal(live.resolve('agency.goals', admin), null)
})

test('every spelling of one operation and input has the same key', () => {
  const { live, admin } = open()
  const keys = ['live.tea.get {"limit":3}', 'live.tea.get  { "limit" : 3.0 }'].map((name) => [
    live.keyOf(name),
    live.resolve(name, admin)?.key,
  ])
  assert.equal(new Set(keys.flat()).size, 1)
  assert.equal(live.keyOf('live.tea.get'), live.keyOf('live.tea.get {}'))
  assert.notEqual(live.keyOf('live.tea.get'), live.keyOf('live.tea.mine'))
})

test('anything that cannot be watched is its own key', () => {
  const { live } = open()
  for (const name of ['agency.goals', 'live.tea.get limit']) assert.equal(live.keyOf(name), name)
})

test("each evaluation runs with the watcher's access", async () => {
  const { state, watch } = open()
  watch('live.tea.mine', callerOf('mia'))
  watch('live.tea.mine', callerOf('ben'))
  await turn()
  assert.deepEqual(
    state.looks.map(({ caller }) => caller?.family_member_uuid),
    ['mia', 'ben'],
  )
})

const internal = { code: 'INTERNAL_ERROR', message: 'internal server error', details: {} }

test('a failed evaluation is sent and logged once, and ends nothing', async () => {
  const { state, watch, pass, logged } = open()
  state.tea = new Error('spilt')
  const { seen } = watch('live.tea.get')
  await turn()
  await pass(2_000)
  await pass(2_000)
  assert.deepEqual(seen, [['live.tea.get', internal]])
  assert.deepEqual(logged, ['a watched operation failed'])
  state.tea = 'green'
  await pass(2_000)
  assert.deepEqual(seen.at(-1), ['live.tea.get', 'green'])
})

test('a result is sent again after a failure, even if it is unchanged', async () => {
  const { state, watch, pass, logged } = open()
  const { seen } = watch('live.tea.get')
  await turn()
  for (const tea of [new Error('spilt'), 'green', NotFound(), 'green']) {
    state.tea = tea
    await pass(2_000)
  }
  const gone = { code: 'NOT_FOUND', message: 'not found', details: {} }
  assert.deepEqual(
    seen.map((one) => (one as unknown[])[1]),
    ['green', internal, 'green', gone, 'green'],
  )
  assert.equal(logged.length, 2)
})

test('a failure is not sent to a watcher who has left', async () => {
  const { state, watch } = open()
  state.tea = new Error('spilt')
  const { seen, stop } = watch('live.tea.get')
  stop()
  await turn()
  assert.deepEqual(seen, [])
})
