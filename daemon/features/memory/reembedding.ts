import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import type { Embedding } from './vectors.ts'
import type { Memories } from './store.ts'
import type { UsedTable, VectorTables } from './vector-tables.ts'

/** Memories that are embedded, and written, at once. */
const batch = 64
/** How long to wait after a failure, in milliseconds. */
const pause = 60_000

export interface Progress {
  readonly model: string
  readonly done: number
  readonly total: number
  /** Why it is paused. */
  readonly error: string | null
}

export interface Reembedding {
  /** Null where nothing is being built. */
  readonly progress: () => Progress | null
  /** Makes the vectors of another model in the background, and uses them once they are whole. */
  readonly begin: (model: string) => void
  readonly cancel: () => void
  readonly stop: () => Promise<void>
}

interface ReembeddingDependencies {
  readonly store: Store
  readonly memories: Memories
  readonly tables: VectorTables
  readonly embedding: Pick<Embedding, 'embed' | 'stateOf'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** Told when searches use other vectors. */
  readonly switched: () => void
}

/**
 * Goes on with what a stop interrupted, and drops the vectors that were kept for a way back. Searches use the old vectors
 * all the while; new memories get vectors of both models.
 */
export function openReembedding(dependencies: ReembeddingDependencies): Reembedding {
  const { store, memories, tables, embedding, bus, clock, log } = dependencies
  let error: string | null = null
  let running: Promise<void> | undefined
  let stopped = false
  let wait = () => {}

  const progress = (): Progress | null => {
    const built = tables.building()
    if (!built) return null
    return { model: built.model, done: memories.countVectors(built.name), total: memories.count(), error }
  }
  const publishProgress = () => {
    const now = progress()
    bus.publish('memory.reembedding', { ...(now ?? { model: tables.active().model }) })
  }

  const going = (built: UsedTable) => !stopped && tables.building()?.model === built.model
  const build = openBuilding(dependencies, going, publishProgress)

  const attempt = async (built: UsedTable) => {
    try {
      await build(built)
      error = null
    } catch (failed) {
      error = 'the model does not work'
      if (!stopped) log.error({ err: failed, model: built.model }, 'memories could not be embedded again')
      wait = clock.after(pause, run)
    }
    running = undefined
    // Another model may have been chosen while this one was built.
    if (error === null) run()
  }

  const run = () => {
    const built = tables.building()
    if (running || stopped || !built) return
    const state = embedding.stateOf(built.model)
    if (state === 'here') running = attempt(built)
    else error = state === 'downloading' ? null : 'the model is not on this machine'
  }

  const cancel = () => {
    wait()
    store.write((tx) => tables.clear(tx))
  }

  const unsubscribe = bus.subscribe('embedding.progress', {
    receive: ({ payload: { model, state } }) => {
      if (model !== tables.building()?.model) return
      // Who ends its download wants it no more.
      if (state === 'missing') cancel()
      else run()
      publishProgress()
    },
  })

  store.write((tx) => tables.clearKept(tx))
  run()

  return {
    progress,
    begin: (model) => {
      wait()
      error = null
      store.write((tx) => tables.begin(tx, model))
      run()
    },
    cancel,
    stop: async () => {
      stopped = true
      unsubscribe()
      wait()
      await running
    },
  }
}

/** What makes all vectors of a table that has not all of them, as long as it is `going`, and then uses it. */
function openBuilding(
  { store, memories, tables, embedding, switched }: ReembeddingDependencies,
  going: (built: UsedTable) => boolean,
  publishProgress: () => void,
): (built: UsedTable) => Promise<void> {
  const add = async (built: UsedTable, rows: readonly { memory_id: number; content: string }[]) => {
    const vectors = await embedding.embed(
      built.model,
      rows.map(({ content }) => content),
      'passage',
    )
    store.write((tx) => {
      // Given up, or begun anew, while it was embedded.
      if (!going(built)) return
      for (const [at, { memory_id, content }] of rows.entries()) {
        const vector = vectors[at]
        if (vector && memories.contentOf(memory_id) === content)
          memories.addVector(tx, built.name, memory_id, vector)
      }
    })
    publishProgress()
  }

  return async (built) => {
    let last = 0
    while (going(built)) {
      const rows = memories.withoutVector(built.name, last, batch)
      if (rows.length > 0) {
        last = rows.at(-1)?.memory_id ?? last
        await add(built, rows)
      } else if (last > 0) {
        // From the beginning, for what was changed behind.
        last = 0
      } else {
        // The switch is in one transaction with the look that finds nothing.
        store.write((tx) => {
          if (memories.withoutVector(built.name, 0, 1).length > 0) return
          tables.activate(tx, built)
          tx.afterCommit(switched)
        })
        publishProgress()
      }
    }
  }
}
