import type { Clock } from './clock.ts'

/** Over how long it is measured, in milliseconds, and how long a measurement takes at least. */
const [windowMs, leastMs] = [5_000, 500]
/** What comes within so many milliseconds is counted together. */
const stepMs = 100

/** How fast something comes. */
export interface TransferSpeed {
  /** So many bytes have just come. */
  readonly add: (bytes: number) => void
  /** Bytes per second over the last 5 s; null while too little has come to say. */
  readonly perSecond: () => number | null
}

/** Measures by the even clock; what was there before it began is not counted, nor is a pause of over 5 s. */
export function openTransferSpeed(clock: Pick<Clock, 'monotonic'>): TransferSpeed {
  /** The first one says when the time begins; what came with it came before. */
  let arrived: { readonly at: number; bytes: number }[] = []
  const forget = (now: number) => {
    arrived = arrived.filter(({ at }) => now - at <= windowMs)
  }
  return {
    add: (bytes) => {
      const at = clock.monotonic()
      forget(at)
      const last = arrived.at(-1)
      if (last && arrived.length > 1 && at - last.at < stepMs) last.bytes += bytes
      else arrived.push({ at, bytes })
    },
    perSecond: () => {
      const now = clock.monotonic()
      forget(now)
      const [first, ...others] = arrived
      if (!first || now - first.at < leastMs) return null
      const bytes = others.reduce((sum, one) => sum + one.bytes, 0)
      return bytes === 0 ? null : Math.round((bytes / (now - first.at)) * 1_000)
    },
  }
}

/** How many seconds something takes until it is whole; null where its size or its speed is unknown. */
export function secondsLeft(
  done: number,
  total: number | null,
  bytesPerSecond: number | null,
): number | null {
  if (total === null || !bytesPerSecond) return null
  return Math.ceil(Math.max(0, total - done) / bytesPerSecond)
}
