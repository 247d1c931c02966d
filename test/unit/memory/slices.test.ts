import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openCandidates, type SearchQuery } from '../../../daemon/features/memory/candidates.ts'
import { newRow, household } from '../../../daemon/features/memory/rows.ts'
import { openSlices } from '../../../daemon/features/memory/slices.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { type Vectors } from '../../../daemon/features/memory/vector.ts'
import { openWordIndex } from '../../../daemon/features/memory/words.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { dot, randomNumbers, randomVector } from '../../support/memory/random-vectors.ts'
import { openTestStore } from '../../support/store.ts'

const many = 2_500
const random = randomNumbers(3)
const subjects = Array.from({ length: 40 }, () => randomVector(random))

/** The vector of something that is about one of the subjects, as texts are. */
function about(subject: number): Float32Array {
  const noise = randomVector(random)
  const vector = noise.map((value, at) => value + (subjects[subject % subjects.length]?.[at] ?? 0))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** A member with many memories, one with a few, and a search beside them. */
function open() {
  const { home, store, clock, addMember } = openTestStore()
  const reading = openForReading(home.database)
  after(() => reading.close())
  const [olga, mia] = [addMember('olga').family_member_uuid, addMember('mia').family_member_uuid]
  const slices = openSlices(reading, openWordIndex(reading))
  const candidates = openCandidates(reading)
  const memories = memoryStore(store, (_, memory_id) => {
    slices.changed(memory_id)
    candidates.changed(memory_id)
  })
  const put = (owner: string, content: string, made: Vectors) =>
    store.write((tx) => memories.insert(tx, newRow({ content }, owner, iso(clock.now())), made))
  const vectors = new Map<number, Float32Array>()
  store.write((tx) => {
    for (let n = 0; n < many; n += 1) {
      const vector = about(n)
      const row = newRow({ content: `walk ${n} by the river` }, olga, iso(clock.now()))
      vectors.set(memories.insert(tx, row, { a: vector }).memory_id, vector)
    }
  })
  const filled = async () => {
    // No new vector at each turn: how many there are is by chance, and what comes after them would be too.
    const any = randomVector(random)
    for (let turns = 0; !slices.of('a', olga, any); turns += 1) {
      assert.ok(turns < 1_000, 'it is never in memory')
      await turn()
    }
  }
  const nearest = (vector: Float32Array, k: number) =>
    [...vectors]
      .toSorted(([, a], [, b]) => dot(b, vector) - dot(a, vector))
      .slice(0, k)
      .map(([id]) => id)
  return { store, clock, memories, slices, candidates, put, olga, mia, vectors, filled, nearest }
}

const byMeaning = { ideal: 0, meaning: 1 }

describe('The memories of an owner with many', () => {
  test('are loaded soon after a search, and the nearest are among the best', async () => {
    const { slices, olga, mia, filled, nearest, put } = open()
    const question = about(7)
    assert.equal(slices.of('a', olga, question), null)
    await filled()
    const found = slices.of('a', olga, question)
    assert.equal(found?.count, many)
    const best = new Set(found?.best(50, null, byMeaning))
    for (const id of nearest(question, 10)) assert.ok(best.has(id), `${id} is not found`)
    // Who has a few is not.
    put(mia, 'a note', { a: question })
    slices.of('a', mia, question)
    await turn()
    assert.equal(slices.of('a', mia, question), null)
  })

  test('follow every write, also during loading', async () => {
    const { slices, memories, store, olga, mia, filled, put, clock, vectors } = open()
    const question = randomVector(random)
    const has = (id: number) => slices.of('a', olga, question)?.best(50, null, byMeaning).includes(id)
    assert.equal(slices.of('a', olga, question), null)
    const early = put(olga, 'said while they are read', { a: question })
    await filled()
    assert.equal(has(early.memory_id), true)

    const late = put(olga, 'said after', { a: question })
    const others = put(mia, 'of somebody else', { a: question })
    assert.deepEqual([has(late.memory_id), has(others.memory_id)], [true, false])
    store.write((tx) => memories.update(tx, late, { a: question.map((value) => -value) }))
    assert.equal(has(late.memory_id), false)
    store.write((tx) => memories.forget(tx, early, iso(clock.now())))
    assert.equal(has(early.memory_id), false)
    store.write((tx) => memories.restore(tx, early, { a: question }))
    assert.equal(has(early.memory_id), true)
    store.write((tx) => memories.update(tx, { ...early, owner: household }, { a: question }))
    assert.equal(has(early.memory_id), false)
    store.write((tx) => memories.erase(tx, olga))
    assert.equal(slices.of('a', olga, question)?.count, 0)
    assert.ok(vectors.size > 0)
  })

  test('are reloaded if the tables hold other vectors', async () => {
    const { slices, olga, filled } = open()
    await filled()
    slices.clear()
    assert.equal(slices.of('a', olga, randomVector(random)), null)
    await filled()
  })

  test('give the same results as the table, whatever the query', async () => {
    const { candidates, olga, mia, vectors, put } = open()
    const wordless = put(olga, 'the zebra has no vector', {})
    put(mia, 'the zebra of somebody else', { a: randomVector(random) })
    const now = Date.now()
    const ask = (text: string, vector: Float32Array, filter: Partial<SearchQuery['filter']> = {}) =>
      candidates.search({
        owners: [olga, household],
        text,
        vector,
        table: 'a',
        filter: {
          kind: null,
          tag: null,
          visibility: null,
          created_after: 0,
          created_before: Number.MAX_SAFE_INTEGER,
          ...filter,
        },
        limit: 10,
        fusionWeight: 2,
        now,
      })
    const questions = [...vectors.values()].filter((_, at) => at % 250 === 7)
    const all = () => [
      ...questions.flatMap((vector, at) => [
        ask(`the river walk ${at * 31}`, vector).map(({ row, ranked }) => [
          row.memory_id,
          ranked.score.toFixed(5),
        ]),
        ask('river', vector, { kind: 'event' }),
      ]),
      ask('zebra', new Float32Array(384), { kind: 'note' }).map(({ row }) => row.memory_id),
    ]
    const before = all()
    assert.equal(before.at(-1)?.[0], wordless.memory_id)
    for (let turns = 0; turns < 50; turns += 1) await turn()
    assert.deepEqual(all(), before)
  })
})
