import { saturated } from './ranking.ts'

/** The words of one owner's memories: where each stands, how often, and how long each memory is. */
export interface WordIndex {
  /** Notes the words of a memory at a place, beyond all before; `counts` says how much each counts, `length` is in words. */
  readonly add: (place: number, counts: ReadonlyMap<string, number>, length: number) => void
  readonly drop: (place: number) => void
  /** Of all memories together, in words. */
  readonly totalLength: () => number
  readonly having: (word: string) => number
  /**
   * Adds to the scores, by place, what a word of that weight gives the memories that have it, as far as they are not
   * `counted` for that term; they are then.
   */
  readonly score: (word: string, weight: number, meanLength: number, into: TermScores) => void
  readonly places: (word: string) => number[]
  /** All words, also those that no memory has any more. */
  readonly words: () => Iterable<string>
  /** How many those are. */
  readonly count: () => number
}

/** What memories score, by place, and which of them have had the term. */
export interface TermScores {
  /** A number of its own, from 1. */
  readonly term: number
  readonly scores: Float32Array
  readonly counted: Uint8Array
}

/** What a word counts is kept in quarters, in the lowest bits of each posting. */
const [parts, bits] = [4, 6]
const most = 2 ** bits - 1
/** A length that no memory has: nothing stands there any more. */
const gone = -1

/** Where a word stands more than once: the first `length` of `all`, which has room for more. */
interface Postings {
  all: Int32Array
  length: number
}

/** Most words stand in one memory alone: that is a number, which takes a tenth of the room of a list. */
const listOf = (postings: Postings | number): Iterable<number> & { readonly length: number } =>
  typeof postings === 'number' ? [postings] : postings.all.subarray(0, postings.length)

function append(postings: Postings, posting: number): void {
  const { all, length } = postings
  if (length === all.length) {
    postings.all = new Int32Array(Math.ceil(length * 1.5))
    postings.all.set(all)
  }
  postings.all[length] = posting
  postings.length += 1
}

/** Opens an empty one, with room for so many memories. */
export function openWordIndex(room = 0): WordIndex {
  const postings = new Map<string, Postings | number>()
  let lengths = new Int32Array(room)
  let total = 0
  let dropped = 0
  const stands = (posting: number) => (lengths[posting >> bits] ?? gone) !== gone

  return {
    add: (place, counts, length) => {
      if (place >= lengths.length) {
        const before = lengths
        lengths = new Int32Array(Math.max(16, place * 2))
        lengths.set(before)
      }
      lengths[place] = length
      total += length
      for (const [word, count] of counts) {
        const posting = (place << bits) | Math.min(most, Math.round(count * parts))
        const list = postings.get(word)
        if (list === undefined) postings.set(word, posting)
        else if (typeof list === 'number')
          postings.set(word, { all: Int32Array.of(list, posting), length: 2 })
        else append(list, posting)
      }
    },
    drop: (place) => {
      total -= lengths[place] ?? 0
      lengths[place] = gone
      dropped += 1
    },
    totalLength: () => total,
    having: (word) => {
      const list = postings.get(word)
      if (list === undefined) return 0
      const all = listOf(list)
      return dropped === 0 ? all.length : [...all].filter(stands).length
    },
    score: (word, weight, meanLength, { term, scores, counted }) => {
      const list = postings.get(word)
      if (list === undefined) return
      for (const posting of listOf(list)) {
        const place = posting >> bits
        const length = lengths[place] ?? gone
        if (length === gone || counted[place] === term) continue
        counted[place] = term
        const share = saturated((posting & most) / parts, length, meanLength)
        scores[place] = (scores[place] ?? 0) + weight * share
      }
    },
    places: (word) => {
      const list = postings.get(word)
      return [...(list === undefined ? [] : listOf(list))].filter(stands).map((posting) => posting >> bits)
    },
    words: () => postings.keys(),
    count: () => postings.size,
  }
}
