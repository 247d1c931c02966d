import type { BackupPlace } from './location.ts'

/** A snapshot in a folder of backups. */
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
        /** The home's folder. */
        readonly home: string
        /** The id of a snapshot, or its beginning; the newest where it is null. */
        readonly snapshot: string | null
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
        | 'inhabited'
        | 'in_use'
        | 'full'
    }
  | { readonly problem: 'unknown_snapshot'; readonly snapshots: readonly FolderSnapshot[] }
  | { readonly problem: 'too_new'; readonly version: number; readonly known: number }
  | {
      readonly problem: 'missing' | 'damaged'
      readonly snapshot: FolderSnapshot
      /** The file in the folder that is broken. */
      readonly name: string
      /** The newest snapshot from before it that is whole; null where there is none. */
      readonly whole: FolderSnapshot | null
    }

/** What was restored. */
export interface Restored {
  readonly snapshot: FolderSnapshot
  readonly home: string
  readonly members: readonly string[]
  readonly memories: number
}
