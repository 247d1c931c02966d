import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openIntegrity } from '../../../daemon/features/memory/integrity.ts'
import { insertMemory } from '../../../daemon/features/memory/insertion.ts'
import { newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { amount, itScaled } from '../../support/long.ts'
import { vectorOf } from '../../support/memory/reembedding-process.ts'
import { openTestStore } from '../../support/store.ts'

const script = join(import.meta.dirname, '..', '..', 'support', 'memory', 'reembedding-process.ts')
const memories = amount(500, 1_500)

/** Runs the change of the model, which is killed soon after so many steps; whether it was done before. */
async function runFor(home: string, steps: number): Promise<boolean> {
  const words = ['--disable-warning=ExperimentalWarning', script, home, String(steps), String(steps % 4)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  return code === 0
}

itScaled('a model change that is killed again and again completes without missing a memory', async (t) => {
  const { home, store, client, clock, addMember } = openTestStore()
  const { family_member_uuid } = addMember('olga')
  const queries = memoryStore(store)
  for (let n = 0; n < memories; n += 1) {
    const content = `memory number ${n}`
    const row = newRow({ content }, family_member_uuid, iso(clock.now()))
    store.write((tx) => insertMemory(queries, tx, row, { a: vectorOf('static-en-v1', content) }))
  }
  client.pragma('wal_checkpoint(TRUNCATE)')
  const reading = openForReading(home.database)
  const look = openIntegrity(reading)
  const built = () => Number(reading.prepare('SELECT count(*) FROM memory_vectors_b_rowids').pluck().get())

  let kills = 0
  let before = 0
  while (!(await runFor(home.path, 2 + kills))) {
    kills += 1
    assert.ok(kills < 30, 'it ends')
    const state = look(['a'])
    assert.deepEqual([state.without_vector.a, state.vectors_of_nothing.a], [[], []], 'searches lose nothing')
    assert.deepEqual(look(['b']).vectors_of_nothing.b, [])
    assert.ok(built() >= before, 'what was done stays done')
    before = built()
  }
  assert.ok(kills >= 2, `${kills} kills`)
  t.diagnostic(`${kills} kills`)
  const active = reading.prepare("SELECT name, model FROM vector_tables WHERE state = 'active'").all()
  assert.deepEqual(active, [{ name: 'b', model: 'next' }])
  assert.deepEqual(look(['b']), {
    memories,
    without_vector: { a: [], b: [] },
    vectors_of_nothing: { a: [], b: [] },
    circles: [],
  })
  reading.close()
})
