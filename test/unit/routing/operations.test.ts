import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openRouting } from '../../../daemon/features/routing/operations.ts'
import { compileInput } from '../../../daemon/kernel/validate.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'

function open() {
  const opened = openTestStore()
  const { store, clock, log } = opened
  const bus = new Bus(clock, log)
  const once = openIdempotency(store, clock)
  const start = () => openRouting({ store, once, bus, clock }, { topics: ['agency.goals', 'emotion.state'] })
  const feature = start()
  type Name = keyof typeof feature.operations
  const ask = (operation: Name, input: object, key: string | null = null) => {
    const { handler, input: schema } = feature.operations[operation]
    compileInput(schema)(input)
    const context = contextOf(operation, callerOf('olga', { admin: true }), { idempotency_key: key })
    // oxlint-disable-next-line typescript/no-explicit-any
    return handler(input, context) as any
  }
  return {
    ...opened,
    mappings: feature.mappings,
    bus,
    start,
    add: (external_topic: string, internal_topic = 'agency.goals', key: string | null = null) =>
      ask('routing.add', { external_topic, internal_topic }, key),
    remove: (external_topic: string) => ask('routing.remove', { external_topic }),
    list: (page: object = {}) => ask('routing.list', page),
  }
}

describe('A mapping', () => {
  it('is returned as stored, and applies at once', () => {
    const { add, mappings, clock } = open()
    assert.deepEqual(add('home.goals'), {
      external_topic: 'home.goals',
      internal_topic: 'agency.goals',
      created_by: 'user:olga',
      created_at: new Date(clock.now()).toISOString(),
    })
    assert.deepEqual([...mappings], [['home.goals', 'agency.goals']])
  })

  it('can be one of several for the same topic', () => {
    const { add, mappings } = open()
    add('home.goals')
    add('kitchen.goals')
    assert.equal(mappings.size, 2)
  })

  it('to an unknown topic, or another mapping, is refused', () => {
    const { add, mappings } = open()
    add('home.goals')
    for (const internal of ['tea.time', 'home.goals', 'session.ended', 'agency.goals.olga', '__proto__']) {
      assert.throws(() => add('home.other', internal), { code: 'UNPROCESSABLE' }, internal)
    }
    assert.equal(mappings.size, 1)
  })

  it('refuses a name in use, by a mapping or the service', () => {
    const { add, mappings } = open()
    add('home.goals')
    assert.throws(() => add('home.goals', 'emotion.state'), { code: 'CONFLICT' })
    assert.throws(() => add('home.goals'), { code: 'CONFLICT' })
    assert.throws(() => add('emotion.state', 'agency.goals'), { code: 'CONFLICT' })
    assert.deepEqual([...mappings], [['home.goals', 'agency.goals']])
  })

  for (const name of ['a', 'home', 'home.goals', 'a1-b_2.3.-x', 'constructor', 'x'.repeat(100)]) {
    it(`may be called ${name.slice(0, 20)}`, () => {
      assert.equal(open().add(name).external_topic, name)
    })
  }

  for (const name of [
    '',
    'Home',
    '1home',
    '.home',
    'home.',
    'home..goals',
    'home goals',
    'home/goals',
    'hömé',
    '__proto__',
    'home\n',
    'x'.repeat(101),
  ]) {
    it(`may not be called ${JSON.stringify(name.slice(0, 20))}`, () => {
      assert.throws(() => open().add(name), { code: 'INVALID_REQUEST' })
    })
  }

  it('is created once for an idempotency key', () => {
    const { add, remove, mappings } = open()
    const first = add('home.goals', 'agency.goals', 'k1')
    assert.deepEqual(add('home.goals', 'agency.goals', 'k1'), first)
    remove('home.goals')
    assert.deepEqual(add('home.goals', 'agency.goals', 'k1'), first)
    assert.equal(mappings.size, 0)
  })

  it('survives a restart', () => {
    const { add, remove, start } = open()
    add('home.goals')
    add('home.mood', 'emotion.state')
    remove('home.goals')
    assert.deepEqual([...start().mappings], [['home.mood', 'emotion.state']])
  })
})

describe('A mapping that is removed', () => {
  it('is returned, no longer applies, and its name is free', () => {
    const { add, remove, mappings, count } = open()
    const row = add('home.goals')
    assert.deepEqual(remove('home.goals'), row)
    assert.deepEqual([mappings.size, count('routing_mappings')], [0, 0])
    assert.equal(add('home.goals', 'emotion.state').internal_topic, 'emotion.state')
  })

  it('is published by its name, once it no longer applies', async () => {
    const { add, remove, bus, mappings } = open()
    const heard: unknown[] = []
    bus.subscribe('routing.removed', {
      receive: ({ payload }) => void heard.push([payload['external_topic'], mappings.size]),
    })
    add('home.goals')
    remove('home.goals')
    await new Promise(setImmediate)
    assert.deepEqual(heard, [['home.goals', 0]])
  })

  it('must exist: anything else is not found, also a service topic', () => {
    const { remove } = open()
    for (const name of ['home.goals', 'agency.goals', 'NO NAME', '__proto__']) {
      assert.throws(() => remove(name), { code: 'NOT_FOUND' }, name)
    }
  })
})

it('mappings are listed newest first, in pages, with a total', () => {
  const { add, list, clock } = open()
  for (const name of ['a', 'b', 'c']) {
    add(name)
    clock.advance(1)
  }
  const names = ({ items }: { items: { external_topic: string }[] }) =>
    items.map(({ external_topic }) => external_topic)
  assert.deepEqual(names(list()), ['c', 'b', 'a'])
  const page = list({ limit: 1, offset: 1 })
  assert.deepEqual([names(page), page.total], [['b'], 3])
  assert.deepEqual(list({ offset: 3 }), { items: [], total: 3 })
  assert.throws(() => list({ limit: 201 }), { code: 'INVALID_REQUEST' })
})
