import { type BackupPlace, parseLocation, isAddress } from '../../kernel/backups/location.ts'
import type {
  FolderProblem,
  FolderRequest,
  FolderSnapshot,
  Restored,
} from '../../kernel/backups/folder-restore.ts'
import { locateHome } from '../../kernel/home.ts'
import { daemonModule } from '../../kernel/program.ts'
import { openThread } from '../../kernel/thread.ts'

export type { BackupPlace, FolderProblem, FolderSnapshot, Restored }
export { isAddress, parseLocation }

const maxHeapMb = 512

/** The folder of the home that `environment` names. */
export const homeFolder = (environment: NodeJS.ProcessEnv): string => locateHome(environment).path

/** Asks a thread of the daemon's program, which needs no daemon that runs. */
async function request(asked: FolderRequest): Promise<unknown> {
  const thread = openThread(daemonModule('daemon/features/backups/offsite/folder-thread'), null, {
    maxHeapMb,
  })
  try {
    return await thread.request(asked)
  } finally {
    await thread.stop()
  }
}

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
