import type { ComparedVectors } from './int8-vectors.ts'

/**
 * The vectors of somebody who has more than there is memory for: which places have one is all that is kept, and each is
 * read where it is compared. `read` answers the one of a place, a unit vector.
 */
export function openStoredVectors(
  read: (place: number) => Float32Array | undefined,
  count = 0,
): ComparedVectors {
  let known = new Uint8Array(count)
  const reserve = (place: number) => {
    if (place < known.length) return
    const before = known
    known = new Uint8Array(Math.max(16, Math.ceil(place * 1.25)))
    known.set(before)
  }
  const has = (place: number) => known[place] === 1

  return {
    reserve,
    set: (place) => {
      reserve(place)
      known[place] = 1
    },
    has,
    productsWith: (vector) => (place) => {
      const stored = has(place) ? read(place) : undefined
      return stored?.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0) ?? 0
    },
    bytes: () => 0,
    release: () => {
      known = new Uint8Array()
    },
  }
}
