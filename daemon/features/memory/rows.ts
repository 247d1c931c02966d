import { randomUUID } from 'node:crypto'
import { iso } from '../../kernel/clock.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { moment } from '../../kernel/moment.ts'
import type { memories } from './tables.ts'
import type { Memory, NewMemory } from './schemas.ts'
import { wordingOf } from '../../language/en/memory/paraphrase.ts'
import { statementOf } from '../../language/en/memory/statement.ts'

export type MemoryRow = typeof memories.$inferSelect

export type NewRow = Omit<MemoryRow, 'memory_id'>

/** What a memory says that nothing has taken the place of. */
export const holding = { valid_to: null, superseded_by: null } as const

/** The owner of what everybody in the household may see. */
export const household = 'household'

/** Whose a memory of that visibility is. */
export function ownerOf(family_member_uuid: string, visibility: MemoryRow['visibility']): string {
  return visibility === 'household' ? household : family_member_uuid
}

/** The row of a new memory; `now` is ISO 8601. Throws `INVALID_REQUEST` where it was not told in the past. */
export function newRow(input: NewMemory, family_member_uuid: string, now: string): NewRow {
  const { kind = 'note', importance = 0.5, tags = [], visibility = 'private', pinned = false } = input
  const content = input.content.trim()
  const told = input.told_at === undefined ? now : pastMoment('told_at', input.told_at, now)
  return {
    memory_uuid: input.memory_uuid ?? randomUUID(),
    family_member_uuid,
    owner: ownerOf(family_member_uuid, visibility),
    content,
    kind,
    importance,
    tags,
    visibility,
    actor: 'user',
    conversation_uuid: input.conversation_uuid ?? null,
    message_uuid: null,
    speaker: input.speaker?.trim() ?? null,
    source_name: input.source_name?.trim() ?? null,
    confidence: 1,
    pinned,
    strength: 1,
    valid_from: told,
    ...holding,
    created_at: told,
    updated_at: now,
    last_accessed_at: now,
    statement: statementOf(content),
    wording: wordingOf(content),
    forgotten_at: null,
    import_uuid: null,
  }
}

/** A moment since 1970 that is over, as ISO 8601. Throws `INVALID_REQUEST` with the field where it is not. */
export function pastMoment(field: string, text: string, now: string): string {
  const told = moment(field, text)
  if (told < 0 || told > Date.parse(now)) throw invalidRequest(field, 'must be in the past, since 1970')
  return iso(told)
}

/** A memory as its member sees it. */
export function toMemory(row: MemoryRow): Memory {
  const {
    memory_id: _id,
    owner: _owner,
    strength: _strength,
    statement: _said,
    wording: _words,
    forgotten_at: _gone,
    import_uuid: _import,
    ...rest
  } = row
  const { actor, conversation_uuid, message_uuid, speaker, source_name, ...memory } = rest
  // When others looked at what the household shares is theirs to know.
  const last_accessed_at = row.visibility === 'household' ? row.updated_at : row.last_accessed_at
  return {
    ...memory,
    last_accessed_at,
    source: { actor, conversation_uuid, message_uuid, speaker, source_name },
  }
}
