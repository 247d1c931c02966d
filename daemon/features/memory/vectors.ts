import { Stopping } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import type { VectorTables } from './vector-tables.ts'
import type { Calibration } from './search/ranking.ts'
import type { Reranker } from './search/reranking.ts'
import type { Vectors } from './vector.ts'

/** What makes vectors of texts, as the memory knows it. */
export interface Embedding {
  /** A unit vector of each text, in order, by that model. */
  readonly embed: (
    model: string,
    texts: readonly string[],
    purpose: 'query' | 'passage',
  ) => Promise<Float32Array[]>
  /** Whether a model is on this machine, or on its way; throws 404 for an unknown one. */
  readonly stateOf: (model: string) => 'here' | 'downloading' | 'failed' | 'missing'
  /** Throws 404 for an unknown model, 409 for one that is not on this machine. */
  readonly assertAvailable: (model: string) => void
  /** Fetches a model in the background, where it is not here; throws 404 for an unknown one. */
  readonly download: (model: string) => void
  readonly calibration: (model: string) => Calibration
  /** The reranking model that is on this machine; null where there is none. */
  readonly reranker: () => Reranker | null
}

/** Searches have begun to use another model than the one that vectors were made by. */
class OtherModel extends Error {}

export interface MemoryVectors {
  /**
   * Makes the vectors of some contents and does `write` with them. Where searches have begun to use another model
   * meanwhile, they are made again; what does not write at once calls `assertCurrent` in its transaction, which throws then.
   */
  readonly with: <T>(
    contents: readonly string[],
    write: (made: Vectors[], assertCurrent: () => void) => T | Promise<T>,
  ) => Promise<T>
}

/**
 * Makes the vectors that a memory needs: of the active model, and of one that is being built. Where a model does not
 * work, a memory is kept without its vector, found by its words alone, and a repair or the change of the model adds it.
 * Where the daemon stops, none is kept: they throw `Stopping`.
 */
export function openVectors(
  tables: VectorTables,
  embedding: Pick<Embedding, 'embed' | 'stateOf'>,
  log: Log,
): MemoryVectors {
  const make = async (contents: readonly string[]): Promise<Vectors[]> => {
    const made: Vectors[] = []
    for (const _ of contents) made.push({})
    for (const { name, model } of tables.written()) {
      // Of a model that is on its way, all vectors are made once it is here.
      if (embedding.stateOf(model) === 'downloading') continue
      try {
        const vectors = await embedding.embed(model, contents, 'passage')
        for (const [at, vector] of vectors.entries()) made[at] = { ...made[at], [name]: vector }
      } catch (error) {
        // Whoever asked asks the next daemon, where the model works.
        if (error instanceof Stopping) throw error
        log.error(
          { err: error, model },
          'memories are stored without a vector: the embedding model does not work',
        )
      }
    }
    return made
  }

  return {
    with: async (contents, write) => {
      for (;;) {
        const { name } = tables.active()
        const made = await make(contents)
        const assertCurrent = () => {
          if (name !== tables.active().name) throw new OtherModel()
        }
        if (name !== tables.active().name) continue
        try {
          return await write(made, assertCurrent)
        } catch (error) {
          if (!(error instanceof OtherModel)) throw error
        }
      }
    },
  }
}
