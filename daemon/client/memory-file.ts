import type { Client } from './client.ts'
import type { InputOf, OutputOf } from './types.ts'

type Memory = OutputOf<'memory.get'>['memory']
type Stored = OutputOf<'memory.store_many'>['items'][number]

/** A memory of a file; the daemon judges the rest of it. */
export interface FileMemory {
  readonly content: string
  readonly kind?: unknown
  readonly importance?: unknown
  readonly tags?: unknown
  readonly visibility?: unknown
  readonly pinned?: unknown
  readonly created_at?: unknown
}

/** What of a file cannot be a memory: where it stands, counted from 1, and why not. */
export interface Unreadable {
  readonly place: number
  readonly reason: 'not_json' | 'no_content' | 'too_long'
}

export interface MemoryFileContent {
  readonly memories: readonly FileMemory[]
  readonly unreadable: readonly Unreadable[]
  /** How many are history, with a newer one in their place: they are left out. */
  readonly superseded: number
}

/** A member's export: all their memories, history included. */
export interface MemoryFile {
  readonly format: 'companion-memories'
  readonly version: 1
  readonly exported_at: string
  readonly memories: readonly Memory[]
}

/** What became of all that was stored. */
export interface Import {
  readonly done: number
  readonly stored: number
  readonly merged: number
  /** By the daemon, with the memory and the field that did not fit and why. */
  readonly refused: readonly { readonly content: string; readonly reason: string }[]
}

type Caller = Pick<Client, 'call'>

const maxContentLength = 8_000
/** The limits of one request, in memories and in bytes, with some room for the rest of the body. */
const maxBatch = { memories: 200, bytes: 200_000 }
const page = 200
const fields = ['kind', 'importance', 'tags', 'visibility', 'pinned', 'created_at'] as const

/**
 * The memories of a text: a JSON file as it is exported, any JSON list of memories or of sentences, one JSON object a
 * line, or one plain sentence a line.
 */
export function readMemories(text: string): MemoryFileContent {
  const found = entriesOf(text.replace(/^\uFEFF/, '').trim())
  const read = found.map((entry, at) => memoryOf(entry, at + 1))
  return {
    memories: read.filter((one) => one !== null && 'content' in one),
    unreadable: read.filter((one) => one !== null && 'reason' in one),
    superseded: read.filter((one) => one === null).length,
  }
}

const notJson = Symbol('not JSON')

function entriesOf(text: string): readonly unknown[] {
  if (!/^[[{]/.test(text)) return linesOf(text).map((line) => line.replace(/^(?:[-*•]|\d+[.)])\s+/, ''))
  const whole = parsed(text)
  if (whole === notJson) return linesOf(text).map(parsed)
  if (Array.isArray(whole)) return whole
  const held = (whole as { memories?: unknown }).memories
  return Array.isArray(held) ? held : [whole]
}

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return notJson
  }
}

/** Null for what a newer memory has taken the place of. */
function memoryOf(entry: unknown, place: number): FileMemory | Unreadable | null {
  if (entry === notJson) return { place, reason: 'not_json' }
  const given = (typeof entry === 'string' ? { content: entry } : (entry ?? {})) as Record<string, unknown>
  const content = typeof given['content'] === 'string' ? given['content'].trim() : ''
  if (content === '') return { place, reason: 'no_content' }
  if (Array.from(content).length > maxContentLength) return { place, reason: 'too_long' }
  if (typeof given['superseded_by'] === 'string') return null
  const known = fields.filter((name) => given[name] !== undefined && given[name] !== null)
  return { content, ...Object.fromEntries(known.map((name) => [name, given[name]])) }
}

/** Memories in such numbers as one request takes. */
export function batchesOf(memories: readonly FileMemory[]): FileMemory[][] {
  const batches: FileMemory[][] = []
  let room = 0
  for (const memory of memories) {
    const size = new TextEncoder().encode(JSON.stringify(memory)).length + 1
    const last = batches.at(-1)
    if (last && size <= room && last.length < maxBatch.memories) last.push(memory)
    else {
      batches.push([memory])
      room = maxBatch.bytes
    }
    room -= size
  }
  return batches
}

/**
 * Stores memories, batch by batch, and tells `progress` after each what has become of them so far. Ends early where
 * `signal` says so. Throws what the client throws; to go on from there is safe, as what is known is not stored twice.
 */
export async function storeAll(
  client: Caller,
  memories: readonly FileMemory[],
  progress: (sofar: Import) => void,
  signal?: AbortSignal,
): Promise<Import> {
  let sofar: Import = { done: 0, stored: 0, merged: 0, refused: [] }
  for (const batch of batchesOf(memories)) {
    if (signal?.aborted) break
    const wanted: InputOf<'memory.store_many'> = { memories: batch }
    const idempotencyKey = crypto.randomUUID()
    const answer = await client.call('memory.store_many', wanted, { idempotencyKey })
    sofar = {
      done: sofar.done + batch.length,
      stored: sofar.stored + answer.stored,
      merged: sofar.merged + answer.merged,
      refused: [...sofar.refused, ...answer.items.flatMap((item, at) => refusalOf(item, batch[at]))],
    }
    progress(sofar)
  }
  return sofar
}

function refusalOf(item: Stored, memory: FileMemory | undefined) {
  if (!('error' in item)) return []
  const { message, details } = item.error
  const reason = [details['field'], details['reason']].filter((part) => typeof part === 'string').join(' ')
  return [{ content: memory?.content ?? '', reason: reason || message }]
}

/** Reads all memories of a member, and reports to `progress` after each page how many of the total are read. */
export async function exportMemories(
  client: Caller,
  family_member_uuid: string,
  progress: (read: number, total: number) => void,
): Promise<MemoryFile> {
  // What is remembered meanwhile moves the pages on, so the same one may come twice.
  const found = new Map<string, Memory>()
  for (let offset = 0, total = 1; offset < total; offset += page) {
    const answer = await client.call('memory.recent', { limit: page, offset, history: true })
    total = answer.total
    for (const memory of answer.items)
      if (memory.family_member_uuid === family_member_uuid) found.set(memory.memory_uuid, memory)
    progress(Math.min(offset + page, total), total)
  }
  const exported_at = new Date().toISOString()
  return { format: 'companion-memories', version: 1, exported_at, memories: [...found.values()] }
}
