import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { household, newRow } from '../../../../daemon/features/memory/rows.ts'
import { openOwnerIndexes } from '../../../../daemon/features/memory/search/owner-indexes.ts'
import { memoryStore } from '../../../../daemon/features/memory/store.ts'
import { iso } from '../../../../daemon/kernel/clock.ts'
import { openForReading } from '../../../../daemon/store/store.ts'
import { dot, randomNumbers, randomVector } from '../../../support/memory/random-vectors.ts'
import { openTestStore } from '../../../support/store.ts'

const many = 2_500
const random = randomNumbers(3)

function open() {
  const { home, store, clock, addMember } = openTestStore()
  const reading = openForReading(home.database)
  after(() => reading.close())
  const [olga, mia] = [addMember('olga').family_member_uuid, addMember('mia').family_member_uuid]
  const indexes = openOwnerIndexes(reading)
  const memories = memoryStore(store, indexes.changed)
  const vectors = new Map<number, Float32Array>()
  const put = (owner: string, content: string, vector: Float32Array) =>
    store.write((tx) => memories.insert(tx, newRow({ content }, owner, iso(clock.now())), { a: vector }))
  store.write((tx) => {
    for (let n = 0; n < many; n += 1) {
      const vector = randomVector(random)
      const row = newRow({ content: `walk ${n} by the river` }, olga, iso(clock.now() - n * 1_000))
      vectors.set(memories.insert(tx, row, { a: vector }).memory_id, vector)
    }
  })
  const cosine = (owner: string, memory_id: number, vector: Float32Array) => {
    const index = indexes.of('a', owner)
    const place = index.placeOf(memory_id)
    return place === undefined ? undefined : index.vectors.productsWith(vector)(place)
  }
  return { store, clock, memories, indexes, put, olga, mia, vectors, cosine }
}

describe('The index of an owner', () => {
  test('has every word and every vector of theirs, and of nobody else', () => {
    const { indexes, olga, mia, put, vectors } = open()
    put(mia, 'a walk of somebody else', randomVector(random))
    const index = indexes.of('a', olga)
    assert.equal(index.count(), many)
    assert.deepEqual(['walk', 'river', '17'].map(index.words.having), [many, many, 1])
    assert.equal(index.words.having('somebodi'), 0)
    const question = randomVector(random)
    const product = index.vectors.productsWith(question)
    for (const [id, vector] of vectors) {
      const place = index.placeOf(id) ?? -1
      assert.equal(index.idAt(place), id)
      assert.ok(Math.abs(product(place) - dot(vector, question)) < 0.005)
    }
  })

  test('follows every write', () => {
    const { indexes, memories, store, olga, mia, put, clock, cosine } = open()
    const question = randomVector(random)
    const near = (id: number) => (cosine(olga, id, question) ?? 0) > 0.99
    const count = () => indexes.of('a', olga).words.having('lighthous')
    assert.equal(count(), 0)
    const row = put(olga, 'a lighthouse', question)
    put(mia, 'a lighthouse of somebody else', question)
    assert.deepEqual([count(), near(row.memory_id)], [1, true])
    store.write((tx) => memories.update(tx, { ...row, content: 'a tower' }, { a: question }))
    assert.deepEqual([count(), indexes.of('a', olga).words.having('tower')], [0, 1])
    store.write((tx) => memories.update(tx, row, { a: question.map((value) => -value) }))
    assert.deepEqual([count(), near(row.memory_id)], [1, false])
    store.write((tx) => memories.forget(tx, row, iso(clock.now())))
    assert.deepEqual([count(), cosine(olga, row.memory_id, question)], [0, undefined])
    store.write((tx) => memories.restore(tx, row, { a: question }))
    assert.deepEqual([count(), near(row.memory_id)], [1, true])
    store.write((tx) => memories.update(tx, { ...row, owner: household }, { a: question }))
    assert.equal(count(), 0)
    assert.equal(indexes.of('a', household).words.having('lighthous'), 1)
    store.write((tx) => memories.erase(tx, olga))
    assert.equal(indexes.of('a', olga).count(), 0)
  })

  test('has the mean length of what is there now', () => {
    const { indexes, memories, store, mia, put } = open()
    const long = put(mia, 'red green blue yellow', randomVector(random))
    put(mia, 'red green', randomVector(random))
    assert.equal(indexes.of('a', mia).words.totalLength(), 6)
    store.write((tx) => memories.remove(tx, long))
    assert.equal(indexes.of('a', mia).words.totalLength(), 2)
    put(mia, 'violet', randomVector(random))
    assert.equal(indexes.of('a', mia).words.totalLength(), 3)
  })

  test('is read in the background where it is warmed, and has what is written meanwhile', async () => {
    const { indexes, olga, put } = open()
    const warm = new Promise<string | null>((resolve) => indexes.warm('a', resolve))
    put(olga, 'a lighthouse', randomVector(random))
    assert.equal(await warm, olga)
    put(olga, 'another lighthouse', randomVector(random))
    const index = indexes.of('a', olga)
    assert.deepEqual([index.count(), index.words.having('lighthous')], [many + 2, 2])
  })

  test('has room for memories without a vector, which are like nothing', () => {
    const { store, clock, memories, indexes, olga, cosine } = open()
    indexes.of('a', olga)
    const added = store.write((tx) =>
      Array.from({ length: 2_000 }, (_, n) =>
        memories.insert(tx, newRow({ content: `a lighthouse ${n}` }, olga, iso(clock.now())), {}),
      ),
    )
    const question = randomVector(random)
    for (const { memory_id } of added) assert.equal(cosine(olga, memory_id, question), 0)
  })

  test('is made anew where most of it was changed', () => {
    const { store, memories, indexes, olga, vectors } = open()
    const first = indexes.of('a', olga)
    store.write((tx) => {
      for (const row of memories.byIds([...vectors.keys()].slice(0, 1_500)))
        memories.touch(tx, { ...row, pinned: true })
    })
    const second = indexes.of('a', olga)
    assert.notEqual(second, first)
    assert.deepEqual([second.count(), second.length()], [many, many])
  })

  test('is made anew where most of it was dropped, and where the tables hold other vectors', () => {
    const { indexes, memories, store, olga, vectors, put } = open()
    const first = indexes.of('a', olga)
    const ids = [...vectors.keys()].slice(0, 2_000)
    store.write((tx) => {
      for (const row of memories.byIds(ids)) memories.remove(tx, row)
    })
    indexes.of('a', olga)
    const second = indexes.of('a', olga)
    assert.notEqual(second, first)
    assert.deepEqual([second.count(), second.length()], [many - 2_000, many - 2_000])
    indexes.clear()
    put(olga, 'a lighthouse', randomVector(random))
    assert.equal(indexes.of('a', olga).words.having('lighthous'), 1)
  })
})
