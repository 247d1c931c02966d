import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  decayed,
  type Entry,
  felt,
  halfLife,
  type LedgerState,
  replay,
  step,
} from '../../../daemon/features/emotion/ledger.ts'
import { neutral, type EmotionVector } from '../../../daemon/features/emotion/emotion-vector.ts'
import { sharesOf } from '../../../daemon/features/emotion/reasons.ts'
import { seeded } from '../../bench/search-texts.ts'

const at = (valence: number, arousal = 0, dominance = 0): EmotionVector => ({ valence, arousal, dominance })
const impulse = (push: EmotionVector, moment = 0): Entry => ({ ...push, kind: 'impulse', at: moment })
const baseline = (place: EmotionVector, moment = 0): Entry => ({ ...place, kind: 'baseline', at: moment })
const near = (actual: EmotionVector, expected: EmotionVector, within = 1e-9) => {
  for (const axis of ['valence', 'arousal', 'dominance'] as const) {
    const apart = Math.abs(actual[axis] - expected[axis])
    assert.ok(apart <= within, `${axis} is ${actual[axis]}, not ${expected[axis]}`)
  }
}

describe('A state', () => {
  const ledger: LedgerState = { state: at(0.9, -0.5, 0.1), baseline: at(0.1, 0.1, 0.1), at: 1_000 }

  it('has gone half of the way to its baseline after a half-life, three quarters after two', () => {
    near(decayed(ledger, 1_000 + halfLife), at(0.5, -0.2, 0.1))
    near(decayed(ledger, 1_000 + 2 * halfLife), at(0.3, -0.05, 0.1))
  })

  it('is unchanged at its own moment, and before it when the clock was set back', () => {
    assert.deepEqual(decayed(ledger, 1_000), ledger.state)
    assert.deepEqual(decayed(ledger, 0), ledger.state)
  })

  it('decays as far in one step as in many', () => {
    const moments = Array.from({ length: 100 }, (_, index) => 1_000 + index * 7_777)
    const small = moments.reduce<LedgerState>(
      (last, now) => ({ ...last, state: decayed(last, now), at: now }),
      ledger,
    )
    near(small.state, decayed(ledger, small.at))
  })
})

describe('An entry of the ledger', () => {
  it('is the state itself if it is the first baseline', () => {
    assert.deepEqual(step(null, baseline(at(0.3), 5)), { state: at(0.3), baseline: at(0.3), at: 5 })
  })

  it('pushes from neutral if there is no earlier state', () => {
    assert.deepEqual(step(null, impulse(at(0.3), 5)), { state: at(0.3), baseline: neutral, at: 5 })
  })

  it('pushes the decayed state, within the limits', () => {
    const before = step(null, impulse(at(0.8, -0.8)))
    near(step(before, impulse(at(0.1, 0.1), halfLife)).state, at(0.5, -0.3))
    assert.deepEqual(step(before, impulse(at(0.9, -0.9, 0.2))).state, at(1, -1, 0.2))
  })

  it('keeps the decayed state when it sets another baseline', () => {
    const before = step(step(null, baseline(at(0.2))), impulse(at(0.4)))
    const after = step(before, baseline(at(-0.2), halfLife))
    near(after.state, at(0.4))
    near(after.baseline, at(-0.2))
    near(decayed(after, 2 * halfLife), at(0.1))
  })
})

/** Entries of a long life: many close together, some after hours, the clock now and then set back. */
function life(count: number, seed: number): Entry[] {
  const random = seeded(seed)
  const axis = () => 2 * random() - 1
  let now = 1_700_000_000_000
  return Array.from({ length: count }, (_, index) => {
    const roll = random()
    now += Math.round(
      roll < 0.02 ? -3_600_000 * random() : roll < 0.1 ? 20 * felt * random() : 120_000 * random(),
    )
    const place = at(axis(), axis(), axis())
    return index === 0 || roll > 0.97 ? baseline(place, now) : impulse(place, now)
  })
}

describe("The shares of a state's causes", () => {
  for (const seed of [1, 2, 3]) {
    it(`add up to the state with the baseline, at the limits and across baselines (life ${seed})`, () => {
      const entries = life(3_000, seed)
      for (const length of [1, 2, 50, 3_000]) {
        const lived = entries.slice(0, length)
        const ledger = replay(lived)
        assert.ok(ledger)
        for (const later of [0, 1, 60_000, 5 * halfLife]) {
          const now = ledger.at + later
          const sum = sharesOf(lived, null, now).reduce(
            (total, { share }) =>
              at(
                total.valence + share.valence,
                total.arousal + share.arousal,
                total.dominance + share.dominance,
              ),
            ledger.baseline,
          )
          near(sum, decayed(ledger, now))
        }
      }
    })
  }

  it('count only the distance moved at a limit', () => {
    const entries = [baseline(at(0)), impulse(at(0.9)), impulse(at(0.9))]
    assert.deepEqual(
      sharesOf(entries, null, 0).map(({ share }) => Number(share.valence.toFixed(9))),
      [0, 0.9, 0.1],
    )
  })

  it('halve with each half-life', () => {
    const [, share] = sharesOf([baseline(at(0.5)), impulse(at(0.4, 0.2))], null, 2 * halfLife)
    near(share?.share ?? neutral, at(0.1, 0.05))
  })
})

describe('A replay', () => {
  it('of the entries still felt equals a replay of all', () => {
    for (const seed of [4, 5, 6, 7, 8]) {
      const entries = life(2_000, seed)
      const whole = replay(entries)
      assert.ok(whole)
      const begin = whole.at - felt
      const last = entries.findLastIndex((entry) => entry.at < begin)
      const place = entries.slice(0, last + 1).findLast(({ kind }) => kind === 'baseline')
      assert.ok(place)
      const part = replay(entries.slice(last + 1), { state: place, baseline: place, at: begin })
      assert.ok(part)
      near(part.state, whole.state, 1e-15)
    }
  })

  it('of no entries is null', () => {
    assert.equal(replay([]), null)
  })
})
