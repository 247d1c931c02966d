/** A thing, by the words of whoever names it. */
export interface ForgetTarget {
  /** What it is about; empty for what was said last. */
  readonly about: string
  /** The same as a question that what is meant would answer. */
  readonly question: string
}

/** What is to be forgotten, by the words of whoever asks for it. */
export interface Forgetting extends ForgetTarget {
  /** How many of those said last, where it is about them. */
  readonly count: number
  /** Whether all of it is meant, not the one that fits best. */
  readonly all: boolean
  /** The things that are named, each on its own: "my ex, Tomasz". */
  readonly each: readonly ForgetTarget[]
  /** Whether all that was ever told is meant. */
  readonly everything: boolean
  /** The day from whose beginning on it was told, where that is said. */
  readonly since: 'today' | 'yesterday' | null
  /** What is to stay of it, where that is said. */
  readonly spared: string
  readonly first: boolean
  /** Whether it may be what was said last, whatever else is named. */
  readonly last: boolean
  /** What was said in the same message and is to leave no trace either; null for nothing. */
  readonly unsaid: string | null
  /** Whether the member is asked first, also of one thing. */
  readonly asks?: boolean
}

/** What is to leave no trace of a message, and nothing else; of the message before it where that is null. */
export const forgettingOf = (unsaid: string | null): Forgetting => ({
  about: '',
  question: '',
  count: 0,
  all: false,
  each: [],
  everything: false,
  since: null,
  spared: '',
  first: false,
  last: unsaid === null,
  unsaid,
})
