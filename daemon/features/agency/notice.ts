import { createHash } from 'node:crypto'

/** What is known of a memory that a suggestion may come from. */
export interface Noticeable {
  /** Grows with each memory. */
  readonly memory_id: number
  readonly memory_uuid: string
  readonly content: string
  readonly kind: 'fact' | 'preference' | 'event' | 'note'
  readonly tags: readonly string[]
  /** How often it was repeated. */
  readonly strength: number
  /** ISO 8601. */
  readonly created_at: string
}

/** Something that was noticed and makes a goal. */
export interface Notice {
  /** The same for the same thing, so that it is suggested once. */
  readonly key: string
  readonly title: string
  /** What the member is asked. */
  readonly prompt: string
  /** When the goal comes up first; the suggestion is of no use after it, unless it repeats. Milliseconds since the epoch. */
  readonly next_run_at: number
  /** An RRULE; null for once. */
  readonly repeats: string | null
  /** Until when the suggestion is of use. */
  readonly until: number
}

const maxTitleLength = 200
/** No more is read for a title: with many blanks that takes the square of the length. */
const maxReadLength = 1_000

/** A key that identifies something without revealing it. */
export function keyOf(kind: string, ...parts: readonly string[]): string {
  const plain = parts
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return `${kind}:${createHash('sha256').update(plain).digest('hex').slice(0, 32)}`
}

/** Words as a title: on one line, with a capital, without the end of a sentence, cut between words. */
export function titleOf(words: string): string {
  const line = words
    .slice(0, maxReadLength)
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:–-]+|[\s.,;:!–-]+$/g, '')
  const whole = line.charAt(0).toUpperCase() + line.slice(1)
  if (whole.length <= maxTitleLength) return whole
  return `${whole.slice(0, maxTitleLength - 1).replace(/\s+\S*$/, '')}…`
}

/** A quote short enough for a question. */
export function excerpt(content: string): string {
  const line = content.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 300 ? line : `${line.slice(0, 299).replace(/\s+\S*$/, '')}…`
}
