import type { WriteLoad } from '../write-load.ts'
import type { MemoryLoad } from '../memory-load.ts'
import type { GoalLoad } from './goal-load.ts'

/** A file of memories that a daemon has agreed to import. */
export interface PromisedImport {
  readonly import_uuid: string
  readonly contents: readonly string[]
}

/** All that the daemons of a home have acknowledged. */
export interface Ledger {
  memories: MemoryLoad['memories']
  /** Contents of memories that may be there: their request had no answer. */
  attempted: Set<string>
  interactions: WriteLoad['acknowledged']
  goals: GoalLoad['goals']
  /** External names of topics. */
  names: GoalLoad['names']
  /** The same, of all times: the audit log keeps them where a restore takes the names back. */
  audited: GoalLoad['names']
  imports: PromisedImport[]
}

/** Nothing yet. */
export const emptyLedger = (): Ledger => ({
  memories: [],
  attempted: new Set(),
  interactions: [],
  goals: [],
  names: [],
  audited: [],
  imports: [],
})

/** What a ledger says after a restore: all as it was when the backup was made, but for the audit log. */
export const restoredLedger = (then: Ledger, now: Ledger): Ledger => ({ ...then, audited: now.audited })
