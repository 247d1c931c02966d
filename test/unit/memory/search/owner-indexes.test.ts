import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { household, newRow } from '../../../../daemon/features/memory/rows.ts'
import { openOwnerIndex, type OwnerIndex } from '../../../../daemon/features/memory/search/owner-index.ts'
import { openOwnerIndexes } from '../../../../daemon/features/memory/search/owner-indexes.ts'
import { vectorMemory } from '../../../../daemon/features/memory/search/vector-memory.ts'
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
  const indexOf = (owner: string): OwnerIndex => {
    const [index] = indexes.of('a', [owner])
    assert.ok(index)
    return index
  }
  const cosine = (owner: string, memory_id: number, vector: Float32Array) => {
    const index = indexOf(owner)
    const place = index.placeOf(memory_id)
    return place === undefined ? undefined : index.vectors.productsWith(vector)(place)
  }
  return { store, clock, memories, indexes, indexOf, put, olga, mia, vectors, cosine }
}

describe('The index of an owner', () => {
  test('has every word and every vector of theirs, and of nobody else', () => {
    const { indexOf, olga, mia, put, vectors } = open()
    put(mia, 'a walk of somebody else', randomVector(random))
    const index = indexOf(olga)
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
    const { indexOf, memories, store, olga, mia, put, clock, cosine } = open()
    const question = randomVector(random)
    const near = (id: number) => (cosine(olga, id, question) ?? 0) > 0.99
    const count = () => indexOf(olga).words.having('lighthous')
    assert.equal(count(), 0)
    const row = put(olga, 'a lighthouse', question)
    put(mia, 'a lighthouse of somebody else', question)
    assert.deepEqual([count(), near(row.memory_id)], [1, true])
    store.write((tx) => memories.update(tx, { ...row, content: 'a tower' }, { a: question }))
    assert.deepEqual([count(), indexOf(olga).words.having('tower')], [0, 1])
    store.write((tx) => memories.update(tx, row, { a: question.map((value) => -value) }))
    assert.deepEqual([count(), near(row.memory_id)], [1, false])
    store.write((tx) => memories.forget(tx, row, iso(clock.now())))
    assert.deepEqual([count(), cosine(olga, row.memory_id, question)], [0, undefined])
    store.write((tx) => memories.restore(tx, row, { a: question }))
    assert.deepEqual([count(), near(row.memory_id)], [1, true])
    store.write((tx) => memories.update(tx, { ...row, owner: household }, { a: question }))
    assert.equal(count(), 0)
    assert.equal(indexOf(household).words.having('lighthous'), 1)
    store.write((tx) => memories.erase(tx, olga))
    assert.equal(indexOf(olga).count(), 0)
  })

  test('has the mean length of what is there now', () => {
    const { indexOf, memories, store, mia, put } = open()
    const long = put(mia, 'red green blue yellow', randomVector(random))
    put(mia, 'red green', randomVector(random))
    assert.equal(indexOf(mia).words.totalLength(), 6)
    store.write((tx) => memories.remove(tx, long))
    assert.equal(indexOf(mia).words.totalLength(), 2)
    put(mia, 'violet', randomVector(random))
    assert.equal(indexOf(mia).words.totalLength(), 3)
  })

  test('is read in the background where it is warmed, and has what is written meanwhile', async () => {
    const { indexOf, indexes, olga, put } = open()
    const warm = new Promise<string | null>((resolve) => indexes.warm('a', resolve))
    put(olga, 'a lighthouse', randomVector(random))
    assert.equal(await warm, olga)
    put(olga, 'another lighthouse', randomVector(random))
    const index = indexOf(olga)
    assert.deepEqual([index.count(), index.words.having('lighthous')], [many + 2, 2])
  })

  test('has room for memories without a vector, which are like nothing', () => {
    const { indexOf, store, clock, memories, olga, cosine } = open()
    indexOf(olga)
    const added = store.write((tx) =>
      Array.from({ length: 2_000 }, (_, n) =>
        memories.insert(tx, newRow({ content: `a lighthouse ${n}` }, olga, iso(clock.now())), {}),
      ),
    )
    const question = randomVector(random)
    for (const { memory_id } of added) assert.equal(cosine(olga, memory_id, question), 0)
  })

  test('is made anew where most of it was changed', () => {
    const { indexOf, store, memories, olga, vectors } = open()
    const first = indexOf(olga)
    store.write((tx) => {
      for (const row of memories.byIds([...vectors.keys()].slice(0, 1_500)))
        memories.touch(tx, { ...row, pinned: true })
    })
    const second = indexOf(olga)
    assert.notEqual(second, first)
    assert.deepEqual([second.count(), second.length()], [many, many])
  })

  test('is made anew where most of it was dropped, and where the tables hold other vectors', () => {
    const { indexOf, indexes, memories, store, olga, vectors, put } = open()
    const first = indexOf(olga)
    const ids = [...vectors.keys()].slice(0, 2_000)
    store.write((tx) => {
      for (const row of memories.byIds(ids)) memories.remove(tx, row)
    })
    indexOf(olga)
    const second = indexOf(olga)
    assert.notEqual(second, first)
    assert.deepEqual([second.count(), second.length()], [many - 2_000, many - 2_000])
    indexes.clear()
    put(olga, 'a lighthouse', randomVector(random))
    assert.equal(indexOf(olga).words.having('lighthous'), 1)
  })

  test('with a vector is there for more members than one memory for each would leave address space for', () => {
    const vector = randomVector(random)
    const content = { content: 'tea', tags: [], speaker: null, conversation_uuid: null, created_at: 0 }
    const opened = Array.from({ length: 8_000 }, (_, at) => {
      const index = openOwnerIndex()
      index.put({ memory_id: at + 1, ...content, kind: 'note', pinned: false, superseded: false })
      index.setVector(at + 1, at % 2 === 0 ? vector : vector.map((value) => -value))
      return index
    })
    for (const [at, index] of opened.entries())
      assert.ok(Math.abs(index.vectors.productsWith(vector)(0) - (at % 2 === 0 ? 1 : -1)) < 0.005)
    for (const { release } of opened) release()
  })
})

