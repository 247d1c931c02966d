import type { InputOf, OutputOf } from '../../client/types.ts'

export type Memory = OutputOf<'memory.get'>['memory']
export type Kind = Memory['kind']

export const kinds = ['fact', 'preference', 'event', 'note'] as const satisfies readonly Kind[]

/** Which memories are wanted; days as `YYYY-MM-DD` in local time, both included, empty where any will do. */
export interface MemoryFilter {
  readonly kind: Kind | null
  readonly tag: string
  readonly visibility: Memory['visibility'] | null
  readonly pinned: boolean
  readonly from: string
  readonly to: string
  /** Also what a newer one has taken the place of. */
  readonly history: boolean
}

export const noFilter: MemoryFilter = {
  kind: null,
  tag: '',
  visibility: null,
  pinned: false,
  from: '',
  to: '',
  history: false,
}

type FilterInput = Omit<InputOf<'memory.search'>, 'q' | 'limit'>

/** A filter as the operations take it. */
export function wantedOf({ kind, tag, visibility, pinned, from, to, history }: MemoryFilter): FilterInput {
  const [created_after, created_before] = [startOf(from, 0), startOf(to, 1)]
  return {
    ...(kind ? { kind } : {}),
    ...(tag.trim() ? { tag: tag.trim() } : {}),
    ...(visibility ? { visibility } : {}),
    ...(pinned ? { pinned } : {}),
    ...(history ? { history } : {}),
    ...(created_after ? { created_after } : {}),
    ...(created_before ? { created_before } : {}),
  }
}

/** The beginning of a day, so many days later; null where it is none. */
function startOf(day: string, later: number): string | null {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return null
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

/** How many parts of a filter leave something out, or let more in. */
export const partsUsed = (filter: MemoryFilter): number =>
  Object.values(filter).filter((part) => part !== null && part !== '' && part !== false).length

/** The tags that some memories have, in the order of the alphabet. */
export const tagsOf = (memories: readonly Memory[]): string[] =>
  [...new Set(memories.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
