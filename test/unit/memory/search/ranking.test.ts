import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Calibration,
  explain,
  importanceNow,
  inverseFrequency,
  meaningOf,
  probabilityOf,
  saturated,
  type Valued,
  worthOf,
} from '../../../../daemon/features/memory/search/ranking.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)

const valued = (more: Partial<Valued> = {}): Valued => ({
  importance: 0.5,
  strength: 1,
  pinned: false,
  created_at: now,
  last_accessed_at: now,
  superseded: false,
  ...more,
})
const calibration: Calibration = {
  fusion_weight: 2,
  unrelated_cosine: 0.5,
  probability: { intercept: -1, total: 2, behind: 0, lead: 1, unknown: -3 },
  confident: 0.5,
}
const close = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-4, `${value}`)

describe('A word', () => {
  test('tells the more, the fewer memories have it, and never less than nothing', () => {
    close(inverseFrequency(1, 100), Math.log(1 + 99.5 / 1.5))
    assert.ok(inverseFrequency(1, 100) > inverseFrequency(2, 100))
    assert.ok(inverseFrequency(100, 100) > 0)
  })

  test('counts less the more often it stands, and in a longer memory', () => {
    close(saturated(1, 10, 10), 1 / 2.2)
    close(saturated(2, 10, 10), 2 / 3.2)
    close(saturated(1, 20, 10), 1 / (1 + 1.2 * 1.75))
    assert.equal(saturated(0, 10, 10), 0)
  })
})

describe('A meaning', () => {
  test('counts as far as it is above that of unrelated texts, as much as the model says', () => {
    assert.deepEqual(
      [0.4, 0.5, 0.75, 1].map((cosine) => meaningOf(cosine, calibration)),
      [0, 0, 1, 2],
    )
  })
})

describe('The worth of a memory', () => {
  test('lets importance, a pin and age decide between equals only', () => {
    const plain = worthOf(valued({ created_at: now - 700 * day }), now)
    for (const better of [{ importance: 1 }, { pinned: true }, { created_at: now }])
      assert.ok(worthOf(valued({ created_at: now - 700 * day, ...better }), now) > plain)
    const best = worthOf(valued({ importance: 1, pinned: true }), now)
    const worst = worthOf(valued({ importance: 0, created_at: now - 9_000 * day }), now)
    assert.ok(best / worst < 1.35, `${best / worst}`)
  })
})

describe('The probability that a memory answers', () => {
  test('is that of the logistic regression, and keeps the order of the totals', () => {
    close(probabilityOf(0.5, { best: 0.5, lead: 1, unknown: 0 }, calibration), 1 / (1 + Math.exp(-1)))
    const statistics = { best: 3, lead: 0.3, unknown: 0.5 }
    const scores = [0, 0.2, 0.9, 3].map((total) => probabilityOf(total, statistics, calibration))
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => a - b),
    )
    assert.ok(scores.every((score) => score > 0 && score < 1))
    const behind = { ...calibration, probability: { ...calibration.probability, behind: 4 } }
    close(probabilityOf(3, statistics, behind), probabilityOf(3, statistics, calibration))
    assert.ok(probabilityOf(2, statistics, behind) < probabilityOf(2, statistics, calibration))
  })
})

describe('A reason', () => {
  test('is given in plain words', () => {
    const none = { words: 0, cosine: 0, around: 0, dated: false }
    assert.equal(explain({ ...none, cosine: 0.7 }, valued()), 'means much the same')
    assert.equal(
      explain({ ...none, cosine: 0.4, words: 0.3 }, valued()),
      'is about something like it; has most of the telling words',
    )
    assert.equal(
      explain({ ...none, words: 0.1, around: 1, dated: true }, valued()),
      'shares words; was said beside what fits; was told at that time',
    )
    assert.equal(explain(none, valued({ pinned: true, superseded: true })), 'is pinned; a newer one holds')
    assert.equal(explain(none, valued()), 'is the nearest there is')
  })
})

describe('The importance of a memory', () => {
  const at = (days: number, more: Partial<Valued> = {}) =>
    importanceNow(valued({ importance: 0.8, last_accessed_at: now - days * day, ...more }), now)

  test('halves every 180 unused days, slower the more often it was told', () => {
    assert.deepEqual([at(0), at(180), at(360)], [0.8, 0.4, 0.2])
    assert.deepEqual([at(360, { strength: 2 }), at(540, { strength: 3 })], [0.4, 0.4])
  })

  test('never fades if pinned, and never grows', () => {
    assert.equal(at(3_650, { pinned: true }), 0.8)
    assert.equal(at(-10), 0.8)
  })
})
