import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Point, pointsOf, withFading } from '../../../daemon/ui/mood/points.ts'
import { weigh } from '../../../daemon/ui/mood/weights.ts'

const minute = 60_000
const calm = { valence: 0, arousal: 0, dominance: 0 }
const point = (at: number, valence: number): Point => ({
  ...calm,
  at,
  valence,
  felt: { emotion: 'happy', cause: 'praise' },
})

describe('the points of a chart', () => {
  test('are the moments of the history, oldest first', () => {
    const felt = { ...calm, emotion: 'happy' as const, cause: 'praise' }
    const points = pointsOf([
      { ...felt, created_at: '2026-03-02T00:00:00.000Z' },
      { ...felt, created_at: '2026-03-01T00:00:00.000Z' },
    ])
    assert.deepEqual(
      points.map(({ at }) => new Date(at).getUTCDate()),
      [1, 2],
    )
    assert.deepEqual(points[0]?.felt, { emotion: 'happy', cause: 'praise' })
  })

  test('fade by half every ten minutes until the next one', () => {
    const shown = withFading([point(0, 0.8), point(15 * minute, 1)], calm, 15 * minute + 1)
    const fading = shown.filter(({ felt }) => felt === null)
    assert.deepEqual(
      fading.map(({ at }) => at),
      [5 * minute, 10 * minute, 15 * minute - 1],
    )
    assert.ok(Math.abs((fading[1]?.valence ?? 0) - 0.4) < 1e-9)
    assert.deepEqual(
      shown.map(({ at }) => at),
      shown.map(({ at }) => at).toSorted((a, b) => a - b),
    )
  })

  test('fade to where the feelings rest, and no further', () => {
    const last = withFading([point(0, 1)], { ...calm, valence: 0.2 }, 1_000 * minute).at(-1)
    assert.ok(Math.abs((last?.valence ?? 0) - 0.2) < 1e-9)
    assert.equal(last?.at, 1_000 * minute - 1)
  })

  test('are left as they are where they stand close, and where there are none', () => {
    assert.equal(withFading([point(0, 1), point(1_000, 0.5)], calm, 2_000).length, 2)
    assert.deepEqual(withFading([], calm, 5), [])
  })
})

describe('the causes of a mood', () => {
  const cause = (name: string, valence: number, arousal = 0) => ({
    cause: name,
    message_uuid: null,
    created_at: '2026-03-01T00:00:00.000Z',
    share: { valence, arousal, dominance: 0 },
  })

  test('have their part of the whole, the strongest first', () => {
    const weighed = weigh([cause('praise', 0.1), cause('an insult', -0.3)])
    assert.deepEqual(
      weighed.map(({ entry, part, effect }) => [entry.cause, Math.round(part * 100), effect]),
      [
        ['an insult', 75, 'lowers'],
        ['praise', 25, 'lifts'],
      ],
    )
  })

  test('only stir it where they make it neither better nor worse', () => {
    assert.equal(weigh([cause('excitement', 0.001, 0.5)])[0]?.effect, 'moves')
  })

  test('are none where hardly anything is left of them', () => {
    assert.deepEqual(weigh([cause('praise', 0.001)]), [])
    assert.deepEqual(weigh([]), [])
    assert.equal(weigh([cause('praise', 0.9), cause('thanks', 0.001)]).length, 1)
  })
})
