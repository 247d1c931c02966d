import type { Log } from '../../kernel/log.ts'
import type { Embedding } from './embedding.ts'
import type { Vectors } from './vector.ts'
import type { VectorTables } from './vector-tables.ts'

export interface MemoryVectors {
  /**
   * Makes the vectors of some contents and does `write` with them, which writes at once. Where searches have begun to use
   * another model meanwhile, they are made again.
   */
  readonly with: <T>(contents: readonly string[], write: (made: Vectors[]) => T) => Promise<T>
}

/**
 * Makes the vectors that a memory needs: of the active model, and of one that is being built. Where a model does not
 * work, a memory is kept without its vector, found by its words alone, and a repair or the change of the model adds it.
 */
export function openVectors(tables: VectorTables, embedding: Embedding, log: Log): MemoryVectors {
  const make = async (contents: readonly string[]): Promise<Vectors[]> => {
    const made: Vectors[] = contents.map(() => ({}))
    for (const { name, model } of tables.written()) {
      try {
        const vectors = await embedding.embed(model, contents, 'passage')
        for (const [at, vector] of vectors.entries()) made[at] = { ...made[at], [name]: vector }
      } catch (error) {
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
        if (name === tables.active().name) return write(made)
      }
    },
  }
}
