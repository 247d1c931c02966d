/** What is kept under a name, such as `chunks/0a/0a12.age`. */
export interface StoredObject {
  readonly name: string
  readonly bytes: number
}

/**
 * Where encrypted objects are kept: a folder, or a server. Everything rejects with `StoreProblem` where the place cannot be
 * used.
 */
export interface ObjectStore {
  /** Whether it lies across a network, so that reading everything back each time costs too much. */
  readonly remote: boolean
  /** Makes the place itself, where what it lies in is there, and these areas in it. */
  readonly prepare: (areas: readonly string[]) => Promise<void>
  /** Keeps an object whole or not at all; it is safe when this resolves. Takes the place of one of that name. */
  readonly put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is none of that name. */
  readonly get: (name: string) => Promise<Buffer | null>
  /** Everything whose name begins with `area` and a slash, sorted by name. */
  readonly list: (area: string) => Promise<StoredObject[]>
  /** One that is gone already is fine. */
  readonly remove: (name: string) => Promise<void>
  /** Removes what a crash has left unfinished. */
  readonly tidy: () => Promise<void>
}

/** Why a place cannot be used now: it is not there, it is full, it does not take the credentials, or it fails in another way. */
export type Trouble = 'away' | 'full' | 'denied' | 'failed'

/** A place cannot be used now. */
export class StoreProblem extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.trouble = trouble
  }
}

/** What a name ends with while its object is being written. */
export const unfinished = '.part'
/** Where all objects are but the three that say what the place is. */
export const areas = ['chunks', 'snapshots'] as const
