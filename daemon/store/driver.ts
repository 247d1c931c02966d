import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import Database from 'better-sqlite3'
import { homeKeyOf, keyFor } from '../kernel/encryption/home-key.ts'
import { lazy } from '../kernel/lazy.ts'
import { readAt } from './mirror/wal.ts'

/** How a file of SQLite begins that is not encrypted (https://sqlite.org/fileformat.html). */
const plainStart = Buffer.from('SQLite format 3\0', 'latin1')

/** Each page is encrypted and authenticated for itself: ChaCha20-Poly1305, with a nonce of its own at each writing. */
const cipher = 'chacha20'

/** The same driver with an SQLite that encrypts, loaded by who has an encrypted home alone. */
export const loadEncrypting = lazy(
  () => createRequire(import.meta.url)('better-sqlite3-multiple-ciphers') as typeof Database,
)

/**
 * Opens the database of a home: encrypted where its home is. Nothing is looked at before: closing another descriptor of a
 * file that is open ends the locks that SQLite has on it.
 */
export function openFile(file: string, options: Database.Options = {}): Database.Database {
  const key = homeKeyOf(file)
  if (key === null) return new Database(file, options)
  const client = new (loadEncrypting())(file, options)
  client.pragma(`cipher = '${cipher}'`)
  client.pragma(`key = "${rawKey(key)}"`)
  return client
}

/** Opens a copy of a database in its home, encrypted or not: one may be older than the encryption, or be brought along. */
export function openCopy(file: string, options: Database.Options = {}): Database.Database {
  return isPlain(file) ? new Database(file, options) : openFile(file, options)
}

/** Whether a file holds a database that is not encrypted; an empty one, or none, does not. */
export function isPlain(file: string): boolean {
  let descriptor: number | null = null
  try {
    descriptor = openSync(file, 'r')
    return readAt(descriptor, 0, plainStart.length).equals(plainStart)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

/** Encrypts a database in place, with the key of a home, or with null decrypts it, `key` being what it has. Nobody may have it open. */
export function rekey(file: string, from: Buffer | null, to: Buffer | null): void {
  const client = new (loadEncrypting())(file)
  try {
    client.pragma(`cipher = '${cipher}'`)
    if (from !== null) client.pragma(`key = "${rawKey(from)}"`)
    // The log of an encrypted one cannot change its key.
    client.pragma('journal_mode = DELETE')
    client.pragma('temp_store = MEMORY')
    client.pragma(to === null ? "rekey = ''" : `rekey = "${rawKey(to)}"`)
  } finally {
    client.close()
  }
}

/** As SQLite takes a key that is none of a passphrase, and is not to be stretched. */
const rawKey = (key: Buffer) => `raw:${keyFor(key, 'database').toString('hex')}`
