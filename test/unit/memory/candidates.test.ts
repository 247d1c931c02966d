import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { openCandidates, type SearchQuery } from '../../../daemon/features/memory/candidates.ts'
import { newRow, household, type MemoryRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import type { Filter } from '../../../daemon/features/memory/filter.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { openTestStore } from '../../support/store.ts'

const everything: Filter = {
  kind: null,
  tag: null,
  visibility: null,
  created_after: 0,
  created_before: Number.MAX_SAFE_INTEGER,
}

/** A unit vector that points along some axes: the more of them two share, the more alike they are. */
function meaning(...axes: number[]): Float32Array {
  const vector = new Float32Array(384)
  for (const axis of axes) vector[axis] = 1 / Math.sqrt(axes.length)
  return vector
}

/** A household with memories of its own, and a search beside it. */
function open() {
  const { home, store, clock, client, addMember } = openTestStore()
  const memories = memoryStore(store)
  const reading = openForReading(home.database)
  after(() => reading.close())
  const { search: find } = openCandidates(reading)
  const olga = addMember('olga').family_member_uuid
  const mia = addMember('mia').family_member_uuid

  const put = (owner: string, content: string, vector: Float32Array, more: Partial<MemoryRow> = {}) => {
    const now = iso(clock.now())
    clock.advance(1)
    return store.write((tx) =>
      memories.insert(
        tx,
        {
          ...newRow({ content }, owner === household ? olga : owner, now),
          owner,
          visibility: owner === household ? 'household' : 'private',
          ...more,
        },
        { a: vector },
      ),
    )
  }

  const search = (text: string, vector: Float32Array, more: Partial<SearchQuery> = {}) =>
    find({
      owners: [olga, household],
      text,
      vector,
      table: 'a',
      filter: everything,
      limit: 10,
      fusionWeight: 1.5,
      now: clock.now(),
      ...more,
    })
  const texts = (...asked: Parameters<typeof search>) => search(...asked).map(({ row }) => row.content)
  return { store, clock, client, memories, olga, mia, put, search, texts }
}

describe('A search', () => {
  test('finds by meaning without common words, and by words despite another meaning', () => {
    const { olga, put, texts } = open()
    put(olga, 'the automobile stands in the garage', meaning(1, 2))
    put(olga, 'Dr Meyer has moved to Linden Street', meaning(8, 9))
    put(olga, 'tea is better than coffee', meaning(5))
    assert.equal(texts('where is my car', meaning(1, 2))[0], 'the automobile stands in the garage')
    assert.equal(texts('Meyer', meaning(20))[0], 'Dr Meyer has moved to Linden Street')
  })

  test('ranks matches by meaning and words first', () => {
    const { olga, put, texts } = open()
    put(olga, 'the puppy is called Biscuit', meaning(1, 3))
    put(olga, 'a biscuit with the tea', meaning(7))
    put(olga, 'a young dog has come to us', meaning(1, 2))
    assert.deepEqual(texts('what is the puppy called', meaning(1, 2))[0], 'the puppy is called Biscuit')
  })

  test("shows a member their own and shared memories, and nobody else's", () => {
    const { olga, mia, put, texts } = open()
    put(olga, 'the safe opens with 4711', meaning(1))
    put(mia, 'the safe opens with 1234', meaning(1))
    put(household, 'the safe is behind the picture', meaning(1))
    const [forOlga, forMia] = [
      texts('safe', meaning(1)),
      texts('safe', meaning(1), { owners: [mia, household] }),
    ]
    assert.deepEqual(forOlga.toSorted(), ['the safe is behind the picture', 'the safe opens with 4711'])
    assert.deepEqual(forMia.toSorted(), ['the safe is behind the picture', 'the safe opens with 1234'])
  })

  test('uses an index term for owners that no stemmer changes', () => {
    const { put, search, memories, store, olga } = open()
    const words = ['abed', 'abe', 'ab'].map((end) => `${olga.slice(0, -end.length)}${end}`)
    for (const owner of words) put(owner, `biscuits of ${owner}`, meaning(1), { family_member_uuid: olga })
    for (const owner of words) {
      const found = search('biscuits', meaning(1), { owners: [owner] })
      assert.deepEqual(
        found.map(({ row }) => row.owner),
        [owner],
      )
    }
    assert.ok(memories && store)
  })

  test('filters before it ranks, so that rare matches are found', () => {
    const { olga, put, texts, clock } = open()
    put(olga, 'birthday of the first', meaning(1, 4), { kind: 'event', tags: ['family'] })
    const begun = clock.now()
    for (let n = 0; n < 120; n += 1) put(olga, `birthday note ${n}`, meaning(1))
    const only = (filter: Partial<Filter>) =>
      texts('birthday', meaning(1), { filter: { ...everything, ...filter } })
    assert.deepEqual(only({ kind: 'event' }), ['birthday of the first'])
    assert.deepEqual(only({ tag: 'family' }), ['birthday of the first'])
    assert.deepEqual(only({ created_before: begun }), ['birthday of the first'])
    assert.deepEqual(only({ tag: 'fam' }), [])
    assert.equal(only({ created_after: begun }).includes('birthday of the first'), false)
    assert.deepEqual(only({ visibility: 'household' }), [])
  })

  test('takes neighbours in the same conversation into account', () => {
    const { olga, put, texts } = open()
    const conversation_uuid = randomUUID()
    put(olga, 'we went to the sea', meaning(1, 2), { conversation_uuid })
    put(olga, 'it rained all week', meaning(30), { conversation_uuid })
    put(olga, 'it rained yesterday', meaning(30))
    assert.deepEqual(texts('seaside holiday', meaning(1, 2)).slice(0, 2), [
      'we went to the sea',
      'it rained all week',
    ])
  })

  test('ranks a superseded memory behind its replacement', () => {
    const { olga, put, texts } = open()
    put(olga, 'the doctor is Dr Braun', meaning(1, 2), { superseded_by: randomUUID() })
    put(olga, 'the doctor is Dr Gelb', meaning(1, 2))
    assert.deepEqual(texts('doctor', meaning(1, 2)), ['the doctor is Dr Gelb', 'the doctor is Dr Braun'])
  })

  test('returns at most the requested number, and treats any text as words', () => {
    const { olga, put, search } = open()
    for (let n = 0; n < 20; n += 1) put(olga, `walk number ${n}`, meaning(1, n + 2))
    assert.equal(search('walk', meaning(1), { limit: 7 }).length, 7)
    for (const odd of [
      '"',
      "'; DROP TABLE memories",
      'a OR b NOT (',
      '*',
      'owner:x',
      '🫖',
      'the',
      '\u0000',
    ]) {
      assert.ok(Array.isArray(search(odd, meaning(1))), odd)
    }
  })
})

describe('A text without readable content', () => {
  test('is not found by meaning, and searches for nothing', () => {
    const { olga, put, texts } = open()
    put(olga, '\u200b', new Float32Array(384))
    put(olga, 'the tea is in the tin', meaning(1))
    assert.deepEqual(texts('tea', meaning(1)), ['the tea is in the tin'])
    assert.deepEqual(texts('\u200b', new Float32Array(384)), [])
  })
})

describe("A memory's row, words and vector", () => {
  const places = ['memories', 'memory_words', 'memory_vectors_a']

  test('agree after it is stored, changed and deleted', () => {
    const { olga, put, texts, store, memories, client } = open()
    const count = () => places.map((table) => client.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    const row = put(olga, 'the key is under the mat', meaning(1))
    assert.deepEqual(count(), [1, 1, 1])
    store.write((tx) => memories.update(tx, { ...row, content: 'the key is in the shed' }, { a: meaning(2) }))
    assert.deepEqual(count(), [1, 1, 1])
    assert.deepEqual(texts('shed', meaning(2)), ['the key is in the shed'])
    assert.deepEqual(memories.vectorsOf(row), { a: meaning(2) })
    store.write((tx) => memories.remove(tx, row))
    assert.deepEqual(count(), [0, 0, 0])
    assert.deepEqual(texts('shed', meaning(2)), [])
  })

  test('are not written if the transaction is rolled back', () => {
    const { olga, put, store, memories, client, texts } = open()
    const row = put(olga, 'the key is under the mat', meaning(1))
    assert.throws(
      () =>
        store.write((tx) => {
          memories.remove(tx, row)
          throw new Error('undone')
        }),
      /undone/,
    )
    for (const table of places) assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 1)
    assert.deepEqual(texts('mat', meaning(1)), ['the key is under the mat'])
  })

  test("are all removed with the member's data", () => {
    const { olga, mia, put, store, memories, client } = open()
    put(olga, 'one', meaning(1))
    put(household, 'two', meaning(2))
    put(mia, 'three', meaning(3))
    assert.deepEqual(
      store.write((tx) => memories.erase(tx, olga)),
      { memories: 2 },
    )
    for (const table of places) assert.equal(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 1)
  })
})
