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
  /** Of a file that Companion has written. */
  readonly memory_uuid?: string
}

/** What of a file is no memory, and why: of the catalogue of texts that the pages have. */
export interface Skipped {
  /** Where it is in the file: `line 12`, `conversations[3].messages[4]`. */
  readonly place: string
  readonly reason: 'empty' | 'not_understood' | 'not_text' | 'system_message' | 'tool_message'
}

export interface FileContent {
  readonly memories: readonly Imported[]
  readonly skipped: readonly Skipped[]
}

/** Reads a file of one format. Throws `NotThisFormat` where it is none of it at all; what of it is wrong is `skipped`. */
export type ReadFile = (text: string) => FileContent

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
  const moment =
    typeof value === 'number'
      ? value < secondsUntil
        ? value * 1_000
        : value
      : typeof value === 'string' && /\d{4}/.test(value)
        ? Date.parse(value)
        : Number.NaN
  return moment > 0 && moment < latest ? new Date(moment).toISOString() : null
}
