import { type Home, readIfThere } from '../home.ts'

/** What is asked of the thread that writes a whole home into a file. */
export interface MoveRequest {
  readonly home: string
  readonly file: string
  /** Twelve words that open it; null has them made. */
  readonly words: string | null
  /** Whether the home is not to start again. */
  readonly retire: boolean
}

/** Why a home was not moved; nothing has changed then. */
export type MoveProblem =
  | { readonly problem: 'no_household' | 'in_use' | 'has_members' | 'wrong_words' | 'damaged' | 'full' }
  | { readonly problem: 'too_new'; readonly version: number; readonly supported: number }

/** A home that was written into a file. */
export interface Moved {
  readonly file: string
  readonly home: string
  /** What opens the file; kept nowhere. */
  readonly words: string
  /** Of the file. */
  readonly bytes: number
  readonly retired: boolean
  readonly members: readonly string[]
  readonly memories: number
}

export interface Received {
  readonly home: string
  /** ISO 8601, in UTC. */
  readonly moved_at: string
  readonly encrypted: boolean
  /** The words that open it besides a new passphrase; null where it has none. */
  readonly words: string | null
  readonly members: readonly string[]
  readonly memories: number
}

/** With what every file of age begins (https://age-encryption.org/v1). */
export const ageMagic = 'age-encryption.org/v1'

/** The home was moved away, and is not to go on as a second life of the household. */
export class HomeRetired extends Error {
  override readonly name = 'HomeRetired'
}

/** Throws `HomeRetired` where a home was retired. */
export function assertInService({ path, retired }: Pick<Home, 'path' | 'retired'>): void {
  const text = readIfThere(retired)
  if (text === null) return
  throw new HomeRetired(
    `${path} was moved to another machine and retired (${momentIn(text)}). To go on here all the same, type \`companion move --back\`.`,
  )
}

function momentIn(text: string): string {
  try {
    return (JSON.parse(text) as { readonly retired_at: string }).retired_at
  } catch {
    return 'at an unknown time'
  }
}
