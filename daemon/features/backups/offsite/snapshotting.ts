import { closeSync, openSync, readSync } from 'node:fs'
import { iso } from '../../../kernel/clock.ts'
import type { BackupPlace } from '../../../kernel/offline/backup-location.ts'
import type { Home } from '../../../kernel/home.ts'
import { homeKeyOf } from '../../../kernel/encryption/home-key.ts'
import { copyOnline, examine, finishCopy } from '../../../store/backup.ts'
import { openCopy } from '../../../store/driver.ts'
import { eraseInFile } from '../../../store/erase.ts'
import type { TableRules } from '../../../store/table-rules.ts'
import type { Erasure } from '../../../store/tables.ts'
import { withVectors } from '../../../store/vectors.ts'
import { discard } from '../erasing.ts'
import { countRows } from './database-facts.ts'
import { readSecrets } from './home-secrets.ts'
import type { HouseholdKeys } from './household-keys.ts'
import { type ObjectStore, StoreProblem, type Trouble } from './object-store.ts'
import { momentsToKeep, monthMs } from './retention.ts'
import { landmark } from './set-up.ts'
import {
  assemble,
  type Manifest,
  putFileInChunks,
  putManifest,
  readSnapshots,
  type Snapshot,
  useKeyOf,
} from './snapshots.ts'
import { chunkBytes, isBroken, openVault, type Vault } from './vault.ts'
import { clearWork, workingFiles } from './working-files.ts'

/** What one run does: erases what was reset, makes a snapshot where something changed, and removes what is too old. */
export interface RunRequest {
  readonly home: Home
  readonly place: BackupPlace
  readonly keys: HouseholdKeys
  readonly reason: Manifest['reason']
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly resets: readonly Erasure[]
  /** Whether everything is read back even across a network: something there was found broken. */
  readonly thorough: boolean
  /** Whether the snapshots that are too old go. */
  readonly thins: boolean
}

/** How a run went. */
export interface Ran {
  readonly newest: string
  /** Whether this run made it; nothing has changed otherwise. */
  readonly made: boolean
  readonly snapshots: number
  /** Of everything there. */
  readonly bytes: number
  /** How many snapshots do no longer hold what was reset. */
  readonly erased: number
}

export type RunResult = Ran | { readonly trouble: Trouble; readonly message: string }

/** Does one run on a store; says what is in the way where the store cannot be used. */
export async function runOn(
  store: ObjectStore,
  request: RunRequest,
  rules: readonly TableRules[],
): Promise<RunResult> {
  const files = workingFiles(request.home)
  try {
    const stored = await store.get(landmark)
    // Another disk in its place is as good as none.
    if (stored?.toString('utf8').trim() !== request.keys.recipient)
      return { trouble: 'away', message: 'it is not the place that was set up' }
    await store.tidy()
    const vault = openVault(store, request.keys)
    const thorough = !store.remote || request.thorough
    const erased = await eraseOld(vault, request.resets, files, rules)
    const { newest, made } = await makeSnapshot(vault, { ...request, thorough }, files)
    const snapshots = await (request.thins ? thinOut(vault, request.now) : countSnapshots(vault))
    const objects = [...(await store.list('chunks')), ...(await store.list('snapshots'))]
    const bytes = objects.reduce((sum, one) => sum + one.bytes, 0)
    return { newest, made, snapshots, bytes, erased }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    return { trouble: error.trouble, message: error.message }
  } finally {
    clearWork(request.home)
  }
}

type Files = ReturnType<typeof workingFiles>

async function makeSnapshot(vault: Vault, request: RunRequest, files: Files) {
  const { home, reason, now, resets, thorough } = request
  const [secrets, key] = [readSecrets(home), homeKeyOf(home.path)]
  discard(files.copy)
  await copyOnline(home.database, files.copy)
  const { version, problem } = examine(files.copy)
  if (problem !== null) throw new Error(`the copy is damaged: ${problem}`)
  const stored = await vault.chunkIds()
  const pieces = await putFileInChunks(vault, files.copy, new Set(stored))
  const manifest: Manifest = {
    format: 1,
    created_at: iso(now),
    reason,
    version,
    tables: countRows(files.copy),
    ...pieces,
    secrets,
    ...(key && { home_key: key.toString('hex') }),
    erased: resets.map(({ erasure_uuid }) => erasure_uuid),
  }
  const last = (await readSnapshots(vault)).find((one) => !isBroken(one.manifest))
  const same = last && !isBroken(last.manifest) && sameContent(last.manifest, manifest)
  await verify(thorough ? vault : trusting(vault, stored, manifest, files.copy), manifest, files)
  if (same) return { newest: last.created_at, made: false }
  await putManifest(vault, manifest)
  return { newest: manifest.created_at, made: true }
}

const sameContent = (one: Manifest, other: Manifest) =>
  one.sha256 === other.sha256 && JSON.stringify(one.secrets) === JSON.stringify(other.secrets)

/**
 * Reads everything back, decrypts it, puts it together and asks the database something. A piece that a disk has lost or
 * changed meanwhile is put again, from the file that it was cut from.
 */
