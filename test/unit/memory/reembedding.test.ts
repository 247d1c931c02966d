import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import { insertMemory } from '../../../daemon/features/memory/insertion.ts'
import { openReembedding } from '../../../daemon/features/memory/reembedding.ts'
import { newRow, type MemoryRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { openVectorTables } from '../../../daemon/features/memory/vector-tables.ts'
import { openVectors } from '../../../daemon/features/memory/vectors.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { vectorOf } from '../../support/memory/reembedding-process.ts'
import { openTestStore } from '../../support/store.ts'

const log = pino({ level: 'silent' })

function open(count: number) {
  const home = openTestStore()
  const { store, clock, client } = home
  const bus = new Bus(clock, log)
  const olga = home.addMember('olga').family_member_uuid
  const control = { embedded: [] as string[], before: async (_model: string) => {} }
  const embedding = {
    stateOf: () => 'here' as const,
    embed: async (model: string, texts: readonly string[]) => {
      await control.before(model)
      control.embedded.push(...texts.map((text) => `${model} ${text}`))
      return texts.map((text) => vectorOf(model, text))
    },
  }
  const start = () => {
    const memories = memoryStore(store)
    const tables = openVectorTables(store)
    const vectors = openVectors(tables, embedding, log)
    let switches = 0
    const switched = () => {
      switches += 1
    }
    const reembedding = openReembedding({ store, memories, tables, embedding, bus, clock, log, switched })
    const put = (content: string) =>
      vectors.with([content], ([made = {}]) =>
        store.write(
          (tx) => insertMemory(memories, tx, newRow({ content }, olga, iso(clock.now())), made).row,
        ),
      )
    return { memories, tables, reembedding, put, switches: () => switches }
  }
  const state = () => client.prepare('SELECT name, model, state FROM vector_tables ORDER BY name').all()
  const ids = (table: string) =>
    client.prepare(`SELECT memory_id FROM ${table} ORDER BY memory_id`).pluck().all()
  return { ...home, bus, control, start, state, ids, count }
}

async function activeOf(tables: { active: () => { model: string } }, model: string): Promise<void> {
  const limit = AbortSignal.timeout(60_000)
  while (tables.active().model !== model) {
    if (limit.aborted) throw new Error('the model was not changed')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('A model change', () => {
  test('re-embeds every memory and then switches all at once', async () => {
    const { start, state, ids, control } = open(0)
    const { put, reembedding, tables, memories, switches } = start()
    for (let n = 0; n < 150; n += 1) await put(`memory ${n}`)
    reembedding.begin('next')
    assert.equal(tables.active().model, 'static-en-v1')
    assert.deepEqual(reembedding.progress(), { model: 'next', done: 0, total: 150, error: null })
    await activeOf(tables, 'next')
    assert.deepEqual(state(), [
      { name: 'a', model: 'static-en-v1', state: 'kept' },
      { name: 'b', model: 'next', state: 'active' },
    ])
    assert.deepEqual(ids('memory_vectors_b'), ids('memories'))
    assert.deepEqual(memories.vectorsOf({ memory_id: 7 }).b, vectorOf('next', 'memory 6'))
    assert.equal(control.embedded.filter((text) => text.startsWith('next ')).length, 150)
    assert.deepEqual([switches(), reembedding.progress()], [1, null])
    await reembedding.stop()
  })

  test('misses nothing stored, changed, forgotten or deleted meanwhile', async () => {
    const { start, ids, control, store, client } = open(0)
    const { put, reembedding, tables, memories } = start()
    const rows: MemoryRow[] = []
    for (let n = 0; n < 140; n += 1) rows.push(await put(`memory ${n}`))
    let batches = 0
    control.before = async (model) => {
      if (model !== 'next') return
      batches += 1
      if (batches !== 2) return
      // In the middle of the second batch, whose memories have been read already.
      const [changed, forgotten, deleted] = [rows[70], rows[71], rows[72]]
      if (!changed || !forgotten || !deleted) throw new Error('there are too few')
      store.write((tx) => {
        const content = 'quite another'
        const made = { a: vectorOf('static-en-v1', content), b: vectorOf('next', content) }
        memories.update(tx, { ...changed, content, statement: content }, made)
        memories.forget(tx, forgotten, changed.updated_at)
        memories.remove(tx, deleted)
      })
      control.before = async () => {}
      await put('new meanwhile')
    }
    reembedding.begin('next')
    await activeOf(tables, 'next')
    const findable = client
      .prepare('SELECT memory_id FROM memories WHERE forgotten_at IS NULL ORDER BY memory_id')
      .pluck()
      .all()
    assert.equal(findable.length, 139)
    for (const table of ['memory_vectors_a', 'memory_vectors_b']) assert.deepEqual(ids(table), findable)
    const changed = rows[70]?.memory_id ?? 0
    assert.deepEqual(memories.vectorsOf({ memory_id: changed }).b, vectorOf('next', 'quite another'))
    await reembedding.stop()
  })

  test('resumes after a stop, and can be reverted quickly until the next start', async () => {
    const { start, ids, control, state } = open(0)
    const first = start()
    for (let n = 0; n < 200; n += 1) await first.put(`memory ${n}`)
    const reached = Promise.withResolvers<void>()
    let batches = 0
    control.before = async (model) => {
      if (model === 'next' && (batches += 1) === 2) reached.resolve()
    }
    first.reembedding.begin('next')
    await reached.promise
    await first.reembedding.stop()
    const done = ids('memory_vectors_b').length
    assert.ok(done >= 64 && done < 200, `${done} were done`)
    control.embedded.length = 0

    const second = start()
    await activeOf(second.tables, 'next')
    assert.equal(control.embedded.length, 200 - done, 'nothing was done twice')
    assert.deepEqual(ids('memory_vectors_b'), ids('memories'))
    await second.put('after the change')
    control.embedded.length = 0
    second.reembedding.begin('static-en-v1')
    await activeOf(second.tables, 'static-en-v1')
    assert.deepEqual(ids('memory_vectors_a'), ids('memories'))
    await second.reembedding.stop()

    const third = start()
    assert.deepEqual(state(), [
      { name: 'a', model: 'static-en-v1', state: 'active' },
      { name: 'b', model: null, state: 'empty' },
    ])
    assert.deepEqual(ids('memory_vectors_b'), [])
    await third.reembedding.stop()
  })

  test('can be cancelled, and reports why it stopped', async () => {
    const { start, control, clock, state } = open(0)
    const { put, reembedding, tables } = start()
    for (let n = 0; n < 10; n += 1) await put(`memory ${n}`)
    control.before = async (model) => {
      if (model === 'broken') throw new Error('no such file')
    }
    reembedding.begin('broken')
    while (reembedding.progress()?.error === null) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(reembedding.progress()?.error, 'the model does not work')
    await put('still stored')
    control.before = async () => {}
    clock.advance(60_000)
    await activeOf(tables, 'broken')
    reembedding.begin('other')
    reembedding.cancel()
    assert.equal(reembedding.progress(), null)
    assert.equal((state()[0] as { state: string }).state, 'empty')
    await reembedding.stop()
    assert.equal(tables.active().model, 'broken')
  })
})
