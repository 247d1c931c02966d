/** Random numbers that are the same for the same seed (Mulberry32). */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number
  readonly between: (low: number, high: number) => number
  /** Of a normal distribution with mean 0 and deviation 1. */
  readonly normal: () => number
  readonly pick: <T>(from: readonly T[]) => T
}

/** Opens a sequence of random numbers. */
export function openRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
  }
}
