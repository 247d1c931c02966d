import { sampleRate } from './sound.ts'

/** What the front end makes of a recording: a row for each 10 ms. */
export interface Frames {
  readonly count: number
  /** The logarithms of the energies of the mel bands, row by row. */
  readonly bands: Float32Array
  /** The energy of each frame in decibels of full scale. */
  readonly energy: Float32Array
}

const frameLength = (sampleRate * 25) / 1_000
/** Samples from one frame to the next. */
export const hop = sampleRate / 100
const fftSize = 512
export const bandCount = 30
const lowestHz = 80
const highestHz = 7_600
const preEmphasis = 0.97
const window = Float32Array.from(
  { length: frameLength },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (frameLength - 1)),
)
const filters = melFilters()

/** The energies of mel bands in frames of 25 ms, of sound at 16 kHz. */
export function framesOf(samples: Float32Array): Frames {
  const count = Math.max(0, Math.floor((samples.length - frameLength) / hop) + 1)
  const bands = new Float32Array(count * bandCount)
  const energy = new Float32Array(count)
  const real = new Float64Array(fftSize)
  const imaginary = new Float64Array(fftSize)
  for (let frame = 0; frame < count; frame += 1) {
    const start = frame * hop
    real.fill(0)
    imaginary.fill(0)
    let power = 0
    for (let at = 0; at < frameLength; at += 1) {
      const sample = samples[start + at] ?? 0
      power += sample * sample
      real[at] = (sample - preEmphasis * (samples[start + at - 1] ?? sample)) * (window[at] ?? 0)
    }
    energy[frame] = 10 * Math.log10(power / frameLength + 1e-10)
    transform(real, imaginary)
    let band = frame * bandCount
    for (const { from, weights } of filters) {
      let sum = 0
      for (let at = 0; at < weights.length; at += 1) {
        const r = real[from + at] ?? 0
        const i = imaginary[from + at] ?? 0
        sum += (weights[at] ?? 0) * (r * r + i * i)
      }
      bands[band] = Math.log(sum + 1e-7)
      band += 1
    }
  }
  return { count, bands, energy }
}

/** The filters of the mel scale: triangles, as the first bin that each takes in and the weights from there on. */
function melFilters(): { from: number; weights: Float32Array }[] {
  const mel = (hertz: number) => 2_595 * Math.log10(1 + hertz / 700)
  const hertz = (value: number) => 700 * (10 ** (value / 2_595) - 1)
  const step = (mel(highestHz) - mel(lowestHz)) / (bandCount + 1)
  const edge = (at: number) => (hertz(mel(lowestHz) + at * step) * fftSize) / sampleRate
  return Array.from({ length: bandCount }, (_, band) => {
    const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)]
    const from = Math.ceil(low)
    const weights = Float32Array.from({ length: Math.max(1, Math.floor(high) - from + 1) }, (__, at) => {
      const bin = from + at
      return Math.max(0, bin <= middle ? (bin - low) / (middle - low) : (high - bin) / (high - middle))
    })
    return { from, weights }
  })
}

const twiddles = Float64Array.from({ length: fftSize }, (_, at) => {
  const angle = (-2 * Math.PI * (at >> 1)) / fftSize
  return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle)
})
const reversed = Uint16Array.from({ length: fftSize }, (_, at) => {
  let bits = 0
  for (let bit = 1, value = at; bit < fftSize; bit <<= 1, value >>= 1) bits = (bits << 1) | (value & 1)
  return bits
})

/** The fast Fourier transform (radix 2), in place. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0; at < fftSize; at += 1) {
    const other = reversed[at] ?? 0
    if (other <= at) continue
    const [r, i] = [real[at] ?? 0, imaginary[at] ?? 0]
    real[at] = real[other] ?? 0
    imaginary[at] = imaginary[other] ?? 0
    real[other] = r
    imaginary[other] = i
  }
  for (let size = 2; size <= fftSize; size *= 2) {
    const half = size / 2
    const stride = fftSize / size
    for (let start = 0; start < fftSize; start += size)
      for (let at = 0; at < half; at += 1) {
        const cosine = twiddles[2 * at * stride] ?? 0
        const sine = twiddles[2 * at * stride + 1] ?? 0
        const low = start + at
        const high = low + half
        const hr = real[high] ?? 0
        const hi = imaginary[high] ?? 0
        const r = hr * cosine - hi * sine
        const i = hr * sine + hi * cosine
        const lr = real[low] ?? 0
        const li = imaginary[low] ?? 0
        real[high] = lr - r
        imaginary[high] = li - i
        real[low] = lr + r
        imaginary[low] = li + i
      }
  }
}
