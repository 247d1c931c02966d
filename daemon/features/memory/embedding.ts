/** What makes vectors of texts, as the memory knows it. */
export interface Embedding {
  /** A unit vector of each text, in order, by that model. */
  readonly embed: (
    model: string,
    texts: readonly string[],
    purpose: 'query' | 'passage',
  ) => Promise<Float32Array[]>
  /** Throws 404 for an unknown model, 409 for one that is not on this machine. */
  readonly assertAvailable: (model: string) => void
  /** How much the meanings of that model count against words. */
  readonly fusionWeight: (model: string) => number
}
