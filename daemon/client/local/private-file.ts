import { readIfThere, removeFile, writeSecret } from '../../kernel/home.ts'

/** A text that a program keeps from one start to the next, in a file that only its owner may read. */
export interface PrivateFile {
  /** Null where nothing is kept. */
  readonly read: () => string | null
  /** Whole or not at all, on the disk when it returns. */
  readonly write: (text: string) => void
  readonly remove: () => void
}

/** The private file at a path, whose folder is there. */
export function privateFile(path: string): PrivateFile {
  return {
    read: () => readIfThere(path),
    write: (text) => writeSecret(path, text),
    remove: () => removeFile(path),
  }
}
