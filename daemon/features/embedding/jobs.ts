/** A graph and its tokenizer, as the embedding thread loads them. */
export interface ModelFiles {
  readonly id: string
  /** The paths of its files. */
  readonly onnx: string
  readonly tokenizer: string
  readonly max_tokens: number
}

/** What the embedding thread has to know to load a model that makes vectors, and use it. */
export interface LoadableModel extends ModelFiles {
  readonly dimension: number
  readonly pooling: 'in_graph' | 'cls' | 'mean'
  readonly special_tokens: boolean
}

/** Texts that the embedding thread is asked to embed; `urgent` ones go before all others. */
export interface EmbeddingJob {
  readonly id: number
  readonly model: LoadableModel
  readonly texts: readonly string[]
  readonly prefix: string
  readonly urgent: boolean
}

/** Passages that the embedding thread is asked to read with a question, the first of them first, as long as there is time. */
export interface RerankingJob {
  readonly id: number
  readonly reranker: ModelFiles
  readonly question: string
  readonly passages: readonly string[]
  /** In milliseconds, from when the thread hears of it. */
  readonly budget: number
}

export type Job = EmbeddingJob | RerankingJob

/**
 * What the thread answers: the vectors of all texts in their order, end to end, or how well each passage answers (NaN
 * where there was no time for it); or why there are none.
 */
export type Result =
  | { readonly id: number; readonly values: Float32Array }
  | { readonly id: number; readonly error: string }
