/** What the embedding thread has to know to load a model and use it. */
export interface LoadableModel {
  readonly id: string
  /** The paths of its files. */
  readonly onnx: string
  readonly tokenizer: string
  readonly dimension: number
  readonly max_tokens: number
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

/** What the thread answers: the vectors of all texts in their order, end to end; or why there are none. */
export type Result =
  | { readonly id: number; readonly vectors: Float32Array }
  | { readonly id: number; readonly error: string }
