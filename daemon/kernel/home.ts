import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import writeFileAtomic from 'write-file-atomic'
import { isDiskReadOnly, isUnwritable } from './errors.ts'
import { localSocketPath } from './local-socket.ts'

/** The one folder that holds everything: where each part of it lies. */
export interface Home {
  readonly path: string
  readonly config: string
  readonly database: string
  readonly lock: string
  readonly pid: string
  readonly daemon: string
  /** Where the daemon listens for the programs of its machine; it may lie elsewhere. */
  readonly socket: string
  readonly setupCode: string
  /** What opens an encrypted home; there where it is encrypted. */
  readonly homeKey: string
  /** How a daemon that waits for the key of its home takes it. */
  readonly locked: string
  readonly localKey: string
  readonly auditKey: string
  readonly pageKey: string
  readonly receiptKey: string
  /** What second factors are sealed with. */
  readonly factorKey: string
  readonly pinKey: string
  /** Encrypts how people sound. */
  readonly voiceKey: string
  /** The household's own certificate authority, with its key. */
  readonly authority: string
  /** The newest row of the audit log, as it was signed. */
  readonly auditHead: string
  /** What backups on another disk or a server are encrypted with. */
  readonly offsiteKeys: string
  /** How it went with them last. */
  readonly offsiteState: string
  /** What the server is told that they go to. */
  readonly offsiteCredentials: string
  /** There while the clock has not run on for long enough since it was set. */
  readonly clockSet: string
  /** There where the home was moved away, and is not to start. */
  readonly retired: string
  /** Room that a start may take where the disk is full. */
  readonly reserve: string
  /** What was deleted for good. */
  readonly erasures: string
  readonly keys: string
  readonly logs: string
  readonly backups: string
  /** What was found damaged, as it was: a folder each time. */
  readonly damaged: string
  /** What the last full check of the database has found. */
  readonly fullCheck: string
  /** Files that memories are being taken from. */
  readonly imports: string
  readonly models: string
  /** What can be made again: code as V8 has compiled it. */
  readonly cache: string
  readonly cliSession: string
}

/** The names of the log files in their folder, with their numbers: the highest is the newest. */
export const logName = /^daemon\.(\d+)\.log$/

/** The home at `COMPANION_HOME`, else in the platform's data folder. Touches nothing. */
export function locateHome(environment: NodeJS.ProcessEnv): Home {
  const path = environment['COMPANION_HOME'] || envPaths('companion', { suffix: '' }).data
  const at = (name: string) => join(path, name)
  return {
    path,
    config: at('config.json'),
    database: at('companion.db'),
    lock: at('daemon.lock'),
    pid: at('daemon.pid'),
    daemon: at('daemon.json'),
    socket: localSocketPath(path, {
      platform: process.platform,
      temporary: [environment['XDG_RUNTIME_DIR'], tmpdir()],
    }),
    setupCode: at('setup-code'),
    homeKey: at('home-key.json'),
    locked: at('locked.json'),
    localKey: at('local-key.json'),
    auditKey: at('audit-key'),
    pageKey: at('page-key'),
    receiptKey: at('receipt-key.json'),
    factorKey: at('factor-key'),
    pinKey: at('pin-key'),
    voiceKey: at('voice-key'),
    authority: at('certificate-authority.pem'),
    auditHead: at('audit-head.json'),
    offsiteKeys: at('offsite-keys.json'),
    offsiteState: at('offsite-state.json'),
    offsiteCredentials: at('offsite-credentials.json'),
    clockSet: at('clock-set'),
    retired: at('retired.json'),
    reserve: at('reserve'),
    erasures: at('erasures.ndjson'),
    keys: at('keys'),
    logs: at('logs'),
    backups: at('backups'),
    damaged: at('damaged'),
    fullCheck: at('full-check.json'),
    imports: at('imports'),
    models: at('models'),
    cache: at('cache'),
    cliSession: at('cli-session.json'),
  }
}

/**
 * Makes the home and its folders, readable by their owner alone, and its logs too, whoever has written them. Throws a
 * sentence that says what to do where the disk can only be read.
 */
export function createHome(home: Home): void {
  try {
    for (const folder of [
      home.path,
      home.keys,
      home.logs,
      home.backups,
      home.imports,
      home.models,
      home.cache,
    ]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      chmodSync(folder, 0o700)
    }
    // Those that are there already keep the rights with which they were made.
    for (const name of readdirSync(home.logs)) chmodSync(join(home.logs, name), 0o600)
  } catch (error) {
    if (!isDiskReadOnly(error)) throw error
    throw new Error(
      `the disk of ${home.path} can only be read: check it and make it writable (on Linux with \`mount -o remount,rw\`), or set COMPANION_HOME to a folder of another disk`,
      { cause: error },
    )
  }
}

/** Whether the disk of a file or folder can only be read. Changes nothing, and opens nothing: that would end the locks of SQLite. */
export function isReadOnly(path: string): boolean {
  try {
    chmodSync(path, statSync(path).mode & 0o777)
    return false
  } catch (error) {
    return isDiskReadOnly(error)
  }
}

/** So many bytes are kept for a start on a full disk: it writes some 50,000. */
const reserveBytes = 256 * 1_024

/** Gives the room that is kept for a start where there is no other, and takes it where there is many times as much. */
export function balanceReserve({ path, reserve }: Home): void {
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  if (free < reserveBytes) removeFile(reserve)
  if (free < 16 * reserveBytes || existsSync(reserve)) return
  try {
    // Of zeros alone a disk may keep nothing.
    writeSecret(reserve, randomBytes(reserveBytes))
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
}

/** The files of a home that hold secrets, there or not. */
export function secretFilesOf(home: Home): string[] {
  const { localKey, auditKey, pageKey, receiptKey, factorKey, pinKey, voiceKey, authority } = home
  const { offsiteKeys, offsiteCredentials, keys } = home
  const signing = readdirSync(keys).map((name) => join(keys, name))
  return [
    localKey,
    auditKey,
    pageKey,
    receiptKey,
    factorKey,
    pinKey,
    voiceKey,
    authority,
    offsiteKeys,
    offsiteCredentials,
    ...signing,
  ]
}

/** Writes a file that only its owner may read, whole or not at all, on the disk when it returns. */
export function writeSecret(file: string, text: string | Buffer): void {
  writeFileAtomic.sync(file, text, { mode: 0o600 })
}

/** The text of a file, or null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** How many bytes a file has; 0 where there is none. */
export const fileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Removes a file; one that is gone already is fine. */
export function removeFile(file: string): void {
  rmSync(file, { force: true })
}

/** Puts what a file holds on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Puts the names in the folder of a file on the disk. */
export function syncFolder(file: string): void {
  // Windows has no such thing, and writes them through.
  if (process.platform === 'win32') return
  const descriptor = openSync(dirname(file), 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
