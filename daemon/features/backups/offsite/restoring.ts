import { existsSync, statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { BackupPlace } from '../../../kernel/backups/location.ts'
import type {
  FolderProblem,
  FolderRequest,
  FolderSnapshot,
  Restored,
} from '../../../kernel/backups/folder-restore.ts'
import {
  createHome,
  type Home,
  locateHome,
  readIfThere,
  removeFile,
  writeSecret,
} from '../../../kernel/home.ts'
import { examine, settle } from '../../../store/backup.ts'
import { HomeInUse, lockHome } from '../../../store/lock.ts'
import { latestVersion } from '../../../store/migrate.ts'
import { stage, stagedFor } from '../../../store/restore.ts'
import { withVectors } from '../../../store/vectors.ts'
import { discard } from '../erasing.ts'
import { writeSecrets } from './home-secrets.ts'
import { openKeys } from './household-keys.ts'
import { StoreProblem } from './object-store.ts'
import { openStore } from './open-store.ts'
import { landmark, sealedKeys } from './set-up.ts'
import { assemble, readSnapshots, type Snapshot } from './snapshots.ts'
import { type Broken, isBroken, openVault, type Vault } from './vault.ts'

type RestoreRequest = Extract<FolderRequest, { restore: unknown }>['restore']

const isProblem = (found: object): found is FolderProblem => 'problem' in found

/** The snapshots of a folder, the newest first. */
export async function listFolder(
  place: BackupPlace,
  words: string,
): Promise<FolderSnapshot[] | FolderProblem> {
  return unlessAway<FolderSnapshot[]>(async () => {
    const vault = await unlock(place, words)
    return isProblem(vault) ? vault : (await readSnapshots(vault)).map(toFolderSnapshot)
  })
}

/**
 * Builds a home from a snapshot of a folder: its database, which the next start of the daemon puts in its place and ends
 * all sessions of, and its keys. A home with a household, or one on which a daemon runs, is left alone.
 */
export async function restoreFolder(request: RestoreRequest): Promise<Restored | FolderProblem> {
  const home = locateHome({ ...process.env, COMPANION_HOME: request.home })
  return unlessAway<Restored>(async () => {
    const vault = await unlock(request.place, request.words)
    if (isProblem(vault)) return vault
    const snapshots = await readSnapshots(vault)
    const chosen = choose(snapshots, request.snapshot)
    if (isProblem(chosen)) return chosen
    createHome(home)
    const lock = tryLock(home)
    if (lock === null) return { problem: 'in_use' }
    try {
      return isInhabited(home) ? { problem: 'inhabited' } : await build(home, vault, snapshots, chosen)
    } finally {
      lock.release()
    }
  })
}

async function unlessAway<T>(work: () => Promise<T | FolderProblem>): Promise<T | FolderProblem> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return { problem: 'full' }
    if (!(error instanceof StoreProblem)) throw error
    if (error.trouble === 'denied') return { problem: 'denied' }
    if (error.trouble !== 'away') throw error
    return { problem: 'no_folder' }
  }
}

async function unlock(place: BackupPlace, words: string): Promise<Vault | FolderProblem> {
  const store = await openStore(place, landmark)
  const sealed = await store.get(sealedKeys)
  if (sealed === null) return { problem: 'no_folder' }
  const keys = await openKeys(sealed, words)
  return keys === null ? { problem: 'wrong_words' } : openVault(store, keys)
}

function choose(snapshots: readonly Snapshot[], id: string | null): Snapshot | FolderProblem {
  const [newest] = snapshots
  if (!newest) return { problem: 'no_snapshot' }
  if (id === null) return newest
  const found = snapshots.filter((one) => one.id.startsWith(id.toLowerCase()))
  if (found[0] && found.length === 1) return found[0]
  return { problem: 'unknown_snapshot', snapshots: snapshots.map(toFolderSnapshot) }
}

function tryLock(home: Home) {
  try {
    return lockHome(home)
  } catch (error) {
    if (error instanceof HomeInUse) return null
    throw error
  }
}

