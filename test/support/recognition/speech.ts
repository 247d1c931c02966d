import { openRandom } from './random.ts'

const rate = 16_000
/** The first three formants of vowels, in Hz, of a vocal tract of medium length. */
const vowels = [
  [730, 1_090, 2_440],
  [270, 2_290, 3_010],
  [300, 870, 2_240],
  [530, 1_840, 2_480],
  [570, 840, 2_410],
  [660, 1_720, 2_410],
  [440, 1_020, 2_240],
  [490, 1_350, 1_690],
] as const

/** How somebody sounds who does not exist. */
export interface SyntheticVoice {
  /** In Hz. */
  readonly pitch: number
  /** By how much all formants are higher than those of a vocal tract of medium length. */
  readonly tract: number
  /** The bandwidth of the first formant, in Hz. */
  readonly width?: number
}

export const anna: SyntheticVoice = { pitch: 215, tract: 1.17, width: 70 }
export const ben: SyntheticVoice = { pitch: 105, tract: 0.92, width: 110 }

/**
 * Sound that has what speech has: a source with a pitch, formants that move from vowel to vowel, hissing consonants and
 * pauses. 16 kHz, samples from -1 to 1; the same for the same `seed`, which stands for what is said.
 */
export function spoken(
  { pitch, tract, width = 80 }: SyntheticVoice,
  seconds: number,
  seed: number,
): Float32Array {
  const random = openRandom(seed)
  const samples = new Float32Array(Math.round(seconds * rate))
  const states = [new Float64Array(2), new Float64Array(2), new Float64Array(2)]
  let phase = 0
  for (let start = 0; start < samples.length;) {
    const length = Math.round(rate * random.between(0.07, 0.18))
    const kind = random.next()
    const formants = random.pick(vowels).map((hertz) => hertz * tract * random.between(0.97, 1.03))
    const height = pitch * random.between(0.92, 1.1)
    for (let at = 0; at < length && start + at < samples.length; at += 1) {
      // A pause, a hiss, or a vowel.
      const noise = random.normal()
      let source = 0.002 * noise
      if (kind > 0.3) {
        phase += height / rate
        if (phase >= 1) phase -= 1
        source = (phase < 0.4 ? Math.sin((Math.PI * phase) / 0.4) : -0.25) + 0.02 * noise
      } else if (kind > 0.12) source = 0.12 * noise
      let sound = source
      for (const [order, hertz] of formants.entries())
        sound = resonate(states[order] ?? new Float64Array(2), sound, hertz, width * (1 + order / 2))
      const edge = Math.min(1, at / 160, (length - at) / 160)
      samples[start + at] = sound * edge
    }
    start += length
  }
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9)
  return samples.map((sample) => (0.6 * sample) / loudest)
}

function resonate(state: Float64Array, input: number, hertz: number, width: number): number {
  const radius = Math.exp((-Math.PI * width) / rate)
  const angle = (2 * Math.PI * hertz) / rate
  const feedback = 2 * radius * Math.cos(angle)
  const output =
    (1 - feedback + radius * radius) * input + feedback * (state[0] ?? 0) - radius * radius * (state[1] ?? 0)
  state[1] = state[0] ?? 0
  state[0] = output
  return output
}

/** Samples as bare 16-bit PCM, little-endian unless said otherwise. */
export function pcm(samples: Float32Array, order: 'little' | 'big' = 'little'): Buffer {
  const bytes = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
    if (order === 'little') bytes.writeInt16LE(value, at * 2)
    else bytes.writeInt16BE(value, at * 2)
  }
  return bytes
}

/** Samples as a WAV file of 16 bits. */
export function wav(samples: Float32Array, sampleRate = rate, channels = 1): Buffer {
  return wavFile(pcm(samples), { code: 1, bits: 16, sampleRate, channels })
}

interface WavFormat {
  readonly code: number
  readonly bits: number
  readonly sampleRate: number
  readonly channels: number
}

/** A WAV file around bytes. */
export function wavFile(data: Buffer, { code, bits, sampleRate, channels }: WavFormat): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(code, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE((sampleRate * channels * bits) / 8, 28)
  head.writeUInt16LE((channels * bits) / 8, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
