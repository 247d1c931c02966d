import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openModelWarmup } from '../../../daemon/features/engines/operations.ts'
import type { LocalEngine } from '../../../daemon/features/engines/local/local-engine.ts'
import type { ModelEngine } from '../../../daemon/features/engines/models/model-engine.ts'
import { ManualClock } from '../../support/clock.ts'

const minutes = (count: number) => count * 60_000

function open(before: readonly ModelEngine[] = []) {
  const clock = new ManualClock()
  let state: ReturnType<LocalEngine['state']> = 'asleep'
  let woken = 0
  const local: LocalEngine = {
    name: 'local:tiny',
    at: null,
    reply: () => Promise.reject(new Error('nothing is to be written')),
    available: () => true,
    health: () => ({ circuit: 'closed', last_failure: null, answered: false }),
    probe: async () => {},
    learn: async () => null,
    propose: async () => null,
    stop: () => {},
    wake: () => {
      woken += 1
      state = 'loading'
    },
    state: () => state,
  }
  const warmup = openModelWarmup({
    clock,
    engine: { local: () => local },
    consent: { engines: () => [...before, local] },
  })
  return {
    ...warmup,
    clock,
    local,
    woken: () => woken,
    rest: () => {
      state = 'asleep'
    },
  }
}

describe('A model of this machine that rests', () => {
  it('is loaded when a member looks at the conversation, and not again while it is in memory', () => {
    const model = open()
    model.onView('mia')
    model.onView('mia')
    assert.equal(model.woken(), 1)
  })

  it('is not kept in memory by a page that is left open', () => {
    const model = open()
    model.onView('mia')
    model.rest()
    model.clock.advance(minutes(29))
    model.onView('mia')
    assert.equal(model.woken(), 1)
    model.clock.advance(minutes(1))
    model.onView('mia')
    assert.equal(model.woken(), 2)
  })

  it('is loaded for a member who comes back after a message', () => {
    const model = open()
    model.onView('mia')
    model.onMessage()
    model.rest()
    model.onView('mia')
    assert.equal(model.woken(), 2)
  })

  it('stays at rest where another model writes first', () => {
    const model = open([open().local])
    model.onView('mia')
    assert.equal(model.woken(), 0)
  })
})
