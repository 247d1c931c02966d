/** What one owner has, as far as one question goes. */
export interface Partition {
  /** How many memories the owner has. */
  readonly count: number
  /** Looks for a word of the question; answers how many have it. */
  readonly lookUp: (word: string) => number
  /** Counts the word that was looked for last for so much. */
  readonly weigh: (weight: number) => void
  /**
   * The ids of the best by what their words weigh, as a share of `ideal`, plus `meaning` times their cosine: about `k`
   * of either kind, in no order. Only those that are `allowed`; null allows all.
   */
  readonly best: (k: number, allowed: ReadonlySet<number> | null, fusion: Fusion) => number[]
  /** What the words of a memory weigh. */
  readonly weightOf: (memory_id: number) => number
  /** Undefined where it is not known. */
  readonly cosine: (memory_id: number) => number | undefined
  /** Whether the cosines are those of the vectors, not of short forms of them. */
  readonly exact: boolean
}

/** How words and meanings are put together. */
export interface Fusion {
  /** What all words of the question weigh. */
  readonly ideal: number
  /** How much a meaning counts against words: a property of the model. */
  readonly meaning: number
}

/** What speaks for a memory by words, at most 1, and by meaning. */
export function fuse({ ideal, meaning }: Fusion, weight: number, cosine: number): number {
  return (ideal > 0 ? weight / ideal : 0) + meaning * Math.max(0, cosine)
}
