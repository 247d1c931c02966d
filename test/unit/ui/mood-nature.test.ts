import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wordOf } from '../../../daemon/ui/mood/known-words.ts'
import { adjustmentOf } from '../../../daemon/ui/mood/nature.ts'
import { beginOf, ranges, spanOf, ticksOf, tickText, wantedOf } from '../../../daemon/ui/mood/range.ts'

const traits = {
  openness: 0.5,
  conscientiousness: 0.5,
  extraversion: 0.5,
  agreeableness: 0.5,
  neuroticism: 0.5,
}
const before = { traits, name: 'Juno' }

describe('an adjustment', () => {
  test('says only what has changed', () => {
    const after = { traits: { ...traits, openness: 0.9 }, name: 'Juno' }
    assert.deepEqual(adjustmentOf(before, after), { traits: { openness: 0.9 } })
    assert.deepEqual(adjustmentOf(before, { traits, name: ' Ada ' }), { companion_name: 'Ada' })
  })

  test('is none where nothing has, or the name is gone', () => {
    assert.equal(adjustmentOf(before, { traits: { ...traits }, name: 'Juno ' }), null)
    assert.equal(adjustmentOf(before, { traits, name: '  ' }), null)
  })
})

describe('a range of the mood', () => {
  const now = new Date(2026, 2, 15, 14, 30).getTime()

  test('has whole local days, of which the last is today', () => {
    assert.deepEqual(
      ranges.map((range) => beginOf(range, now).getTime()),
      [new Date(2026, 2, 15), new Date(2026, 2, 9), new Date(2026, 1, 14)].map((day) => day.getTime()),
    )
  })

  test('is asked for by change, by hour or by day, all of it in one page', () => {
    assert.deepEqual(
      ranges.map((range) => wantedOf(range, now).interval),
      ['raw', 'hour', 'day'],
    )
    assert.equal(wantedOf('week', now).from, new Date(2026, 2, 9).toISOString())
  })

  test('shows of today from shortly before the first change, and at least an hour', () => {
    const hour = 3_600_000
    assert.deepEqual(spanOf('today', now - 60_000, now), [now - hour, now])
    assert.deepEqual(spanOf('today', now - 3 * hour, now), [now - 3 * hour - hour / 6, now])
    const midnight = beginOf('today', now).getTime()
    assert.deepEqual(spanOf('today', midnight, now), [midnight, now])
    assert.deepEqual(spanOf('week', now, now), [beginOf('week', now).getTime(), now])
  })

  test('names moments that lie in it, in their order', () => {
    for (const range of ranges) {
      const span = spanOf(range, now - 5_000_000, now)
      const ticks = ticksOf(range, span)
      assert.ok(ticks.every((tick) => tick >= span[0] && tick <= span[1]))
      assert.deepEqual(
        ticks,
        ticks.toSorted((a, b) => a - b),
      )
    }
    assert.equal(tickText('week', now, 'en'), 'Sun')
    assert.equal(tickText('month', now, 'de'), '15. März')
  })
})

test('what the daemon says in a word is said in the language of the page, and as it is where it is not known', () => {
  const t = (key: string) => `<${key}>`
  assert.equal(wordOf('good news', t), '<cause.good_news>')
  assert.equal(wordOf('matter-of-fact', t), '<tone.plain>')
  assert.equal(wordOf('a label of my own', t), 'a label of my own')
})
