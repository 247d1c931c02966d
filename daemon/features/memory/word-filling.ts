import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store } from '../../store/store.ts'
import type { Memories } from './store.ts'

/** Memories that are written at once. */
const batch = 256

/**
 * Adds the words of memories that have none, in the background: after an upgrade that has emptied the index, or one that
 * a stop has interrupted. Until then they are found by their meanings.
 */
export function fillWords({
  store,
  memories,
  clock,
  log,
}: {
  store: Store
  memories: Memories
  clock: Clock
  log: Log
}): { stop: () => void } {
  let cancel = () => {}
  const go = () => {
    try {
      const added = store.write((tx) => memories.addMissingWords(tx, batch))
      if (added > 0) cancel = clock.after(0, go)
    } catch (error) {
      log.error({ err: error }, 'the words of memories could not be indexed; retrying at the next start')
    }
  }
  cancel = clock.after(0, go)
  return { stop: () => cancel() }
}
