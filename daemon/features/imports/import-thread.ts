import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { serveRequests } from '../../kernel/thread.ts'
import { type Format, readFile } from './formats/formats.ts'
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
export type ReadMemory = Omit<Imported, 'conversation' | 'by_assistant'> & {
  readonly memory_uuid: string
  /** The id where another member has one with its own; and the same for what took its place. */
  readonly other_uuid: string
  readonly other_successor?: string
}

export type ImportRequest =
  | { readonly open: Opening }
  | { readonly preview: true }
  /** So many memories, from one on. */
  | { readonly from: number; readonly count: number }

/** What is in a file; null where it is not of the format. */
export type Opened = { readonly format: Format; readonly total: number; readonly skipped: number } | null

const maxNameLength = 200

/** A UUID of version 8 (RFC 9562, 5.8) that says the same for the same. */
function uuidOf(...parts: (string | null)[]): string {
  const hex = hash('sha256', JSON.stringify(parts))
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function toRead(memory: Imported, member: string): ReadMemory {
  const { conversation, by_assistant: _, ...rest } = memory
  const speaker = rest.speaker?.slice(0, maxNameLength).trim() ?? null
  const held =
    conversation === null ? {} : { conversation_uuid: uuidOf('conversation', member, conversation) }
  const conversation_uuid = rest.conversation_uuid ?? held.conversation_uuid ?? null
  const own = uuidOf('memory', member, conversation_uuid, rest.told_at, speaker, rest.content)
  const memory_uuid = rest.memory_uuid ?? own
  const other_uuid = uuidOf('copy', member, memory_uuid)
  const { superseded_by } = rest
  const successor =
    superseded_by === undefined ? {} : { other_successor: uuidOf('copy', member, superseded_by) }
  return { ...held, ...rest, ...successor, speaker, memory_uuid, other_uuid }
}

let [wanted, left]: [readonly Imported[], number] = [[], 0]
let opening: Opening | null = null
let content: ReturnType<typeof readFile> | null = null

function open(given: Opening): Opened {
  opening = given
  try {
    content = readFile(readFileSync(given.file, 'utf8'), given.format, given.name)
  } catch (error) {
    if (error instanceof NotThisFormat) return null
    throw error
  }
  wanted = content.memories.filter(({ by_assistant }) => given.roles === 'all' || !by_assistant)
  left = content.memories.length - wanted.length
  return { format: content.format, total: wanted.length, skipped: content.skipped.length }
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
  }
}

serveRequests((request: ImportRequest) => {
  if ('open' in request) return open(request.open)
  if ('preview' in request) return preview()
  const member = opening?.family_member_uuid ?? ''
  return wanted.slice(request.from, request.from + request.count).map((memory) => toRead(memory, member))
})
