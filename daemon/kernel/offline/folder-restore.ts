import type { BackupPlace } from './backup-location.ts'

export interface FolderSnapshot {
  /** 16 hexadecimal digits. */
  readonly id: string
  /** ISO 8601, in UTC. */
  readonly created_at: string
  /** Of the database; null where the list of its pieces is missing or damaged. */
  readonly bytes: number | null
}

/** What is asked of the thread that restores a home from a folder. */
export type FolderRequest =
  | { readonly list: { readonly place: BackupPlace; readonly words: string } }
  | {
      readonly restore: {
        readonly place: BackupPlace
        readonly words: string
        readonly home: string
        /** The id of a snapshot, or its beginning; the newest where it is null. */
        readonly snapshot: string | null
        /** A new passphrase for an encrypted home, of 12 characters or more; null leaves it the one that it had. */
        readonly passphrase: string | null
      }
    }
  | {
      readonly put: {
        /** A copy of the database, such as one of the backups in a home. */
        readonly file: string
        readonly home: string
      }
    }

/** Why nothing was restored. */
export type FolderProblem =
  | {
      readonly problem:
        | 'no_folder'
        | 'denied'
        | 'wrong_words'
        | 'no_snapshot'
        | 'has_members'
        | 'in_use'
        | 'full'
    }
  | { readonly problem: 'unknown_snapshot'; readonly snapshots: readonly FolderSnapshot[] }
  | { readonly problem: 'too_new'; readonly version: number; readonly supported: number }
  | {
      readonly problem: 'missing' | 'damaged'
      readonly snapshot: FolderSnapshot
      /** The file in the folder that is broken. */
      readonly name: string
      /** The newest snapshot from before it that is whole; null where there is none. */
      readonly whole: FolderSnapshot | null
    }

export interface Restored {
  readonly snapshot: FolderSnapshot
  readonly home: string
  readonly encrypted: boolean
  /** The words that open it besides a new passphrase; null where it has none. */
  readonly words: string | null
  readonly members: readonly string[]
  readonly memories: number
}

/** Why a copy was not put in the place of the database; nothing has changed then. */
export type CopyProblem =
  | { readonly problem: 'in_use' | 'full' | 'no_database' }
  | { readonly problem: 'too_new'; readonly version: number; readonly supported: number }
  | { readonly problem: 'broken'; readonly reason: string }

/** What the next start finds in the place of the database. */
export interface CopyRestored {
  readonly file: string
  readonly home: string
  readonly members: readonly string[]
  readonly memories: number
  /** The backup of what was there until then; null where there was nothing. */
  readonly kept: string | null
}
