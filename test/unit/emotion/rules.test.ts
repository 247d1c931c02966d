import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { baselineOf } from '../../../daemon/features/emotion/baseline.ts'
import {
  emotionNames,
  intensityOf,
  nearestEmotion,
  neutral,
} from '../../../daemon/features/emotion/emotion-vector.ts'
import { traitNames } from '../../../daemon/features/personality/tables.ts'

const middling = {
  openness: 0.5,
  conscientiousness: 0.5,
  extraversion: 0.5,
  agreeableness: 0.5,
  neuroticism: 0.5,
}
const shown = ({ valence, arousal, dominance }: typeof neutral) =>
  [valence, arousal, dominance].map((number) => Number(number.toFixed(9)))

describe('The baseline', () => {
  it('is neutral for average traits', () => {
    assert.deepEqual(shown(baselineOf(middling)), [0, 0, 0])
  })

  it("uses Mehrabian's coefficients, each trait from its middle to its end", () => {
    const moved = traitNames.map((name) => [name, shown(baselineOf({ ...middling, [name]: 1 }))])
    assert.deepEqual(Object.fromEntries(moved), {
      openness: [0, 0.15, 0.25],
      conscientiousness: [0, 0, 0.17],
      extraversion: [0.21, 0, 0.6],
      agreeableness: [0.59, 0.3, -0.32],
      neuroticism: [-0.19, 0.57, 0],
    })
  })

  it('stays within the limits for extreme traits', () => {
    for (let corner = 0; corner < 32; corner += 1) {
      const traits = Object.fromEntries(traitNames.map((name, bit) => [name, (corner >> bit) & 1]))
      const { valence, arousal, dominance } = baselineOf({ ...middling, ...traits })
      for (const number of [valence, arousal, dominance]) assert.ok(Math.abs(number) <= 1)
    }
  })
})

describe('The name of an emotion', () => {
  it('is one of about twenty, neutral among them', () => {
    assert.ok(emotionNames.length >= 16 && emotionNames.length <= 20)
    assert.equal(new Set(emotionNames).size, emotionNames.length)
    assert.ok(emotionNames.includes('neutral'))
  })

  for (const [name, valence, arousal, dominance] of [
    ['neutral', 0.05, 0.05, -0.05],
    ['happy', 0.9, 0.5, 0.5],
    ['excited', 0.6, 0.9, 0.3],
    ['relaxed', 0.7, -0.5, 0.1],
    ['sad', -0.7, -0.4, -0.3],
    ['fearful', -0.7, 0.7, -0.6],
    ['distressed', -0.6, 0.3, -0.3],
  ] as const) {
    it(`is ${name} near its anchor`, () => {
      assert.equal(nearestEmotion({ valence, arousal, dominance }), name)
    })
  }
})

it('A companion is never angry or annoyed, whatever moved it', () => {
  const steps = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1]
  for (const valence of steps)
    for (const arousal of steps)
      for (const dominance of steps)
        assert.doesNotMatch(nearestEmotion({ valence, arousal, dominance }), /angry|annoyed/)
})

describe('The intensity of a feeling', () => {
  it('is 0 for none, 1 for the strongest, and rises in between', () => {
    assert.equal(intensityOf(neutral), 0)
    assert.equal(intensityOf({ valence: -1, arousal: 1, dominance: -1 }), 1)
    assert.ok(Math.abs(intensityOf({ valence: 0.5, arousal: 0.5, dominance: 0.5 }) - 0.5) < 1e-9)
  })
})
