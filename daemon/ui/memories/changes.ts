import type { InputOf } from '../../client/types.ts'
import type { Memory } from './filter.ts'

/** What can be said of a memory. */
export type Wording = Pick<Memory, 'content' | 'kind' | 'tags' | 'importance' | 'visibility' | 'pinned'>
export type MemoryChange = InputOf<'memory.update'>

/** What a new one is before anything is said. */
export const blank: Wording = {
  content: '',
  kind: 'note',
  tags: [],
  importance: 0.5,
  visibility: 'private',
  pinned: false,
}

export const wordingOf = ({ content, kind, tags, importance, visibility, pinned }: Memory): Wording => ({
  content,
  kind,
  tags,
  importance,
  visibility,
  pinned,
})

/** What of a memory has become another; null where nothing has. */
export function changesOf(memory: Memory, now: Wording): MemoryChange | null {
  const before = wordingOf(memory)
  const trimmed = { ...now, content: now.content.trim() }
  const changed = Object.entries(trimmed).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Wording]),
  )
  return changed.length === 0 ? null : { id: memory.memory_uuid, ...Object.fromEntries(changed) }
}
