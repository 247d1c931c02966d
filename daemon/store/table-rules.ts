import type Database from 'better-sqlite3'

/** The columns by which a row of any table is a member's. */
export const ownerColumns = ['family_member_uuid', 'user_id'] as const

/** What stays where the rest of a member is deleted: what the household may read. */
export type Keep = 'household'

/**
 * What a feature says of its tables to those who work on a database without it: on a copy, on one of an older version, on
 * one that took the place of another, or on a damaged one.
 */
export interface TableRules {
  /** How what it holds is deleted for good. */
  readonly erasures?: readonly ErasureRule[]
  /** Deletes what is held of a member but by a column that says whose it is: those rows are deleted after this. */
  readonly eraseMember?: (database: Erasing, family_member_uuid: string, keep?: Keep) => void
  /** The tables whose rows stay, whoever's they are. */
  readonly staying?: (keep?: Keep) => readonly string[]
  /** Where it holds the texts of another feature. */
  readonly quotes?: readonly QuotePlace[]
  /** Ends in a database that a backup took the place of what has ended since the backup. */
  readonly restored?: (databases: Replacement) => void
  /** What a table counts by triggers, to be counted anew where rows of it are lost. */
  readonly counted?: readonly { readonly table: string; readonly recount: string }[]
}

/** How one kind of things is deleted for good. */
export interface ErasureRule {
  /** What the list of erasures calls it. */
  readonly kind: string
  /** Whether it looks at what all others leave. */
  readonly isLast?: boolean
  readonly erase: (database: Erasing, subject: string) => void
}

/** What prepares plain SQL: a store, or a connection of its own. */
export interface Statements {
  prepare(sql: string): Database.Statement
}

/** A database of some version that something is deleted from, within a transaction. */
export interface Erasing extends Statements {
  readonly has: (table: string, column?: string) => boolean
  readonly run: (sql: string, ...values: unknown[]) => void
  /** Everything that is held of a member, by the rules of all features. */
  readonly eraseMember: (family_member_uuid: string, keep?: Keep) => void
  /** Forgets the results of requests; where there can be keys without one, these stay. */
  readonly forgetResults: (condition: string, ...values: string[]) => void
  /** Where any feature holds the texts of another one. */
  readonly quotes: readonly QuotePlace[]
}

/** A text that is held in other places too, and the id of what it is the text of. */
export interface Quoted {
  readonly uuid: string
  readonly text: string
}

/** A kind of rows that hold texts of another feature. */
export interface QuotePlace {
  /** What the list of quotes calls it. */
  readonly place: string
  readonly open: (statements: Statements) => OpenQuotePlace
  /** Finds what quotes any of these texts in a database that has no list of quotes. */
  readonly find?: (database: Erasing, quoted: readonly Quoted[]) => readonly FoundQuote[]
}

/** A place where a text was found. */
export interface FoundQuote {
  readonly uuid: string
  readonly place: string
  readonly id: string
}

export interface OpenQuotePlace {
  /** Takes a text out of a row, or the row away; answers whether nobody may be told of the row any more. */
  readonly remove: (id: string, quoted: Quoted) => boolean
  /** Shows a row without these texts, which are all that is forgotten of it. */
  readonly conceal?: (id: string, texts: readonly string[]) => void
  /** Takes a text out of what is in no list. */
  readonly removeUnlisted?: (quoted: Quoted) => void
}

/** A database that took the place of another one, which is attached as `replaced` where it can be read. */
export interface Replacement {
  readonly run: (sql: string, ...values: unknown[]) => void
  /** Whether the one that was replaced has a table, and a column of it; false where it tells nothing. */
  readonly knows: (table: string, column?: string) => boolean
  /** Deletes the rows of a table that the one that was replaced does not have, by that column. */
  readonly deleteUnknown: (table: string, column: string) => void
  /** Milliseconds since the epoch. */
  readonly now: number
}
