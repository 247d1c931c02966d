import type { Static } from 'typebox'
import { type Clock, iso } from '../../kernel/clock.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import type { ArchiveExport } from './archive/exporting.ts'
import { ExportOver } from './failures.ts'
import { type Exported, jsonLineOf, markdownHead, markdownItemOf } from './formats/companion.ts'
import * as schemas from './schemas.ts'

export interface ExportedMemory {
  readonly memory_id: number
  readonly memory_uuid: string
  readonly content: string
  readonly kind: string
  readonly importance: number
  readonly tags: readonly string[]
  readonly visibility: string
  readonly pinned: boolean
  readonly conversation_uuid: string | null
  readonly speaker: string | null
  readonly source_name: string | null
  readonly created_at: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly superseded_by: string | null
}

export interface ExportPort {
  /** A member's own with their history, after an id, the oldest id first. */
  readonly all: (family_member_uuid: string, after: number, limit: number) => readonly ExportedMemory[]
  readonly count: (family_member_uuid: string) => number
}

const maxMemories = 500
/** A part is full from here, in characters. */
const maxLength = 500_000

/** The next part of a file of all memories of a member. */
function exportPart(
  { all, count }: ExportPort,
  clock: Clock,
  family_member_uuid: string,
  { format = 'jsonl', after }: Static<typeof schemas.Export>,
): Static<typeof schemas.Exported> {
  const rows = all(family_member_uuid, Number(after ?? 0), maxMemories)
  const toText = format === 'jsonl' ? jsonLineOf : markdownItemOf
  let text = format === 'markdown' && after === undefined ? markdownHead(iso(clock.now())) : ''
  let [memories, last] = [0, 0]
  for (const row of rows) {
    text += toText(toExported(row))
    memories += 1
    last = row.memory_id
    if (text.length >= maxLength) break
  }
  const whole = memories === rows.length && rows.length < maxMemories
  return { text, memories, total: count(family_member_uuid), next: whole ? null : String(last) }
}

function toExported(row: ExportedMemory): Exported {
  const { memory_uuid, content, kind, importance, tags, visibility, pinned } = row
  const { conversation_uuid, speaker, source_name, created_at, valid_from, valid_to, superseded_by } = row
  return {
    memory_uuid,
    content,
    told_at: created_at,
    kind,
    importance,
    tags,
    visibility,
    pinned,
    ...(conversation_uuid !== null && { conversation_uuid }),
    ...(speaker !== null && { speaker }),
    ...(source_name !== null && { source_name }),
    ...(valid_from !== created_at && { valid_from }),
    ...(valid_to !== null && { valid_to }),
    ...(superseded_by !== null && { superseded_by }),
  }
}

interface ExportDependencies {
  readonly memories: ExportPort
  readonly clock: Clock
  readonly archives: ArchiveExport
}

/** What takes out memories, or everything, as a file. */
export function exportOperations({ memories, clock, archives }: ExportDependencies) {
  return {
    'archive.export': operation({
      rest: 'GET /archive',
      access: 'member',
      scopes: [],
      summary: 'Everything of yours as one file, in parts',
      description:
        'An archive: JSON Lines with your memories, conversations, goals, preferences and all else that is kept of you, but ' +
        'no secrets and no voice. Ask again with `after` until `next` is null; the parts in their order are the file, whose ' +
        'last line tells whether it is whole. What it holds is imported again by `imports.create`.',
      input: schemas.Archive,
      output: schemas.ArchivePart,
      errors: [NoMember, ExportOver],
    }).handle(({ after }, { caller }) => archives.part(memberOf(caller), after)),

    'memory.export': operation({
      rest: 'GET /memory/export',
      access: 'member',
      unrestricted: true,
      summary: 'All your memories as a file, in parts',
      description:
        'As JSON Lines or as Markdown, with everything that an import reads, history included. Ask again with `after` ' +
        'until `next` is null; the parts in their order are the file.',
      input: schemas.Export,
      output: schemas.Exported,
      errors: [NoMember],
    }).handle((input, { caller }) => exportPart(memories, clock, memberOf(caller), input)),
  }
}
