import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '../../client/types.ts'
import { tagsOf } from './filter.ts'

/** The tags of all memories that were shown so far. */
export function useSeenTags(): string[] {
  const shown = useQueryClient().getQueriesData<OutputOf<'memory.recent'>>({ queryKey: ['memory.recent'] })
  return tagsOf(shown.flatMap(([, page]) => page?.items ?? []))
}
