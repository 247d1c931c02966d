import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import type { Memories } from './store.ts'

/** How long uses are gathered before they are written, in milliseconds. */
const gathered = 60_000

export interface Access {
  readonly note: (ids: readonly number[]) => void
  /** Writes what was gathered, for who is about to read it. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Records the use of memories: collected for a minute, so that a search never waits for a write. */
export function openAccess({
  store,
  memories,
  clock,
  log,
}: {
  store: Store
  memories: Memories
  clock: Clock
  log: Log
}): Access {
  const used = new Set<number>()
  let cancel: (() => void) | undefined

  const write = () => {
    cancel = undefined
    try {
      store.write((tx) => memories.accessed(tx, used, clock.now()))
      used.clear()
    } catch (error) {
      log.error({ err: error }, 'the use of memories could not be recorded')
    }
  }

  const flush = () => {
    cancel?.()
    if (used.size > 0) write()
  }

  return {
    note: (ids) => {
      for (const id of ids) used.add(id)
      if (used.size > 0) cancel ??= clock.after(gathered, write)
    },
    flush,
    stop: flush,
  }
}
