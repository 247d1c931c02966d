import { type BackupPlace, parseLocation, isAddress } from '../../kernel/offline/backup-location.ts'
import type {
  CopyProblem,
  CopyRestored,
  FolderProblem,
  FolderRequest,
  FolderSnapshot,
  Restored,
} from '../../kernel/offline/folder-restore.ts'
import { locateHome } from '../../kernel/home.ts'
import { daemonModule } from '../../kernel/program.ts'
import { requestOnce } from '../../kernel/thread.ts'

export type { BackupPlace, CopyProblem, CopyRestored, FolderProblem, FolderSnapshot, Restored }
export { isAddress, parseLocation }

const maxHeapMb = 512

/** The folder of the home that `environment` names. */
export const homeFolder = (environment: NodeJS.ProcessEnv): string => locateHome(environment).path

/** Asks a thread of the daemon's program, which needs no daemon that runs. */
const request = (asked: FolderRequest): Promise<unknown> =>
  requestOnce(daemonModule('daemon/threads/folder-thread'), { maxHeapMb }, asked)

/** The snapshots of a folder of backups, the newest first. */
export async function listFolder(
  place: BackupPlace,
  words: string,
): Promise<FolderSnapshot[] | FolderProblem> {
  // The thread answers each question with what belongs to it.
  return (await request({ list: { place, words } })) as FolderSnapshot[] | FolderProblem
}

/** Builds a home from a snapshot of a folder; `snapshot` is the beginning of its id, or null for the newest. */
export async function restoreFolder(
  restore: Extract<FolderRequest, { restore: unknown }>['restore'],
): Promise<Restored | FolderProblem> {
  return (await request({ restore })) as Restored | FolderProblem
}

/** Lets a copy of the database take the place of that of a home at the next start, which is backed up before. */
export async function restoreCopy(file: string, home: string): Promise<CopyRestored | CopyProblem> {
  return (await request({ put: { file, home } })) as CopyRestored | CopyProblem
}
