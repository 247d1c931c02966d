import type { Store } from '../../store/store.ts'

/** A memory, and what took its place. */
export interface Succession {
  readonly memory_id: number
  readonly memory_uuid: string
  readonly superseded_by: string
  /** Milliseconds since the epoch. */
  readonly valid_from: number
}

/** Opens the walk from a memory over what took its place, and the place of that, and so on; also over forgotten ones. */
export function openSuccession(store: Store) {
  // UNION takes each one once, so that the walk ends in a circle too.
  const leads = store.prepare(
    `WITH RECURSIVE successors (memory_uuid) AS (
        SELECT @from
        UNION
        SELECT superseded_by FROM memories JOIN successors USING (memory_uuid) WHERE superseded_by IS NOT NULL)
      SELECT 1 FROM successors WHERE memory_uuid = @to`,
  )
  return {
    /** Whether a memory is another one, or leads to it; both are named by their ids. */
    leadsTo: (from: string, to: string): boolean => leads.get({ from, to }) !== undefined,
  }
}

/** One memory of each circle in which memories took each other's place, so that none holds: the one that came last. */
export function circlesOf(successions: readonly Succession[]): number[] {
  const byUuid = new Map(successions.map((one) => [one.memory_uuid, one]))
  const walkOf = new Map<string, number>()
  return successions.flatMap((start, walk) => {
    let at: Succession | undefined = start
    while (at && !walkOf.has(at.memory_uuid)) {
      walkOf.set(at.memory_uuid, walk)
      at = byUuid.get(at.superseded_by)
    }
    if (!at || walkOf.get(at.memory_uuid) !== walk) return []
    let last = at
    for (let one = byUuid.get(at.superseded_by); one && one !== at; one = byUuid.get(one.superseded_by))
      if (one.valid_from > last.valid_from) last = one
    return [last.memory_id]
  })
}
