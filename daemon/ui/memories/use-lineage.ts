import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { read } from '../api/operations.ts'
import type { Memory } from './filter.ts'
import { lineageOf } from './lineage.ts'

/** How far a chain of memories is followed. */
const longest = 20

/** What a memory has taken the place of and what has taken its place, with itself, newest first. */
export function useLineage(memory: Memory | null): UseQueryResult<Memory[]> {
  return useQuery({
    queryKey: ['memory.search', 'lineage', memory?.memory_uuid],
    queryFn: ({ signal }) => (memory ? readLineage(memory, signal) : []),
    enabled: memory !== null,
  })
}

async function readLineage(memory: Memory, signal: AbortSignal): Promise<Memory[]> {
  const newer: Memory[] = []
  for (let id = memory.superseded_by; id !== null && newer.length < longest;) {
    // One that was forgotten since ends the chain.
    const next = await read('memory.get', { id }, signal).then(
      ({ memory }) => memory,
      () => null,
    )
    if (!next) break
    newer.push(next)
    id = next.superseded_by
  }
  const newest = newer.at(-1) ?? memory
  // An older value is about the same thing, so it says much the same.
  const alike = await read('memory.search', { q: newest.content.slice(0, 1_000), limit: 200 }, signal)
  return lineageOf(memory, [...newer, ...alike.items.map(({ memory }) => memory)])
}
