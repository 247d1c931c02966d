import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../store/store.ts'
import { minSimilarity, sayTheSame } from '../../language/en/memory/paraphrase.ts'
import { holding, household, type MemoryRow, type NewRow } from './rows.ts'
import { replaces, subjectOf } from '../../language/en/memory/statement.ts'
import type { Memories } from './store.ts'
import { type Vectors, vectorTableNames } from './vector.ts'

/** What became of something that was to be remembered. */
export interface Insertion {
  readonly row: MemoryRow
  /** Whether it was known already, and is now known better. */
  readonly merged: boolean
  /** Whether it took the place of another value of the same thing. */
  readonly replaced: boolean
}

/** Whether a memory says the same in other words: by all of them, and by its meaning. */
function alike(memories: Memories, row: NewRow, existing: MemoryRow, made: Vectors): boolean {
  if (!sayTheSame(row.content, existing.content)) return false
  const before = memories.vectorsOf(existing)
  return vectorTableNames.every((name) => {
    const [one, other] = [made[name], before[name]]
    return !one || !other || cosineOf(one, other) >= minSimilarity
  })
}

/** Of unit vectors. */
const cosineOf = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Whether they were told by the same person: "my name is Claude" of an assistant says nothing of who is asked for theirs. */
const bySame = (one: NewRow, { speaker }: MemoryRow) => speaker === one.speaker

/**
 * What says the same and still holds, for the same to see; of an import also what its member alone sees or the household.
 * A turn of another conversation is not the same: it stands among others.
 */
function knownOf(memories: Memories, row: NewRow, vectors: Vectors): MemoryRow | undefined {
  const imported = row.actor === 'import'
  const turn = imported && row.conversation_uuid !== null
  const told = (one: MemoryRow) =>
    bySame(row, one) && (!turn || one.conversation_uuid === row.conversation_uuid)
  const other = row.owner === household ? row.family_member_uuid : household
  const owned = imported ? [row, { ...row, owner: other }] : [row]
  return (
    owned.flatMap(memories.same).find(told) ??
    owned.flatMap(memories.worded).find((one) => told(one) && alike(memories, row, one, vectors))
  )
}

/**
 * What came with this id before stays as it is; where it was forgotten, it is taken back as it is told now, unless that is
 * known by then.
 */
function sentAgain(
  memories: Memories,
  tx: Transaction,
  sent: MemoryRow,
  row: NewRow,
  vectors: Vectors,
): Insertion {
  if (sent.forgotten_at === null) return { row: sent, merged: true, replaced: false }
  const same = row.actor === 'import' ? knownOf(memories, row, vectors) : undefined
  if (same) return { row: same, merged: true, replaced: false }
  const { content, statement, wording, updated_at, import_uuid } = row
  const back = { ...sent, content, statement, wording, updated_at, import_uuid, forgotten_at: null }
  memories.restore(tx, back, vectors)
  return { row: amongRivals(memories, tx, back), merged: true, replaced: false }
}

/**
 * Keeps a memory. What was sent before under the same id changes nothing, nor does what is imported and known. What says
 * the same as one that holds makes that one stronger; what gives another value to the same thing takes its place, and the
 * older one stays as history.
 */
export function insertMemory(memories: Memories, tx: Transaction, row: NewRow, vectors: Vectors): Insertion {
  const sent = memories.findAny(row.memory_uuid)
  if (sent?.family_member_uuid === row.family_member_uuid) return sentAgain(memories, tx, sent, row, vectors)
  // An id that is somebody else's cannot be had, and nobody is told whose it is.
  if (sent) return insertMemory(memories, tx, { ...row, memory_uuid: randomUUID() }, vectors)
  const same = knownOf(memories, row, vectors)
  if (same && row.actor === 'import') return { row: same, merged: true, replaced: false }
  if (same) {
    const stronger: MemoryRow = {
      ...same,
      strength: same.strength + 1,
      importance: Math.max(same.importance, row.importance),
      pinned: same.pinned || row.pinned,
      tags: [...new Set([...same.tags, ...row.tags])],
      updated_at: row.updated_at,
      last_accessed_at: row.last_accessed_at,
      // Whoever says so too keeps it, whatever becomes of the file that it came from.
      import_uuid: null,
    }
    if (stronger.tags.length === same.tags.length) memories.touch(tx, stronger)
    else memories.update(tx, stronger, memories.vectorsOf(same))
    return { row: stronger, merged: true, replaced: false }
  }
  const inserted = memories.insert(tx, notItsOwnSuccessor(memories, row), vectors)
  const rivals = rivalsOf(memories, inserted)
  const stored = amongRivals(memories, tx, inserted, rivals)
  return { row: stored, merged: false, replaced: rivals.length > 0 && stored.superseded_by === null }
}

/** What a file says took the place of a memory, but where that leads back to it: then the memory holds. */
function notItsOwnSuccessor(memories: Memories, row: NewRow): NewRow {
  const { superseded_by, memory_uuid } = row
  return superseded_by !== null && memories.leadsTo(superseded_by, memory_uuid) ? { ...row, ...holding } : row
}

/** What gives another value to the same thing. */
function rivalsOf(memories: Memories, newer: MemoryRow): readonly MemoryRow[] {
  // History takes the place of nothing.
  if (newer.superseded_by !== null) return []
  const subject = subjectOf(newer.statement)
  return (subject === null ? [] : memories.about(newer, subject)).filter(
    (one) =>
      one.memory_id !== newer.memory_id && bySame(newer, one) && replaces(newer.statement, one.statement),
  )
}

/** Lets a memory take the place of those that give another value to the same thing, or a newer one of them its place. */
export function amongRivals(
  memories: Memories,
  tx: Transaction,
  latest: MemoryRow,
  rivals: readonly MemoryRow[] = rivalsOf(memories, latest),
): MemoryRow {
  const supersede = (older: MemoryRow, by: MemoryRow): MemoryRow => {
    const past = {
      ...older,
      valid_to: by.valid_from,
      superseded_by: by.memory_uuid,
      updated_at: latest.updated_at,
    }
    memories.touch(tx, past)
    return past
  }
  // What an import tells of the past does not take the place of what was told since.
  const newer = rivals.find(({ valid_from }) => valid_from > latest.valid_from)
  if (newer) return supersede(latest, newer)
  for (const older of rivals) supersede(older, latest)
  return latest
}
