import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupPlace } from '../../../kernel/offline/backup-location.ts'
import { createHome, type Home, locateHome, readIfThere } from '../../../kernel/home.ts'
import { examine } from '../../../store/backup.ts'
import { stagedFor } from '../../../store/restore.ts'
import { countRows, findsByWords } from './database-facts.ts'
import type { HouseholdKeys } from './household-keys.ts'
import { StoreProblem, type Trouble } from './object-store.ts'
import { openStore } from './open-store.ts'
import { build } from './restoring.ts'
import { landmark } from './set-up.ts'
import { assemble, type Manifest, readSnapshots, type Snapshot, useKeyOf } from './snapshots.ts'
import { isBroken, openVault, type Vault } from './vault.ts'
import { clearWork, workingFiles } from './working-files.ts'

/** What is asked: a drill restores the newest snapshot, a turn reads the next of the older ones through. */
export interface CheckRequest {
  readonly kind: 'drill' | 'turn'
  readonly home: Home
  readonly place: BackupPlace
  readonly keys: HouseholdKeys
  /** The name of the snapshot that had the last turn; null before the first. */
  readonly after: string | null
}

/** Why a snapshot is none to rely on: it cannot be read back, or what comes out is not what went in. */
export type Fault = 'missing' | 'damaged' | 'different'

export interface SnapshotCheck {
  readonly name: string
  readonly snapshot_at: string
  /** Null where all is well. */
  readonly fault: Fault | null
  /** What exactly is wrong, for the log. */
  readonly detail: string | null
  /** How many memories came back; null for a turn, and where none did. */
  readonly memories: number | null
}

export type CheckResult = SnapshotCheck | { readonly trouble: Trouble; readonly message: string } | null

type Finding = Pick<SnapshotCheck, 'fault' | 'detail' | 'memories'>

const findingOf = (fault: Fault, detail: string): Finding => ({ fault, detail, memories: null })

/** Checks a snapshot; null where there is none to check. What it makes for that is gone when this resolves. */
export async function check({ kind, home, place, keys, after }: CheckRequest): Promise<CheckResult> {
  try {
    clearWork(home)
    const vault = openVault(await openStore(place, landmark), keys)
    const snapshots = await readSnapshots(vault)
    const chosen = kind === 'drill' ? snapshots[0] : nextTurn(snapshots, after)
    if (!chosen) return null
    const { name, created_at: snapshot_at } = chosen
    const finding =
      kind === 'drill' ? await drill(vault, snapshots, chosen, home) : await turn(vault, chosen, home)
    return { name, snapshot_at, ...finding }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    return { trouble: error.trouble, message: error.message }
  } finally {
    clearWork(home)
  }
}

/** The next older snapshot than the one that had its turn, else the newest of them; the very newest is read back anyway. */
function nextTurn(newestFirst: readonly Snapshot[], after: string | null): Snapshot | undefined {
  const older = newestFirst.slice(1)
  return older.find(({ name }) => after === null || name < after) ?? older[0]
}

/** Reads a snapshot through: all its pieces, and what they make. */
async function turn(vault: Vault, { manifest }: Snapshot, home: Home): Promise<Finding> {
  if (isBroken(manifest)) return findingOf(manifest.problem, manifest.name)
  const { together } = workingFiles(home)
  useKeyOf(manifest, together)
  const broken = await assemble(vault, manifest, together)
  if (broken !== null) return findingOf(broken.problem, broken.name)
  const { problem, version } = examine(together)
  if (problem !== null) return findingOf('damaged', problem)
  return version === manifest.version
    ? { fault: null, detail: null, memories: null }
    : findingOf('different', `version ${version}`)
}

/** Restores a snapshot to a home of its own, as `companion restore` does, and asks what came back. */
async function drill(
  vault: Vault,
  snapshots: readonly Snapshot[],
  chosen: Snapshot,
  home: Home,
): Promise<Finding> {
  const { drill: path } = workingFiles(home)
  const target = locateHome({ COMPANION_HOME: path })
  createHome(target)
  try {
    const built = await build(target, vault, snapshots, chosen)
    if ('problem' in built) {
      const name = 'name' in built ? built.name : chosen.name
      return findingOf(built.problem === 'missing' ? 'missing' : 'damaged', `${name}: ${built.problem}`)
    }
    const difference = isBroken(chosen.manifest) ? null : differenceFrom(chosen.manifest, target)
    return difference === null
      ? { fault: null, detail: null, memories: built.memories }
      : { ...findingOf('different', difference), memories: built.memories }
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

/** What of a restored home is not as its manifest says; null where all is. */
function differenceFrom(manifest: Manifest, target: Home): string | null {
  const database = stagedFor(target.database)
  const { problem, version } = examine(database)
  if (problem !== null) return problem
  if (version !== manifest.version) return `version ${version}`
  const tables = countRows(database)
  const names = new Set([...Object.keys(tables), ...Object.keys(manifest.tables)])
  for (const name of names)
    if (tables[name] !== manifest.tables[name])
      return `${name} has ${tables[name] ?? 'no'} rows, not ${manifest.tables[name] ?? 'any'}`
  if (findsByWords(database) === false) return 'the newest memory is not found by its words'
  const lost = manifest.secrets.find(({ name, content }) => {
    const restored = readIfThere(join(target.path, ...name.split('/')))
    // What was deleted for good is gathered from all snapshots.
    const isMore = join(target.path, name) === target.erasures
    return isMore ? restored === null : restored !== Buffer.from(content, 'base64').toString('utf8')
  })
  return lost ? `${lost.name} is not what was saved` : null
}
