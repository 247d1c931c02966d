import type { Answer, Payload } from '../../gateway/declared.ts'
import { toTimestamp } from './struct.ts'

interface Timestamp {
  readonly seconds: number
  readonly nanos: number
}

export interface SearchRequest {
  readonly q: string
  readonly limit: number
  readonly kind: string
  readonly tag: string
  readonly created_after: Timestamp | null
  readonly created_before: Timestamp | null
  readonly visibility: string
  readonly history: boolean
}

export interface StoreRequest {
  readonly content: string
  readonly kind: string
  readonly importance?: number
  readonly tags: readonly string[]
  readonly visibility: string
  readonly pinned: boolean
  readonly created_at: Timestamp | null
  readonly conversation_uuid: string
  readonly actor: string
  readonly memory_uuid: string
  readonly told_at: Timestamp | null
  readonly speaker: string
  readonly source_name: string
}

type SearchAnswer = Answer<'memory.search'>

/** A request as the input of `memory.search`. */
export function searchInput(request: SearchRequest): Payload<'memory.search'> {
  const { q, limit, kind, tag, created_after, created_before, visibility, history } = request
  return {
    q,
    ...given({ limit, kind, tag, visibility, history }),
    ...moments({ created_after, created_before }),
  }
}

/** A request as one of the memories of `memory.store_many`. */
export function memoryInput(request: StoreRequest): object {
  const { content, importance, tags, created_at, told_at } = request
  const { kind, visibility, pinned, conversation_uuid, actor, memory_uuid, speaker, source_name } = request
  return {
    content,
    // Zero is a value here: the message says whether it was given.
    ...(importance === undefined ? {} : { importance }),
    ...(tags.length === 0 ? {} : { tags }),
    ...given({ kind, visibility, pinned, conversation_uuid, actor, memory_uuid, speaker, source_name }),
    ...moments({ created_at, told_at }),
  }
}

/** The result of `memory.search` as the answer of a call. */
export function searchResponse({ items, ...rest }: SearchAnswer) {
  return {
    ...rest,
    items: items.map(({ memory, ...found }) => ({ ...found, memory: memoryMessage(memory) })),
  }
}

/** A memory as the message, which leaves out what is null. */
function memoryMessage(memory: SearchAnswer['items'][number]['memory']) {
  return {
    ...memory,
    valid_from: toTimestamp(memory.valid_from),
    valid_to: memory.valid_to === null ? null : toTimestamp(memory.valid_to),
    created_at: toTimestamp(memory.created_at),
    updated_at: toTimestamp(memory.updated_at),
    last_accessed_at: toTimestamp(memory.last_accessed_at),
  }
}

/** The fields that have a value: what was left out has the default of its type. */
function given(fields: Readonly<Record<string, string | number | boolean>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value)))
}

function moments(fields: Readonly<Record<string, Timestamp | null>>): object {
  const set = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, fromTimestamp(value)] as const],
  )
  return Object.fromEntries(set)
}

/** ISO 8601, or a text that is no moment, for validation to refuse. */
function fromTimestamp({ seconds, nanos }: Timestamp): string {
  const date = new Date(seconds * 1_000 + Math.floor(nanos / 1_000_000))
  return Number.isNaN(date.getTime()) ? 'no moment' : date.toISOString()
}
