import type { Memory } from './filter.ts'

/**
 * What was true before and after a memory, newest first, as far as it is among `others`: what has taken its place, itself,
 * and what it has taken the place of.
 */
export function lineageOf(memory: Memory, others: readonly Memory[]): Memory[] {
  const known = new Map([...others, memory].map((one) => [one.memory_uuid, one]))
  const found = new Set([memory])
  for (const one of found) {
    const newer = one.superseded_by === null ? undefined : known.get(one.superseded_by)
    if (newer) found.add(newer)
    for (const other of known.values()) if (other.superseded_by === one.memory_uuid) found.add(other)
  }
  return [...found].toSorted((a, b) => b.valid_from.localeCompare(a.valid_from))
}
