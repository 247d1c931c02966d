import { existsSync, statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { BackupPlace } from '../../../kernel/offline/backup-location.ts'
import type {
  FolderProblem,
  FolderRequest,
  FolderSnapshot,
  Restored,
} from '../../../kernel/offline/folder-restore.ts'
import {
  createHome,
  type Home,
  locateHome,
  readIfThere,
  removeFile,
  writeSecret,
} from '../../../kernel/home.ts'
import { homeKeyOf } from '../../../kernel/encryption/home-key.ts'
import { writeKey } from '../../../kernel/encryption/key-file.ts'
import { makeWords } from '../../../kernel/encryption/words.ts'
import { isDiskFull } from '../../../kernel/errors.ts'
import { examine, finishCopy } from '../../../store/backup.ts'
import { tryLockHome } from '../../../store/lock.ts'
import { latestVersion } from '../../../store/migrate.ts'
import { stage, stagedFor } from '../../../store/restore.ts'
import { openCopy } from '../../../store/driver.ts'
import { contentOf } from '../database-content.ts'
import { discard } from '../erasing.ts'
import { writeSecrets } from './home-secrets.ts'
import { openKeys } from './household-keys.ts'
import { StoreProblem } from './object-store.ts'
import { openStore } from './open-store.ts'
import { landmark, sealedKeys } from './set-up.ts'
import { assemble, type Manifest, readSnapshots, type Snapshot, useKeyOf } from './snapshots.ts'
import { type Broken, isBroken, openVault, type Vault } from './vault.ts'

type RestoreRequest = Extract<FolderRequest, { restore: unknown }>['restore']

const isProblem = (outcome: object): outcome is FolderProblem => 'problem' in outcome

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
    const lock = tryLockHome(home)
    if (lock === null) return { problem: 'in_use' }
    try {
      if (homeHasMembers(home)) return { problem: 'has_members' }
      const restored = await build(home, vault, snapshots, chosen)
      return isProblem(restored) ? restored : await withPassphrase(home, restored, request.passphrase)
    } finally {
      lock.release()
    }
  })
}

/** Gives an encrypted home another passphrase where that is wanted: nobody may know the old one any more. */
export async function withPassphrase<T extends Pick<Restored, 'encrypted' | 'words'>>(
  home: Home,
  restored: T,
  passphrase: string | null,
): Promise<T> {
  const key = homeKeyOf(home.path)
  if (!restored.encrypted || passphrase === null || key === null) return restored
  const words = makeWords()
  await writeKey(home, key, { passphrase, words })
  return { ...restored, words }
}

async function unlessAway<T>(work: () => Promise<T | FolderProblem>): Promise<T | FolderProblem> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error)) return { problem: 'full' }
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
  const matching = snapshots.filter((one) => one.id.startsWith(id.toLowerCase()))
  if (matching[0] && matching.length === 1) return matching[0]
  return { problem: 'unknown_snapshot', snapshots: snapshots.map(toFolderSnapshot) }
}

/** Whether there is a household in a home, or a database that cannot be read: nobody knows who is in that. */
export function homeHasMembers({ database }: Home): boolean {
  if (!existsSync(database) || statSync(database).size === 0) return false
  try {
    const client = openCopy(database, { readonly: true })
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
    if (!isBroken(manifest)) useKeyOf(manifest, home.path)
    const broken = isBroken(manifest) ? manifest : await assemble(vault, manifest, waiting)
    if (broken !== null || isBroken(manifest))
      return await tellBroken(vault, snapshots, chosen, broken ?? (manifest as Broken), waiting)
    const latest = latestVersion()
    if (manifest.version > latest) return { problem: 'too_new', version: manifest.version, supported: latest }
    finishCopy(waiting)
    const { problem } = examine(waiting)
    if (problem !== null) throw new Error(`the database of the snapshot is damaged: ${problem}`)
    const taken = takeIn(home, waiting, { ...chosen, manifest }, snapshots)
    return { snapshot: toFolderSnapshot(chosen), home: home.path, words: null, ...taken }
  } finally {
    discard(waiting)
  }
}

/** Lets a whole database that waits, and the secrets that belong to it, be those of a home; what that had is gone. */
export function takeIn(
  home: Home,
  waiting: string,
  { id, created_at, manifest }: Pick<Snapshot, 'id' | 'created_at'> & { readonly manifest: Manifest },
  snapshots: readonly Pick<Snapshot, 'manifest'>[],
): Pick<Restored, 'encrypted' | 'members' | 'memories'> {
  const told = contentOf(waiting)
  // A daemon that nobody has lived with may have left one: its log must not go on in this household's.
  for (const end of ['', '-wal', '-shm', '-journal', '.replaced']) removeFile(`${home.database}${end}`)
  writeSecrets(home, manifest.secrets)
  keepDeleted(home, snapshots)
  const by = { restore_uuid: randomUUID(), actor: 'system:restore', address: '127.0.0.1' }
  stage(waiting, home.database, { ...by, backup: id, created_at })
  return { encrypted: manifest.home_key !== undefined, ...told }
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
function keepDeleted({ path, erasures }: Home, snapshots: readonly Pick<Snapshot, 'manifest'>[]): void {
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

function toFolderSnapshot({ id, created_at, manifest }: Snapshot): FolderSnapshot {
  const bytes = isBroken(manifest) ? null : manifest.bytes
  return { id, created_at, bytes }
}
