import type { OutputOf } from '../../client/types.ts'
import type { Memory } from './filter.ts'

type Checkup = OutputOf<'memory.checkup'>

/** What is left of a check-up once memories of it are forgotten; the next one may find more. */
export function withoutForgotten(checkup: Checkup, ids: readonly string[]): Checkup {
  const left = (memories: readonly Memory[]) =>
    memories.filter(({ memory_uuid }) => !ids.includes(memory_uuid))
  const duplicates = checkup.duplicates
    .map((group) => ({ ...group, memories: left(group.memories) }))
    .filter(({ memories }) => memories.length > 1)
  return counted(checkup, { duplicates, never_used: left(checkup.never_used), stale: left(checkup.stale) })
}

/** A check-up with what has become of one memory: one that is pinned is needed. */
export function withChanged(checkup: Checkup, memory: Memory): Checkup {
  const same = ({ memory_uuid }: Memory) => memory_uuid === memory.memory_uuid
  const now = (memories: readonly Memory[]) => memories.map((other) => (same(other) ? memory : other))
  const needed = (memories: readonly Memory[]) =>
    now(memories).filter((other) => !same(other) || !other.pinned)
  const duplicates = checkup.duplicates.map((group) => ({ ...group, memories: now(group.memories) }))
  return counted(checkup, {
    duplicates,
    never_used: needed(checkup.never_used),
    stale: needed(checkup.stale),
  })
}

function counted(before: Checkup, now: Pick<Checkup, keyof Checkup['totals']>): Checkup {
  const total = (name: keyof Checkup['totals']) =>
    before.totals[name] - before[name].length + now[name].length
  const totals = { duplicates: total('duplicates'), never_used: total('never_used'), stale: total('stale') }
  return { ...before, ...now, totals }
}
