import { type Clock, iso } from '../../kernel/clock.ts'
import { isOfMachine } from '../../kernel/errors.ts'
import { type Home, removeFile, writeSecret } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { programModule } from '../../kernel/program.ts'
import { openThread, type Thread } from '../../kernel/thread.ts'
import type { Audit } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'
import type { Complaints } from '../../store/mirror/complaint.ts'
import { lastFullCheck, removeChecked } from './checks/full-check.ts'
import type { FullCheck } from './rules.ts'

/** The delay after a start, and between two looks whether a week is over, in milliseconds: a machine that sleeps counts its hours late. */
const [afterStartMs, hourMs] = [900_000, 3_600_000]
const weekMs = 604_800_000
const maxHeapMb = 256

interface FullCheckDependencies {
  readonly home: Pick<Home, 'database' | 'fullCheck'>
  readonly store: Store
  readonly audit: Audit<'database_mended'>
  readonly clock: Clock
  readonly log: Log
  /** Whether the start has just mended the database: what was found before tells nothing of it any more. */
  readonly repaired: boolean
  /** Told of damage that only a start can mend. */
  readonly damaged: () => void
  readonly repairMemories: RepairMemories
}

/** Brings what the search knows in line with the memories, and these with each other; tells whether all agreed before, and after. */
export type RepairMemories = () => Promise<Readonly<Record<'before' | 'after', { readonly whole: boolean }>>>

export interface FullChecks {
  /** How the last one ended; null where there was none yet. */
  readonly last: () => FullCheck | null
  readonly stop: () => Promise<void>
}

/**
 * Reads the whole database through once a week, in a thread, and mends what it finds: indexes and vectors are made anew, for
 * all else the daemon is to start anew. When that was last is remembered in the home.
 */
export function watchWhole(dependencies: FullCheckDependencies): FullChecks {
  const { home, clock, log, repaired } = dependencies
  if (repaired) removeFile(home.fullCheck)
  removeChecked(home.database)
  let last = lastFullCheck(home)
  let cancel = () => {}
  let thread: Thread | null = null
  let over = false

  const isDue = () => {
    if (last === null) return true
    const age = clock.now() - Date.parse(last.checked_at)
    // One from a time to come was made before the clock was set.
    return age >= weekMs || age < 0
  }
  const look = async () => {
    thread = openThread(programModule('daemon/features/operations/checks/checkup-thread'), null, {
      maxHeapMb,
    })
    const checked_at = iso(clock.now())
    try {
      const findings = (await thread.request({ full: { database: home.database } })) as Complaints
      if (over) return
      const told = await mend(dependencies, findings)
      if (over) return
      last = { checked_at, ...told }
      writeSecret(home.fullCheck, `${JSON.stringify(last, null, 2)}\n`)
      log.info(last, 'the database was checked in full')
      if (told.result === 'damaged') dependencies.damaged()
    } catch (error) {
      // A disk that is full, say: the next hour may have more luck.
      if (!over) log.error({ err: error }, 'the database could not be checked in full')
    } finally {
      await thread.stop()
      thread = null
    }
  }
  const check = () => {
    cancel = clock.after(hourMs, check)
    if (thread === null && isDue()) void look()
  }
  cancel = clock.after(afterStartMs, check)

  return {
    last: () => last,
    stop: async () => {
      over = true
      cancel()
      await thread?.stop()
      removeChecked(home.database)
    },
  }
}

/** Makes anew what can be made of what is whole; answers how the database is then. */
async function mend(
  { store, audit, log, repairMemories }: FullCheckDependencies,
  { tables, indexes }: Complaints,
): Promise<Pick<FullCheck, 'result' | 'reason'>> {
  const [first] = tables
  if (first !== undefined) {
    log.error({ complaints: tables, indexes }, 'the full check has found the database damaged')
    return { result: 'damaged', reason: first }
  }
  const name = indexes.join(', ')
  try {
    for (const index of indexes) {
      store.write(() => store.prepare(`REINDEX "${index.replaceAll('"', '""')}"`).run())
      // Others have their turn between two.
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    if (isOfMachine(error)) throw error
    log.error({ err: error, indexes }, 'an index could not be made anew')
    return { result: 'damaged', reason: `index ${name}` }
  }
  if (indexes.length > 0) {
    log.error({ indexes }, 'indexes did not agree with their tables, and were made anew')
    const details = { parts: ['indexes'], indexes }
    store.write((tx) =>
      audit.record(tx, { event: 'database_mended', actor: 'system:mending', address: '127.0.0.1', details }),
    )
  }
  // What a model that does not work cannot make, the check of the search goes on telling.
  const { before, after } = await repairMemories()
  if (indexes.length > 0) return { result: 'repaired', reason: `index ${name}` }
  return !before.whole && after.whole
    ? { result: 'repaired', reason: 'search' }
    : { result: 'whole', reason: null }
}
