import type { DaemonFile } from '../daemon-file.ts'
import { type Home, readIfThere } from '../home.ts'

/** Of a passphrase, in characters: whoever has the disk can try as many as they like, each for a second. */
export const shortestPassphrase = 12

/** What is asked of the thread that encrypts a home; `home` is its folder, `secret` its passphrase or its twelve words. */
export type EncryptionRequest =
  | { readonly encrypt: { readonly home: string; readonly passphrase: string } }
  | { readonly decrypt: { readonly home: string; readonly secret: string } }
  | { readonly change: { readonly home: string; readonly secret: string; readonly passphrase: string } }
  | { readonly unlock: { readonly home: string; readonly secret: string } }
  | { readonly open: { readonly home: string; readonly secret: string } }

/** Why nothing was done. */
export interface EncryptionProblem {
  readonly problem:
    | 'encrypted'
    | 'not_encrypted'
    | 'wrong_secret'
    | 'too_short'
    | 'in_use'
    | 'not_waiting'
    | 'damaged_key'
}

export interface EncryptionDone {
  /** The twelve words that open the home where the passphrase is forgotten: shown once, where they are new. */
  readonly words?: string
  readonly files?: number
  /** The key of the home, in hexadecimal. */
  readonly key?: string
}

/** What a daemon that waits for the key of its home says of itself, in a file that is there for as long as it waits. */
export interface LockedDaemon {
  readonly pid: number
  /** To whom the key is encrypted: it is on no disk as it is. */
  readonly recipient: string
  /** Where it can be unlocked by a page; left out by earlier versions. */
  readonly file?: DaemonFile
}

/** The daemon that waits for the key of a home; null where none does. */
export function waitingOn({ locked }: Pick<Home, 'locked'>): LockedDaemon | null {
  try {
    const waiting = JSON.parse(readIfThere(locked) ?? 'null') as LockedDaemon | null
    // Throws where the process is gone.
    if (waiting) process.kill(waiting.pid, 0)
    return waiting
  } catch {
    return null
  }
}
