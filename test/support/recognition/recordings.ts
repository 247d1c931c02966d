import { sampleRate } from '../../../daemon/features/recognition/voice/sound.ts'
import type { Random } from './random.ts'

export function joined(recordings: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(recordings.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const recording of recordings) {
    all.set(recording, at)
    at += recording.length
  }
  return all
}

/**
 * The same with noise, so many decibels below the speech: half of it white, half of it low, as of a fan or a street. With
 * `Infinity` it is as it was.
 */
export function noisy(samples: Float32Array, decibels: number, random: Random): Float32Array {
  if (decibels === Infinity) return samples
  let low = 0
  const noise = samples.map(() => {
    const white = random.normal()
    low = 0.97 * low + 0.24 * white
    return 0.7 * white + 0.7 * low
  })
  const power = (signal: Float32Array) =>
    signal.reduce((sum, value) => sum + value * value, 0) / signal.length
  const gain = Math.sqrt(power(samples) / (power(noise) || 1) / 10 ** (decibels / 10))
  return samples.map((sample, at) => sample + gain * (noise[at] ?? 0))
}

/** The same through another microphone in another room: a filter of a tilt and a resonance, and a short echo. */
export function elsewhere(samples: Float32Array, random: Random): Float32Array {
  const tilt = random.between(-0.5, 0.5)
  const frequency = (2 * Math.PI * random.between(300, 3_500)) / sampleRate
  const radius = random.between(0.3, 0.75)
  const [feedback, decay] = [2 * radius * Math.cos(frequency), radius * radius]
  const delay = Math.round(sampleRate * random.between(0.008, 0.045))
  const echo = random.between(0, 0.35)
  let [before, one, two] = [0, 0, 0]
  const filtered = samples.map((sample) => {
    const tilted = sample - tilt * before
    before = sample
    const resonant = tilted * 0.6 + feedback * one - decay * two
    two = one
    one = resonant
    return 0.5 * tilted + 0.5 * resonant
  })
  const heard = filtered.map((sample, at) => sample + echo * (filtered[at - delay] ?? 0))
  const loudest = heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6)
  const volume = random.between(0.15, 0.85) / loudest
  return heard.map((sample) => sample * volume)
}
