import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readWritten } from '../../kernel/config.ts'
import {
  type Home,
  readIfThere,
  removeFile,
  secretFilesOf,
  syncFile,
  syncFolder,
  writeSecret,
} from '../../kernel/home.ts'
import { isSealed, keyFor, openText, sealText } from '../../kernel/encryption/home-key.ts'
import { open, seal } from '../../kernel/encryption/sealed-box.ts'
import { hasPlainSecret, sealWritten } from '../../kernel/encryption/written-secrets.ts'
import { examine } from '../../store/backup.ts'
import { isPlain, openCopy, rekey } from '../../store/driver.ts'
import { mirrorFilesOf } from '../../store/mirror/sums.ts'
import { stagedFor } from '../../store/restore.ts'

/** What a sealed file is called that was called otherwise. */
const sealedEnd = '.sealed'

/**
 * Encrypts whatever of a home is not encrypted yet, with its key, which this process uses; answers how many files that were.
 * Nobody may have the home open. Killed at any moment, each file is the old one or the new one, and the next call goes on.
 */
export function encryptHome(home: Home, key: Buffer): number {
  let files = 0
  for (const file of databasesOf(home)) {
    if (!isPlain(file)) continue
    if (file === home.database) forgetCopies(file)
    replace(file, (part) => rekey(part, null, key))
    files += 1
  }
  for (const file of damagedFilesOf(home)) {
    if (file.endsWith(sealedEnd)) continue
    const name = basename(file)
    writeSecret(
      `${file}${sealedEnd}`,
      seal(keyFor(key, 'files'), readFileSync(file), name).toString('base64url'),
    )
    removeFile(file)
    files += 1
  }
  for (const file of secretFilesOf(home)) {
    const text = readIfThere(file)
    if (text === null || isSealed(text)) continue
    writeSecret(file, `${sealText(key, text, basename(file))}\n`)
    files += 1
  }
  return files + sealConfig(home)
}

/** Decrypts everything of a home again, under the same conditions. */
export function decryptHome(home: Home, key: Buffer): number {
  let files = 0
  for (const file of databasesOf(home)) {
    if (isPlain(file) || statSync(file).size === 0) continue
    if (file === home.database) forgetCopies(file)
    replace(file, (part) => rekey(part, key, null))
    files += 1
  }
  for (const file of damagedFilesOf(home)) {
    if (!file.endsWith(sealedEnd)) continue
    const to = file.slice(0, -sealedEnd.length)
    const content = open(
      keyFor(key, 'files'),
      Buffer.from(readFileSync(file, 'utf8'), 'base64url'),
      basename(to),
    )
    writeSecret(to, content)
    removeFile(file)
    files += 1
  }
  for (const file of secretFilesOf(home)) {
    const text = readIfThere(file)
    if (text === null || !isSealed(text)) continue
    writeSecret(file, openText(key, text, basename(file)))
    files += 1
  }
  return files + openConfig(home)
}

/** The database, what waits to take its place or was in it, and the backups; those that are there. */
function databasesOf({ database, backups }: Home): string[] {
  const copies = readdirSync(backups).filter((name) => name.endsWith('.db'))
  const all = [
    database,
    stagedFor(database),
    `${database}.replaced`,
    ...copies.map((name) => join(backups, name)),
  ]
  return all.filter((file) => existsSync(file))
}

function damagedFilesOf({ damaged }: Home): string[] {
  if (!existsSync(damaged)) return []
  return readdirSync(damaged, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Folds the log into a database, and removes its second copy: that is made anew. */
function forgetCopies(database: string): void {
  const client = openCopy(database)
  try {
    client.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    client.close()
  }
  const { mirror, sums, log } = mirrorFilesOf(database)
  for (const file of [sums, mirror, log, `${database}-wal`, `${database}-shm`]) removeFile(file)
}

/** Lets a changed copy take the place of a database, once that is whole and on the disk. */
function replace(file: string, change: (part: string) => void): void {
  const part = `${file}.part`
  try {
    copyFileSync(file, part)
    change(part)
    const { problem } = examine(part)
    if (problem !== null) throw new Error(`${file} could not be rewritten: ${problem}`)
    syncFile(part)
    renameSync(part, file)
    syncFolder(file)
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) removeFile(`${part}${end}`)
  }
}

/** Seals the secrets of the settings where one of them is not; the file is left as it was written otherwise. */
function sealConfig({ config }: Home): number {
  const text = readIfThere(config)
  if (text === null || !hasPlainSecret(JSON.parse(text))) return 0
  writeSecret(config, `${JSON.stringify(sealWritten(readWritten(config), config), null, 2)}\n`)
  return 1
}

function openConfig({ config }: Home): number {
  const text = readIfThere(config)
  if (text === null || !text.includes('api_key') || hasPlainSecret(JSON.parse(text))) return 0
  writeSecret(config, `${JSON.stringify(readWritten(config), null, 2)}\n`)
  return 1
}