/** Whether there is a household in a home, or a database that cannot be read: nobody knows who is in that. */
function isInhabited({ database }: Home): boolean {
  if (!existsSync(database) || statSync(database).size === 0) return false
  try {
    const client = new Database(database, { readonly: true })
    try {
      const table = client.prepare("SELECT 1 FROM sqlite_master WHERE name = 'members'").get()
      return table !== undefined && client.prepare('SELECT 1 FROM members').get() !== undefined
    } finally {
      client.close()
    }
  } catch {
    return true
  }
}

/** Builds a home from a snapshot; what the home had is gone. */
export async function build(
  home: Home,
  vault: Vault,
  snapshots: readonly Snapshot[],
  chosen: Snapshot,
): Promise<Restored | FolderProblem> {
  const waiting = `${stagedFor(home.database)}.part`
  try {
    const { manifest } = chosen
    const broken = isBroken(manifest) ? manifest : await assemble(vault, manifest, waiting)
    if (broken !== null || isBroken(manifest))
      return await tellBroken(vault, snapshots, chosen, broken ?? (manifest as Broken), waiting)
    const known = latestVersion()
    if (manifest.version > known) return { problem: 'too_new', version: manifest.version, known }
    settle(waiting)
    const { problem } = examine(waiting)
    if (problem !== null) throw new Error(`the database of the snapshot is damaged: ${problem}`)
    const told = look(waiting)
    // A daemon that nobody has lived with may have left one: its log must not go on in this household's.
    for (const end of ['', '-wal', '-shm', '-journal', '.replaced']) removeFile(`${home.database}${end}`)
    writeSecrets(home, manifest.secrets)
    keepDeleted(home, snapshots)
    const { id, created_at } = chosen
    const by = { restore_uuid: randomUUID(), actor: 'system:restore', address: '127.0.0.1' }
    stage(waiting, home.database, { ...by, backup: id, created_at })
    return { snapshot: toFolderSnapshot(chosen), home: home.path, ...told }
  } finally {
    discard(waiting)
  }
}

/** Says what is broken, and which of the snapshots from before is whole: by reading all of it. */
async function tellBroken(
  vault: Vault,
  snapshots: readonly Snapshot[],
  chosen: Snapshot,
  { problem, name }: Broken,
  to: string,
): Promise<FolderProblem> {
  const snapshot = toFolderSnapshot(chosen)
  for (const one of snapshots) {
    if (one.created_at >= chosen.created_at || isBroken(one.manifest)) continue
    if ((await assemble(vault, one.manifest, to)) === null)
      return { problem, name, snapshot, whole: toFolderSnapshot(one) }
  }
  return { problem, name, snapshot, whole: null }
}

/** Leaves the newest list of what was deleted for good in the home: an older snapshot must not bring it back. */
function keepDeleted({ path, erasures }: Home, snapshots: readonly Snapshot[]): void {
  const lists = snapshots.flatMap(({ manifest }) =>
    isBroken(manifest)
      ? []
      : manifest.secrets.filter(({ name }) => join(path, name) === erasures).map(({ content }) => content),
  )
  const texts = lists.map((content) => Buffer.from(content, 'base64').toString('utf8'))
  const lines = [...texts, readIfThere(erasures) ?? ''].flatMap((text) => text.split('\n'))
  const listed = [...new Set(lines.filter((line) => line !== ''))]
  if (listed.length > 0) writeSecret(erasures, `${listed.join('\n')}\n`)
}

/** Who and how much is in a database. */
function look(file: string): Pick<Restored, 'members' | 'memories'> {
  const client = withVectors(new Database(file, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    const knowsRemoved = client
      .prepare("SELECT 1 FROM pragma_table_info('members') WHERE name = 'removed_at'")
      .get()
    const there = knowsRemoved ? 'WHERE removed_at IS NULL' : ''
    const members = client.prepare(`SELECT full_name FROM members ${there} ORDER BY created_at`).pluck().all()
    const memories = client.prepare('SELECT count(*) FROM memories').pluck().get()
    return { members: members.map(String), memories: Number(memories) }
  } finally {
    client.close()
  }
}

function toFolderSnapshot({ id, created_at, manifest }: Snapshot): FolderSnapshot {
  const bytes = isBroken(manifest) ? null : manifest.bytes
  return { id, created_at, bytes }
}
