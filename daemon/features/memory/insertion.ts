import type { Transaction } from '../../store/store.ts'
import type { MemoryRow, NewRow } from './rows.ts'
import { replaces, subjectOf } from './statement.ts'
import type { Memories } from './store.ts'
import type { Vectors } from './vector.ts'

/** What became of something that was to be remembered. */
export interface Insertion {
  readonly row: MemoryRow
  /** Whether it was known already, and is now known better. */
  readonly merged: boolean
}

/**
 * Keeps a memory. What says the same as one that holds makes that one stronger; what gives another value to the same
 * thing takes its place, and the older one stays as history.
 */
export function insertMemory(memories: Memories, tx: Transaction, row: NewRow, vectors: Vectors): Insertion {
  const known = memories.same(row)
  if (known) {
    const stronger: MemoryRow = {
      ...known,
      strength: known.strength + 1,
      importance: Math.max(known.importance, row.importance),
      pinned: known.pinned || row.pinned,
      tags: [...new Set([...known.tags, ...row.tags])],
      updated_at: row.updated_at,
      last_accessed_at: row.last_accessed_at,
    }
    if (stronger.tags.length === known.tags.length) memories.touch(tx, stronger)
    else memories.update(tx, stronger, memories.vectorsOf(known))
    return { row: stronger, merged: true }
  }
  const kept = memories.insert(tx, row, vectors)
  const subject = subjectOf(row.statement)
  const rivals = (subject === null ? [] : memories.about(row, subject)).filter(
    ({ memory_id, statement }) => memory_id !== kept.memory_id && replaces(row.statement, statement),
  )
  const supersede = (older: MemoryRow, by: MemoryRow): MemoryRow => {
    const past = {
      ...older,
      valid_to: by.valid_from,
      superseded_by: by.memory_uuid,
      updated_at: row.updated_at,
    }
    memories.touch(tx, past)
    return past
  }
  // What an import tells of the past does not take the place of what was told since.
  const newer = rivals.find(({ valid_from }) => valid_from > kept.valid_from)
  if (newer) return { row: supersede(kept, newer), merged: false }
  for (const older of rivals) supersede(older, kept)
  return { row: kept, merged: false }
}
