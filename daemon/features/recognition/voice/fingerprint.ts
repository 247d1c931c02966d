import { bandCount, type Frames } from './features.ts'

/** What tells a recording from every other one: 29 bits for each 20 ms, of how the energies of neighbouring bands change. */
export type Fingerprint = Uint32Array

/** Frames of features that a row of bits is of, and the distance over which a change is measured. */
const stride = 2
const lag = 4
/** Rows over which energies are smoothed, so that it does not matter where frames begin. */
const smoothing = 3
/** So many rows at least must lie over each other: half a second. */
const minOverlap = 40
/** Of the shorter one this share at least. */
const minShare = 0.6
/** Two recordings whose bits differ in less than this share are one; those of other recordings differ in nearly half. */
export const sameBelow = 0.3

/** The fingerprint of a recording (after Haitsma and Kalker, 2002). */
export function fingerprintOf({ count, bands }: Frames): Fingerprint {
  const smooth = (frame: number, band: number) => {
    let sum = 0
    for (let at = -smoothing; at <= smoothing; at += 1)
      sum += bands[Math.min(count - 1, Math.max(0, frame + at)) * bandCount + band] ?? 0
    return sum
  }
  const rows = Math.max(0, Math.floor((count - lag) / stride))
  return Uint32Array.from({ length: rows }, (_, row) => {
    const frame = row * stride
    let bits = 0
    for (let band = 0; band + 1 < bandCount; band += 1) {
      const now = smooth(frame + lag, band) - smooth(frame + lag, band + 1)
      const before = smooth(frame, band) - smooth(frame, band + 1)
      bits = (bits << 1) | (now > before ? 1 : 0)
    }
    return bits >>> 0
  })
}

/** Whether a recording is one of the others, or a part of one. */
export const isAmong = (fingerprint: Fingerprint, others: readonly Fingerprint[]): boolean =>
  others.some((other) => difference(fingerprint, other, sameBelow) < sameBelow)

/**
 * The least share of bits in which two recordings differ, wherever one is laid over the other: 0 to 1. Where it is `enough`
 * or more it need not be exact.
 */
export function difference(one: Fingerprint, other: Fingerprint, enough = 1): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  const overlap = Math.max(minOverlap, Math.ceil(minShare * short.length))
  let least = enough
  for (let shift = overlap - short.length; shift + overlap <= long.length; shift += 1) {
    const from = Math.max(0, -shift)
    const to = Math.min(short.length, long.length - shift)
    if (to - from < overlap) continue
    const bits = (bandCount - 1) * (to - from)
    const limit = least * bits
    let differing = 0
    for (let at = from; at < to && differing < limit; at += 1)
      differing += bitsOf(((short[at] ?? 0) ^ (long[at + shift] ?? 0)) >>> 0)
    least = Math.min(least, differing / bits)
  }
  return least
}

function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
