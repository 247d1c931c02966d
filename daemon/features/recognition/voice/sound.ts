/** The rate at which voices are compared, in samples a second. */
export const sampleRate = 16_000
/** The longest recording that is looked at, in seconds. */
export const maxSeconds = 30

/** What is recorded, as one channel; samples from -1 to 1. */
export interface Sound {
  /** Samples a second. */
  readonly rate: number
  readonly samples: Float32Array
}

/** Why a recording cannot be used. */
export const refusals = [
  'not_audio',
  'unsupported_audio',
  'too_long',
  'silent',
  'too_little_speech',
  'clipped',
  'replayed',
] as const
export type Refusal = (typeof refusals)[number]

/** A recording that cannot be used; `seconds` says of how much speech or sound it was, where that is why. */
export class AudioRefused extends Error {
  readonly refusal: Refusal
  readonly seconds: number | undefined

  constructor(refusal: Refusal, seconds?: number) {
    super(refusal)
    this.refusal = refusal
    this.seconds = seconds
  }
}

/** Several channels as one: their mean. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels
  if (others.length === 0) return first
  return first.map(
    (sample, at) => others.reduce((sum, channel) => sum + (channel[at] ?? 0), sample) / channels.length,
  )
}

/** How many zero crossings of the sinc there are on each side. */
const crossings = 16
/** What is left of the band below half of the lower rate. */
const rolloff = 0.94

/** The same sound at another rate, low-passed by a windowed sinc so that nothing folds into what is left. */
export function resampled({ rate, samples }: Sound, to = sampleRate): Float32Array {
  if (rate === to) return samples
  const cutoff = Math.min(1, to / rate) * rolloff
  const reach = Math.ceil(crossings / cutoff)
  const divisor = gcd(rate, to)
  // Outputs fall between inputs at no more than so many places.
  const kernels = Array.from({ length: to / divisor }, (_, phase) =>
    kernelOf(phase / (to / divisor), cutoff, reach),
  )
  // With silence around it, every output has all of its inputs.
  const padded = new Float32Array(samples.length + 2 * reach + 2)
  padded.set(samples, reach)
  const result = new Float32Array(Math.floor((samples.length * to) / rate))
  for (let at = 0; at < result.length; at += 1) {
    const position = at * rate
    const kernel = kernels[(position % to) / divisor] ?? new Float32Array(0)
    const first = Math.floor(position / to) + 1
    let sum = 0
    for (let tap = 0; tap < kernel.length; tap += 1) sum += (kernel[tap] ?? 0) * (padded[first + tap] ?? 0)
    result[at] = sum
  }
  return result
}

/** The weights of the inputs around an output that lies so far (0 to 1) behind one of them; their sum is 1. */
function kernelOf(behind: number, cutoff: number, reach: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - behind
    if (Math.abs(distance) >= reach) return 0
    return sinc(distance * cutoff) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / reach))
  })
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => weight / sum)
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other))