describe('The indexes of many owners', () => {
  const each = 40
  /** Members who have told something, and indexes of them that take so many bytes at most. */
  function openMany(members: number, maxBytes: number) {
    const { home, store, clock, addMember } = openTestStore()
    const reading = openForReading(home.database)
    after(() => reading.close())
    const indexes = openOwnerIndexes(reading, maxBytes)
    const memories = memoryStore(store, indexes.changed)
    const vectors = new Map<number, Float32Array>()
    const owners = Array.from({ length: members }, (_, at) => addMember(`m${at}`).family_member_uuid)
    store.write((tx) => {
      for (let n = 0; n < each; n += 1)
        for (const owner of owners) {
          const vector = randomVector(random)
          const row = newRow({ content: `walk ${n} by the river` }, owner, iso(clock.now()))
          vectors.set(memories.insert(tx, row, { a: vector }).memory_id, vector)
        }
    })
    const assertWhole = (index: OwnerIndex | undefined) => {
      assert.ok(index)
      const question = randomVector(random)
      const product = index.vectors.productsWith(question)
      assert.equal(index.length(), each)
      for (let place = 0; place < each; place += 1) {
        const vector = vectors.get(index.idAt(place)) ?? new Float32Array()
        assert.ok(Math.abs(product(place) - dot(vector, question)) < 0.005)
      }
    }
    return { indexes, owners, assertWhole }
  }

  test('take no more than they may, those used the longest ago give way, and come back whole', () => {
    const [maxBytes, usedBefore] = [300_000, vectorMemory().used()]
    const { indexes, owners, assertWhole } = openMany(30, maxBytes)
    const [first = '', second = ''] = owners
    const [kept] = indexes.of('a', [first])
    const [dropped] = indexes.of('a', [second])
    for (const owner of owners) {
      assertWhole(indexes.of('a', [owner])[0])
      assert.equal(indexes.of('a', [first])[0], kept)
      assert.ok(indexes.bytes() <= maxBytes)
    }
    assert.notEqual(indexes.of('a', [second])[0], dropped)
    for (const owner of owners) assertWhole(indexes.of('a', [owner])[0])
    indexes.clear()
    assert.deepEqual([indexes.bytes(), vectorMemory().used()], [0, usedBefore])
  })

  test('that are asked for together are whole together, though there is room for one', () => {
    const { indexes, owners, assertWhole } = openMany(2, 50_000)
    for (let round = 0; round < 3; round += 1)
      for (const asked of [owners, owners.toReversed(), owners.slice(1)])
        for (const index of indexes.of('a', asked)) assertWhole(index)
  })

  test('of whom there are too many vectors leave these in the table, and are compared all the same', () => {
    const { indexes, owners, assertWhole } = openMany(3, 30_000)
    for (const owner of owners) {
      const [index] = indexes.of('a', [owner])
      assertWhole(index)
      assert.equal(index?.vectors.bytes(), 0)
    }
  })
})
