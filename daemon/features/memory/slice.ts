import { openBitVectors } from './bit-vectors.ts'
import { topK } from './top-k.ts'
import { openInt8Vectors } from './int8-vectors.ts'
import { fuse, type Partition } from './partition.ts'

/**
 * Of each that is asked for, so many that look the best by the signs of their vectors are looked at by the bytes, and so
 * many of those answered: of 100,000 memories, the ten best are then the ten best of all in 997 of 1,000.
 */
const [sieved, answered] = [12, 3]

/** The vectors of one owner in memory. */
export interface Slice {
  readonly count: () => number
  readonly ids: () => number[]
  readonly has: (memory_id: number) => boolean
  /** Adds the vector of a memory, or puts another in its place. */
  readonly put: (memory_id: number, vector: Float32Array) => void
  readonly drop: (memory_id: number) => void
  /**
   * What the owner has, as far as a question goes, by cosines exact to about 0.005. `having` gives the ids of memories
   * that have a word. Valid until the next question.
   */
  readonly search: (vector: Float32Array, having: (word: string) => number[]) => Partition
}

export function openSlice(): Slice {
  const signs = openBitVectors()
  const vectors = openInt8Vectors()
  const ids: number[] = []
  // By id; one more than the place, since 0 is none. A map takes ten times as long.
  let places = new Int32Array(1_024)

  const placeOf = (memory_id: number) => (places[memory_id] ?? 0) - 1
  const setPlace = (memory_id: number, place: number) => {
    if (memory_id >= places.length) {
      const before = places
      places = new Int32Array(memory_id * 2)
      places.set(before)
    }
    places[memory_id] = place + 1
  }

  return {
    count: () => ids.length,
    ids: () => [...ids],
    has: (memory_id) => placeOf(memory_id) >= 0,

    put: (memory_id, vector) => {
      const known = placeOf(memory_id)
      const place = known < 0 ? ids.length : known
      signs.set(place, vector)
      vectors.set(place, vector)
      ids[place] = memory_id
      setPlace(memory_id, place)
    },

    drop: (memory_id) => {
      const place = placeOf(memory_id)
      if (place < 0) return
      setPlace(memory_id, -1)
      const last = ids.pop()
      if (last === undefined || last === memory_id) return
      // The last one fills the gap.
      signs.move(ids.length, place)
      vectors.move(ids.length, place)
      ids[place] = last
      setPlace(last, place)
    },

    search: (vector, having) => {
      const count = ids.length
      const weights = new Float32Array(count)
      const products = new Map<number, number>()
      const productOf = (place: number) => {
        const known = products.get(place) ?? vectors.product(place, vector)
        products.set(place, known)
        return known
      }
      let found: number[] = []
      return {
        count,
        exact: false,
        lookUp: (word) => {
          found = having(word)
            .map(placeOf)
            .filter((place) => place >= 0)
          return found.length
        },
        weigh: (weight) => {
          for (const place of found) weights[place] = (weights[place] ?? 0) + weight
        },
        best: (k, allowed, fusion) => {
          // Rough cosines, made scores in place.
          const rough = signs.cosines(vector, count)
          for (let place = 0; place < count; place += 1)
            rough[place] = fuse(fusion, weights[place] ?? 0, rough[place] ?? 0)
          if (allowed) for (const [place, id] of ids.entries()) if (!allowed.has(id)) rough[place] = -Infinity
          const places = topK(rough, k * sieved)
          const scores = Float32Array.from(places, (place) =>
            fuse(fusion, weights[place] ?? 0, productOf(place)),
          )
          return topK(scores, k * answered).map((at) => ids[places[at] ?? 0] ?? 0)
        },
        weightOf: (memory_id) => weights[placeOf(memory_id)] ?? 0,
        cosine: (memory_id) => {
          const place = placeOf(memory_id)
          return place < 0 ? undefined : productOf(place)
        },
      }
    },
  }
}
