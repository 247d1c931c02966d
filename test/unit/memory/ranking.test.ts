import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Candidate, importanceNow, rank } from '../../../daemon/features/memory/ranking.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)

let made = 0
const candidate = (more: Partial<Candidate> = {}): Candidate => ({
  memory_id: (made += 1),
  semantic: 0.5,
  share: 0,
  length: 80,
  conversation_uuid: null,
  importance: 0.5,
  strength: 1,
  pinned: false,
  created_at: now,
  last_accessed_at: now,
  superseded: false,
  ...more,
})
const nobody = () => []
const order = (candidates: Candidate[], weight = 1.5) =>
  rank(candidates, weight, nobody, now).map(({ memory_id }) => memory_id)

describe('A rank', () => {
  test('combines words and meaning, weighted by the model', () => {
    const [words, meaning] = [candidate({ share: 1, semantic: 0.2 }), candidate({ semantic: 0.8 })]
    assert.deepEqual(order([words, meaning], 1), [words.memory_id, meaning.memory_id])
    assert.deepEqual(order([words, meaning], 3), [meaning.memory_id, words.memory_id])
  })

  test('scores words as a share of a memory with all of them', () => {
    const keywords = (...some: Partial<Candidate>[]) =>
      rank(some.map(candidate), 1, nobody, now).map(({ keyword }) => Number(keyword.toFixed(3)))
    assert.deepEqual(keywords({ share: 1 }, { share: 0.5 }, { share: 0 }), [1, 0.5, 0])
    // A short one is never more than all of the words; a long one, that has them among many others, is less.
    assert.deepEqual(keywords({ share: 1, length: 8 }, { share: 0.5, length: 40 }), [1, 0.629])
    assert.deepEqual(keywords({ share: 1, length: 800 }), [0.214])
  })

  test("adds a fifth of the neighbours' score", () => {
    const [one, beside] = [candidate({ semantic: 0.8 }), candidate({ semantic: 0 })]
    const ranked = rank([one, beside], 1, (id) => (id === beside.memory_id ? [one.memory_id, 999] : []), now)
    assert.deepEqual(
      ranked.map(({ memory_id, context }) => [memory_id, Number(context.toFixed(2))]),
      [
        [one.memory_id, 0],
        [beside.memory_id, 0.16],
      ],
    )
  })

  test('uses importance, pins and age only to decide between equals', () => {
    const plain = candidate()
    for (const better of [
      candidate({ importance: 1 }),
      candidate({ pinned: true }),
      candidate({ created_at: now + day, last_accessed_at: now }),
    ]) {
      const older = { ...plain, created_at: now - 700 * day }
      assert.equal(order([older, better])[0], better.memory_id)
    }
    const strong = candidate({ semantic: 0.7, importance: 0, created_at: now - 3_000 * day })
    assert.equal(order([candidate({ importance: 1, pinned: true }), strong])[0], strong.memory_id)
  })

  test('puts the newer first among equals, and superseded memories last', () => {
    const [older, newer] = [candidate(), candidate()]
    assert.deepEqual(order([older, newer]), [newer.memory_id, older.memory_id])
    const over = candidate({ superseded: true })
    assert.deepEqual(order([over, older]), [older.memory_id, over.memory_id])
  })

  test('leaves out unrelated memories', () => {
    const [far, against, near] = [
      candidate({ semantic: 0.05 }),
      candidate({ semantic: -0.4 }),
      candidate({ semantic: 0.2 }),
    ]
    assert.deepEqual(order([far, against, near]), [near.memory_id])
    assert.deepEqual(order([]), [])
  })

  test('explains itself in plain words', () => {
    const why = (more: Partial<Candidate>) => rank([candidate(more)], 1, nobody, now)[0]?.why
    assert.equal(why({ semantic: 0.7 }), 'means much the same')
    assert.equal(
      why({ semantic: 0.4, share: 0.9 }),
      'is about something like it; has most of the telling words',
    )
    assert.equal(why({ semantic: 0.2 }), 'is the nearest there is')
    assert.match(why({ pinned: true, superseded: true }) ?? '', /is pinned; a newer one holds$/)
  })
})

describe('The importance of a memory', () => {
  const at = (days: number, more: Partial<Candidate> = {}) =>
    importanceNow(candidate({ importance: 0.8, last_accessed_at: now - days * day, ...more }), now)

  test('halves every 180 unused days, slower the more often it was told', () => {
    assert.deepEqual([at(0), at(180), at(360)], [0.8, 0.4, 0.2])
    assert.deepEqual([at(360, { strength: 2 }), at(540, { strength: 3 })], [0.4, 0.4])
  })

  test('never fades if pinned, and never grows', () => {
    assert.equal(at(3_650, { pinned: true }), 0.8)
    assert.equal(at(-10), 0.8)
  })
})
