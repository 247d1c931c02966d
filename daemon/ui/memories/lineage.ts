import type { Memory } from './filter.ts'

/**
 * What was true before and after a memory, newest first, as far as it is among `others`: what has taken its place, itself,
 * and what it has taken the place of.
 */
export function lineageOf(memory: Memory, others: readonly Memory[]): Memory[] {
  const byId = new Map([...others, memory].map((one) => [one.memory_uuid, one]))
  const lineage = new Set([memory])
  for (const one of lineage) {
    const newer = one.superseded_by === null ? undefined : byId.get(one.superseded_by)
    if (newer) lineage.add(newer)
    for (const other of byId.values()) if (other.superseded_by === one.memory_uuid) lineage.add(other)
  }
  return [...lineage].toSorted((a, b) => b.valid_from.localeCompare(a.valid_from))
}
