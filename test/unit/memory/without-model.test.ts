import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { Stopping } from '../../../daemon/kernel/errors.ts'
import { Bus } from '../../../daemon/bus/bus.ts'
import { openMemory } from '../../../daemon/features/memory/operations.ts'
import { openErasures } from '../../../daemon/store/erasures.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'
import { embeddingBy } from '../../support/memory/calibration.ts'

test('without a working model, memories are stored, found by words, and completed by a repair; not while the daemon stops', async () => {
  const { home, store, clock, addMember, count } = openTestStore()
  const { family_member_uuid } = addMember('olga')
  const log = pino({ level: 'silent' })
  const model = { works: false, stops: false }
  const { operations, stop } = openMemory(
    {
      home,
      config: { capacity: { goals: 1, memories: 100, memory_megabytes: 1 } },
      store,
      once: openIdempotency(store, clock),
      erasures: openErasures(store, home, clock),
      bus: new Bus(clock, log),
      clock,
      log,
    },
    {
      embedding: embeddingBy((texts) => {
        if (model.stops) throw new Stopping('the embedder has stopped')
        if (!model.works) throw new Error('there is no runtime for this machine')
        return texts.map((_, at) => new Float32Array(384).fill(0).with(at, 1))
      }),
      withdraw: () => {},
      quotePlaces: [],
    },
  )
  after(stop)
  const context = contextOf('memory', callerOf(family_member_uuid, { admin: true }))
  // oxlint-disable-next-line typescript/no-explicit-any
  const call = async (name: keyof typeof operations, input: object): Promise<any> =>
    operations[name].handler(input, context)

  await call('memory.store', { content: 'the spare key is behind the blue flowerpot' })
  await call('memory.store', { content: 'Doctor Meyer moved the appointment' })
  assert.equal(count('memory_vectors_a_rowids'), 0)
  const { items } = await call('memory.search', { q: 'where is the key' })
  assert.deepEqual(
    items.map((one: { memory: { content: string }; match: { semantic: number } }) => [
      one.memory.content,
      one.match.semantic,
    ]),
    [['the spare key is behind the blue flowerpot', 0]],
  )

  model.stops = true
  await assert.rejects(call('memory.store', { content: 'the ladder is in the cellar' }), Stopping)
  model.stops = false
  assert.equal(count('memories'), 2)

  model.works = true
  const { before, after: left } = await call('memory.repair', {})
  assert.deepEqual([before.without_vector, left.whole], [2, true])
  assert.equal(count('memory_vectors_a_rowids'), 2)
})
