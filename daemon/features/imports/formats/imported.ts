/** Something that a file says, as a memory that it could be. */
export interface Imported {
  readonly content: string
  /** ISO 8601; null where the file does not say when. */
  readonly told_at: string | null
  /** The id or the title of the conversation in the file; null where it was in none. */
  readonly conversation: string | null
  /** Null for the person whose file it is. */
  readonly speaker: string | null
  /** Whether an assistant said it, which is kept only where that is asked for. */
  readonly by_assistant: boolean
  readonly tags: readonly string[]
  readonly kind?: 'fact' | 'preference' | 'event' | 'note'
  /** 0 to 1. */
  readonly importance?: number
  readonly visibility?: 'private' | 'household'
  readonly pinned?: boolean
  readonly source_name?: string
  /** These are of a file that Companion has written: ids are kept, and so is what a newer one took the place of. */
  readonly memory_uuid?: string
  readonly conversation_uuid?: string
  readonly valid_from?: string
  readonly valid_to?: string
  readonly superseded_by?: string
}

export const skipReasons = ['empty', 'not_understood', 'not_text', 'system_message', 'tool_message'] as const

export interface Skipped {
  /** Where it is in the file: `line 12`, `conversations[3].messages[4]`. */
  readonly place: string
  readonly reason: (typeof skipReasons)[number]
}

export interface FileContent {
  readonly memories: readonly Imported[]
  readonly skipped: readonly Skipped[]
}

/** Thrown where a file is none at all of the format that it is read as; what of it is wrong is `skipped`. */
export class NotThisFormat extends Error {}

/** What a memory has where its file says nothing else. */
export const plain = {
  told_at: null,
  conversation: null,
  speaker: null,
  by_assistant: false,
  tags: [],
} as const

const [latest, secondsUntil] = [Date.parse('2100-01-01T00:00:00Z'), 100_000_000_000]

/** A time in ISO 8601 of what files write: seconds or milliseconds since the epoch, or a date; null where it is none. */
export function timeOf(value: unknown): string | null {
  const moment = millisecondsOf(value)
  return moment > 0 && moment < latest ? new Date(moment).toISOString() : null
}

function millisecondsOf(value: unknown): number {
  if (typeof value === 'number') return value < secondsUntil ? value * 1_000 : value
  if (value instanceof Date) return value.getTime()
  if (typeof value !== 'string' || !/\d{4}/.test(value)) return Number.NaN
  return /^\d{9,13}(?:\.\d+)?$/.test(value) ? millisecondsOf(Number(value)) : Date.parse(value)
}

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text of a value, trimmed; empty where it has none. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Collects what a file holds. */
export function openContent() {
  const memories: Imported[] = []
  const skipped: Skipped[] = []
  return {
    content: { memories, skipped } satisfies FileContent,
    skip: (place: string, reason: Skipped['reason']) => void skipped.push({ place, reason }),
    /** Adds what is not empty. */
    add: (place: string, memory: Partial<Imported> & { readonly content: string }) => {
      const content = memory.content.trim()
      if (content === '') skipped.push({ place, reason: 'empty' })
      else memories.push({ ...plain, ...memory, content })
    },
  }
}

export type Content = ReturnType<typeof openContent>

/** The JSON of a text; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The lines of a text that are not blank, counted from 1, each as JSON; undefined where it is none. */
export function* jsonLines(text: string): Generator<{ place: string; value: unknown; line: string }> {
  let number = 0
  for (const line of text.split('\n')) {
    number += 1
    if (line.trim() !== '') yield { place: `line ${number}`, value: jsonOf(line), line }
  }
}

/** One message of a conversation, as the formats of assistants have it. */
export interface Turn {
  readonly place: string
  readonly role: string
  readonly text: string
  readonly told_at: string | null
  readonly conversation: string
  readonly assistant: string
  /** Whether it holds something else than text, such as a picture. */
  readonly other: boolean
}

/** Adds what a person or an assistant said; what is of neither is skipped. */
export function addTurn(into: Content, turn: Turn): void {
  const { place, role, text, told_at, conversation, assistant, other } = turn
  const by_assistant = role === 'assistant'
  if (role === 'tool' || role === 'function') into.skip(place, 'tool_message')
  else if (role === 'system' || role === 'developer') into.skip(place, 'system_message')
  else if (!by_assistant && role !== 'user') into.skip(place, 'not_understood')
  else if (text.trim() === '' && other) into.skip(place, 'not_text')
  else {
    const speaker = by_assistant ? assistant : null
    into.add(place, { content: text, told_at, conversation, speaker, by_assistant })
  }
}
