/** Of every vector. */
export const dimension = 384

/**
 * What a peer is asked, as `task.json` in its folder; its vectors lie beside it, one after another, in `vectors`,
 * and its texts in `texts.json`.
 */
export interface Task {
  /** Where its package is installed. */
  readonly packages: string
  readonly members: number
  readonly count: number
  readonly k: number
  readonly questions: readonly {
    readonly text: string
    readonly vector: readonly number[]
    readonly member: number
  }[]
}

/** What a peer says of itself. */
export interface PeerReport {
  /** Seconds. */
  readonly build: number
  /** Bytes. */
  readonly disk: number
  readonly rss: number
  /** Milliseconds of each search. */
  readonly times: readonly number[]
  /** The numbers of the memories that each search found. */
  readonly found: readonly (readonly number[])[]
}
