import { type Clock, iso } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { undoMs } from './forgetting.ts'
import { insertMemory } from './insertion.ts'
import { type MemoryRow, type NewRow, newRow } from './rows.ts'
import type { NewMemory } from './schemas.ts'
import type { Memories } from './store.ts'
import type { Vectors } from './vector.ts'
import type { MemoryVectors } from './vectors.ts'

/** A memory of a file, under an id that is the same whenever the file is read. */
interface ImportedMemory extends NewMemory {
  readonly memory_uuid: string
  /** The id that it gets where another member has one with its own. */
  readonly other_uuid: string
  /** From when it holds, where that is not when it was told. */
  readonly valid_from?: string
  /** Where it is history: until when it held, and what took its place. */
  readonly valid_to?: string
  readonly superseded_by?: string
  /** What took its place, where another member has that one. */
  readonly other_successor?: string
  /** What an archive knows besides. */
  readonly confidence?: number
  readonly strength?: number
  readonly message_uuid?: string
}

/** How many of some memories are new, and how many were known. */
interface Counts {
  readonly stored: number
  readonly merged: number
}

/** The vectors of so many memories are removed at once, and how long others have their turn then, in milliseconds. */
const [clearBatch, clearPauseMs] = [50, 20]

interface ImportingDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly memories: Memories
  readonly vectors: MemoryVectors
  /** Told where so many memories have changed that nothing is to be looked up of before. */
  readonly changedAll: () => void
}

/** Opens the removal of the vectors of what was forgotten by the thousand, a few at a time; also of what a stop left. */
function openClearing({ store, clock, log, memories }: ImportingDependencies) {
  let cancel = () => {}
  const clear = () => {
    try {
      const ids = memories.forgottenWithVectors(clearBatch)
      if (ids.length === 0) return
      store.write((tx) => memories.removeVectors(tx, ids))
      soon()
    } catch (error) {
      log.error({ err: error }, 'vectors of forgotten memories are left until the next start')
    }
  }
  const soon = () => {
    cancel()
    cancel = clock.after(clearPauseMs, clear)
  }
  return { soon, stop: () => cancel() }
}

/** Memories that come by the thousand, and go the same way. */
export function openImporting(dependencies: ImportingDependencies) {
  const { store, clock, memories, vectors, changedAll } = dependencies
  const { soon, stop } = openClearing(dependencies)
  soon()
  const rowOf = (memory: ImportedMemory, family_member_uuid: string, import_uuid: string): NewRow => {
    const { other_uuid, valid_from, valid_to, superseded_by, other_successor, ...rest } = memory
    const { confidence, strength, message_uuid } = memory
    const isTheirs = (uuid: string) => {
      const other = memories.findAny(uuid)
      return other !== undefined && other.family_member_uuid !== family_member_uuid
    }
    const now = iso(clock.now())
    // A clock that is ahead is no reason to lose what was told.
    const told = rest.told_at === undefined || rest.told_at > now ? { ...rest, told_at: now } : rest
    const row = newRow(told, family_member_uuid, now)
    const memory_uuid = isTheirs(row.memory_uuid) ? other_uuid : row.memory_uuid
    const successor = superseded_by !== undefined && isTheirs(superseded_by) ? other_successor : superseded_by
    return {
      ...row,
      memory_uuid,
      actor: 'import',
      import_uuid,
      valid_from: valid_from ?? row.valid_from,
      valid_to: valid_to ?? null,
      superseded_by: successor ?? null,
      confidence: confidence ?? row.confidence,
      strength: strength ?? row.strength,
      message_uuid: message_uuid ?? null,
    }
  }

  const insert = (tx: Transaction, rows: readonly NewRow[], made: readonly Vectors[]): Counts => {
    let stored = 0
    for (const [at, row] of rows.entries()) {
      const before = memories.findAny(row.memory_uuid)
      const { row: saved, merged } = insertMemory(memories, tx, row, made[at] ?? {})
      const restored =
        before !== undefined && before.forgotten_at !== null && saved.memory_id === before.memory_id
      if (row.import_uuid !== null) memories.cameBy(tx, saved.memory_id, row.import_uuid)
      if (!merged || restored) stored += 1
    }
    return { stored, merged: rows.length - stored }
  }

  return {
    /**
     * Makes the vectors of some memories of an import, and hands `write` what inserts them in its transaction. Throws
     * `UNPROCESSABLE` where the member has no room for them.
     */
    store: (
      { family_member_uuid, import_uuid }: Pick<MemoryRow, 'family_member_uuid'> & { import_uuid: string },
      imported: readonly ImportedMemory[],
      write: (tx: Transaction, insert: () => Counts) => void,
    ): Promise<void> =>
      vectors.with(
        imported.map(({ content }) => content.trim()),
        (made) =>
          store.write((tx) =>
            write(tx, () => {
              const rows = imported.map((memory) => rowOf(memory, family_member_uuid, import_uuid))
              return insert(tx, rows, made)
            }),
          ),
      ),

    /** Forgets what came by an import alone, as `memory.forget` does, and lets hold again what it took the place of. */
    forget: (tx: Transaction, family_member_uuid: string, import_uuid: string) => {
      const now = clock.now()
      const forgotten = memories.forgetImport(tx, family_member_uuid, import_uuid, iso(now))
      if (forgotten > 0) {
        tx.afterCommit(changedAll)
        tx.afterCommit(soon)
      }
      return { forgotten, restorable_until: iso(now + undoMs) }
    },

    release: memories.release,

    /** Whose a memory is, also one that was forgotten; undefined where there is none. */
    ownerOf: (memory_uuid: string): string | undefined => memories.findAny(memory_uuid)?.family_member_uuid,

    /** A member's own memories with those that were superseded, the oldest id first, after an id. */
    all: memories.allAfter,
    count: memories.countOwn,
    stop,
  }
}
