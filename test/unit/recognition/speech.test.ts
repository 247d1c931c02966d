import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { framesOf, hop } from '../../../daemon/features/recognition/voice/features.ts'
import {
  difference,
  fingerprintOf,
  isAmong,
  sameBelow,
} from '../../../daemon/features/recognition/voice/fingerprint.ts'
import { AudioRefused } from '../../../daemon/features/recognition/voice/sound.ts'
import { assertNotClipped, findSpeech } from '../../../daemon/features/recognition/voice/speech.ts'
import { openRandom } from '../../support/recognition/random.ts'
import { elsewhere, joined, noisy } from '../../support/recognition/recordings.ts'
import { anna, ben, spoken } from '../../support/recognition/speech.ts'

const refusedAs = (refusal: string) => (error: unknown) =>
  error instanceof AudioRefused && error.refusal === refusal
const find = (samples: Float32Array) => findSpeech(framesOf(samples))
const noise = (seconds: number, loudness: number) => {
  const random = openRandom(7)
  return Float32Array.from({ length: seconds * 16_000 }, () => loudness * random.normal())
}

describe('Speech', () => {
  it('is what is loud enough: a silence around it counts nothing', () => {
    const silence = noise(2, 0.0003)
    const { seconds } = find(joined([silence, spoken(anna, 3, 1), silence]))
    assert.ok(seconds > 2.2 && seconds < 3.2, String(seconds))
  })

  it('is not found in silence, nor in a hiss', () => {
    assert.throws(() => find(new Float32Array(32_000)), refusedAs('silent'))
    assert.throws(() => find(noise(2, 0.0005)), refusedAs('silent'))
    assert.throws(() => find(noise(2, 0.2)), refusedAs('silent'))
    assert.throws(() => find(new Float32Array(100)), refusedAs('silent'))
  })

  it('of less than a second is refused, and how much there was is said', () => {
    const short = joined([noise(1, 0.0003), spoken(anna, 0.6, 2), noise(1, 0.0003)])
    assert.throws(
      () => find(short),
      (error) =>
        error instanceof AudioRefused &&
        error.refusal === 'too_little_speech' &&
        (error.seconds ?? 0) > 0.3 &&
        (error.seconds ?? 0) < 0.8,
    )
  })

  it('that is cut off at its peaks is refused, and loud speech is not', () => {
    const loud = spoken(anna, 3, 1).map((sample) => sample * 1.6)
    assertNotClipped(loud, find(loud), hop)
    const cutOff = loud.map((sample) => Math.max(-1, Math.min(1, sample * 8)))
    assert.throws(() => assertNotClipped(cutOff, find(cutOff), hop), refusedAs('clipped'))
  })
})

describe('The fingerprint of a recording', () => {
  const print = (samples: Float32Array) => fingerprintOf(framesOf(samples))
  const recording = spoken(anna, 4, 1)

  it('knows it again quieter, with noise, from elsewhere, and shifted', () => {
    const own = print(recording)
    const again = {
      quieter: recording.map((sample) => sample * 0.3),
      noisy: noisy(recording, 25, openRandom(1)),
      elsewhere: elsewhere(recording, openRandom(2)),
      shifted: joined([noise(1, 0.001), recording]).subarray(77),
      shortened: recording.subarray(16_000),
    }
    for (const [how, samples] of Object.entries(again)) assert.ok(isAmong(print(samples), [own]), how)
  })

  it('is another one for every other recording, also of the same voice', () => {
    const all = [anna, ben].flatMap((voice) => [1, 2, 3, 4].map((seed) => print(spoken(voice, 4, seed * 10))))
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const differs = difference(one, other)
        // The same seed says the same in two voices, as two people who read one sentence.
        assert.ok(differs > sameBelow, String(differs))
      }
  })
})
