import { readFileSync } from 'node:fs'
import { serveRequests } from '../../kernel/thread.ts'
import type { ArchivedMemory, ArchiveContent, TakenLine } from './archive/lines.ts'
import { type Format, isArchive, readFile } from './formats/formats.ts'
import { copyIdOf, uuidOf } from './formats/ids.ts'
import { type Imported, NotThisFormat } from './formats/imported.ts'
import type { Preview } from './schemas.ts'

// The thread that reads a file: one of 100 MB takes seconds, and several times its size of memory, which end with it.

/** A file, and what of it is taken. */
export interface Opening {
  readonly file: string
  readonly name: string
  readonly format: Format | null
  readonly roles: 'own' | 'all'
  /** Whose it is: part of each id. */
  readonly family_member_uuid: string
}

/** A memory of a file, with ids that are the same whenever it is read for the same member. */
export type ReadMemory = Omit<ArchivedMemory['memory'], 'conversation' | 'by_assistant'> & {
  readonly memory_uuid: string
  /** The id where another member has one with its own; and the same for what took its place. */
  readonly other_uuid: string
  readonly other_successor?: string
}

export type ImportRequest =
  | { readonly open: Opening }
  | { readonly preview: true }
  /** So many memories, from one on; of an archive the lines. */
  | { readonly from: number; readonly count: number }

/** What is in a file, or why it cannot be read. */
export type OpenedImport =
  | { readonly format: Format; readonly total: number; readonly skipped: number }
  | { readonly problem: 'unknown_format' | 'archive_damaged' | 'archive_newer' }

/** Memories that follow one another in a file, or what stands in an archive beside them. */
export type ReadLines =
  | { readonly memories: readonly ReadMemory[] }
  | { readonly lines: readonly TakenLine[] }

const maxNameLength = 200

function toRead(memory: ArchivedMemory['memory'], member: string): ReadMemory {
  const { conversation, by_assistant: _, ...rest } = memory
  const speaker = rest.speaker?.slice(0, maxNameLength).trim() ?? null
  const held =
    conversation === null ? {} : { conversation_uuid: uuidOf('conversation', member, conversation) }
  const conversation_uuid = rest.conversation_uuid ?? held.conversation_uuid ?? null
  const own = uuidOf('memory', member, conversation_uuid, rest.told_at, speaker, rest.content)
  const memory_uuid = rest.memory_uuid ?? own
  const other_uuid = copyIdOf(member, memory_uuid)
  const { superseded_by } = rest
  const successor = superseded_by === undefined ? {} : { other_successor: copyIdOf(member, superseded_by) }
  return { ...held, ...rest, ...successor, speaker, memory_uuid, other_uuid }
}

let [wanted, left]: [readonly Imported[], number] = [[], 0]
let opening: Opening | null = null
let content: ReturnType<typeof readFile> | null = null
let archive: ArchiveContent | null = null

async function open(given: Opening): Promise<OpenedImport> {
  opening = given
  const text = readFileSync(given.file, 'utf8')
  if (isArchive(text)) return await openArchive(text)
  if (given.format === 'archive') return { problem: 'unknown_format' }
  try {
    content = readFile(text, given.format, given.name)
  } catch (error) {
    if (error instanceof NotThisFormat) return { problem: 'unknown_format' }
    throw error
  }
  wanted = content.memories.filter(({ by_assistant }) => given.roles === 'all' || !by_assistant)
  left = content.memories.length - wanted.length
  return { format: content.format, total: wanted.length, skipped: content.skipped.length }
}

/** An archive is one whatever it is said to be: read as something else, it would be taken for what it is not. */
async function openArchive(text: string): Promise<OpenedImport> {
  // What checks every line of one is more than all else that this thread loads.
  const { readArchive } = await import('./archive/lines.ts')
  const parsed = readArchive(text)
  if ('problem' in parsed) return parsed
  archive = parsed
  const memories = parsed.records.flatMap((record) => (record.type === 'memory' ? record.memory : []))
  wanted = memories
  content = { format: 'archive', memories, skipped: parsed.skipped }
  const left_out = Object.values(parsed.left_out).reduce((sum, count) => sum + count, 0)
  return { format: 'archive', total: parsed.records.length, skipped: parsed.skipped.length + left_out }
}

/** What follows one another in an archive and is of one type, so that it is stored together. */
function linesOf({ records }: ArchiveContent, from: number, count: number, member: string): ReadLines {
  const some = records.slice(from, from + count)
  const [first] = some
  const end = some.findIndex((one) => one.type !== first?.type)
  const alike = some.slice(0, end === -1 ? some.length : end)
  if (first?.type !== 'memory') return { lines: alike.flatMap((one) => (one.type === 'memory' ? [] : one)) }
  return { memories: alike.flatMap((one) => (one.type === 'memory' ? toRead(one.memory, member) : [])) }
}

function archivePreview({ head, records, left_out }: ArchiveContent): NonNullable<Preview['archive']> {
  const taken: Record<string, number> = {}
  for (const { type } of records) taken[type] = (taken[type] ?? 0) + 1
  const { full_name } = head.member
  return { full_name, made_at: head.made_at, taken, left_out }
}

function preview(): Preview {
  const { format, memories, skipped } = content ?? { format: 'text' as const, memories: [], skipped: [] }
  let [from, to]: [string | null, string | null] = [null, null]
  const conversations = new Set<string>()
  for (const { told_at, conversation, conversation_uuid } of wanted) {
    if (told_at !== null && (from === null || told_at < from)) from = told_at
    if (told_at !== null && (to === null || told_at > to)) to = told_at
    const held = conversation_uuid ?? conversation
    if (held !== null) conversations.add(held)
  }
  return {
    format,
    memories: wanted.length,
    by_assistants: opening?.roles === 'all' ? memories.filter((one) => one.by_assistant).length : left,
    conversations: conversations.size,
    from,
    to,
    household: wanted.filter(({ visibility }) => visibility === 'household').length,
    sample: wanted.slice(0, 10).map(({ content: text, told_at, speaker, tags }) => {
      return { content: text, told_at, speaker, tags: [...tags] }
    }),
    skipped: skipped.slice(0, 20).map((one) => ({ ...one })),
    skipped_total: skipped.length,
    archive: archive && archivePreview(archive),
  }
}

serveRequests((request: ImportRequest) => {
  if ('open' in request) return open(request.open)
  if ('preview' in request) return preview()
  const member = opening?.family_member_uuid ?? ''
  if (archive) return linesOf(archive, request.from, request.count, member)
  const some = wanted.slice(request.from, request.from + request.count)
  return { memories: some.map((memory) => toRead(memory, member)) } satisfies ReadLines
})