async function verify(vault: Vault, manifest: Manifest, { copy, together }: Files): Promise<void> {
  const broken = await assemble(vault, manifest, together, async (_, at, id) => {
    const content = readPiece(copy, at)
    if (vault.idOf(content) !== id) return null
    await vault.putChunk(id, content)
    const again = await vault.getChunk(id)
    return isBroken(again) ? null : again
  })
  if (broken) throw new Error(`${broken.name} is ${broken.problem} right after it was written`)
  assertAnswers(together)
}

/** Takes the pieces that were stored before for what they are: across a network only those that were written are read back. */
function trusting(vault: Vault, stored: ReadonlySet<string>, { chunks }: Manifest, copy: string): Vault {
  const places = new Map(chunks.map((id, at) => [id, at * chunkBytes]))
  return {
    ...vault,
    getChunk: async (id) => {
      const at = places.get(id)
      return stored.has(id) && at !== undefined ? readPiece(copy, at) : vault.getChunk(id)
    },
  }
}

/** Throws where a database is not whole, or has no people of a household. */
function assertAnswers(file: string): void {
  const client = withVectors(openCopy(file, { readonly: true }))
  try {
    client.pragma('trusted_schema = OFF')
    const verdict = String(client.pragma('quick_check(1)', { simple: true }))
    if (verdict !== 'ok') throw new Error(`the snapshot is damaged: ${verdict}`)
    client.prepare('SELECT count(*) FROM members').get()
  } finally {
    client.close()
  }
}

function readPiece(file: string, at: number): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const content = Buffer.alloc(chunkBytes)
    return content.subarray(0, readSync(descriptor, content, 0, content.length, at))
  } finally {
    closeSync(descriptor)
  }
}

/** Rewrites snapshots without what they hold of members who have reset it since; answers how many those were. */
async function eraseOld(
  vault: Vault,
  resets: readonly Erasure[],
  files: Files,
  rules: readonly TableRules[],
): Promise<number> {
  const snapshots = await readSnapshots(vault)
  let count = 0
  for (const { name, created_at, manifest } of snapshots) {
    if (isBroken(manifest)) continue
    const since = resets.filter(
      ({ erasure_uuid, erased_at }) => created_at <= erased_at && !manifest.erased.includes(erasure_uuid),
    )
    if (since.length === 0) continue
    const erased = await withoutErased({ vault, manifest, since, files, rules })
    // One that is damaged can hold it still, and cannot be restored.
    const rewritten = erased === null ? null : await putManifest(vault, erased)
    if (rewritten !== name) await vault.store.remove(name)
    // Of an attempt that a crash has ended.
    for (const other of snapshots)
      if (other.created_at === created_at && other.name !== rewritten) await vault.store.remove(other.name)
    count += 1
  }
  return count
}

interface ErasingSnapshot {
  readonly vault: Vault
  readonly manifest: Manifest
  readonly since: readonly Erasure[]
  readonly files: Files
  readonly rules: readonly TableRules[]
}

async function withoutErased({
  vault,
  manifest,
  since,
  files,
  rules,
}: ErasingSnapshot): Promise<Manifest | null> {
  const { copy } = files
  discard(copy)
  for (const file of [copy, files.together]) useKeyOf(manifest, file)
  if ((await assemble(vault, manifest, copy)) !== null) return null
  if (examine(copy).problem !== null) return null
  eraseInFile(copy, since, rules)
  finishCopy(copy)
  const { problem } = examine(copy)
  if (problem !== null) throw new Error(`the copy is damaged: ${problem}`)
  const pieces = await putFileInChunks(vault, copy, await vault.chunkIds())
  const erased = [...manifest.erased, ...since.map(({ erasure_uuid }) => erasure_uuid)]
  const rewritten = { ...manifest, ...pieces, tables: countRows(copy), erased }
  await verify(vault, rewritten, files)
  return rewritten
}

const countSnapshots = async (vault: Vault): Promise<number> =>
  (await readSnapshots(vault)).filter(({ manifest }) => !isBroken(manifest)).length

/** Removes the snapshots that are too old, then every piece that none names; answers how many snapshots stay. */
async function thinOut(vault: Vault, now: number): Promise<number> {
  const snapshots = await readSnapshots(vault)
  const momentOf = ({ created_at }: Snapshot) => Date.parse(created_at)
  const staying = momentsToKeep(snapshots.filter(({ manifest }) => !isBroken(manifest)).map(momentOf), now)
  const stays = (one: Snapshot) =>
    isBroken(one.manifest) ? now - momentOf(one) < monthMs : staying.has(momentOf(one))
  for (const one of snapshots) if (!stays(one)) await vault.store.remove(one.name)
  const left = snapshots.filter(stays)
  const wanted = new Set(left.flatMap(({ manifest }) => (isBroken(manifest) ? [] : manifest.chunks)))
  for (const id of await vault.chunkIds()) if (!wanted.has(id)) await vault.removeChunk(id)
  return left.filter(({ manifest }) => !isBroken(manifest)).length
}
