import type { BackupPlace } from '../../../kernel/backups/location.ts'
import type { FolderRequest } from '../../../kernel/backups/folder-restore.ts'
import { serveRequests } from '../../../kernel/thread.ts'
import { check, type CheckRequest } from './checking.ts'
import type { HouseholdKeys } from './household-keys.ts'
import { openStore } from './open-store.ts'
import { listFolder, restoreFolder } from './restoring.ts'
import { landmark, setUpPlace } from './set-up.ts'
import { type RunRequest, runOn } from './snapshotting.ts'

/** What is asked of the thread that works on a place of backups. */
export type OffsiteRequest =
  | {
      readonly setUp: {
        readonly place: BackupPlace
        readonly home: string
        readonly keys: HouseholdKeys | null
      }
    }
  | { readonly run: RunRequest }
  | { readonly check: CheckRequest }
  | FolderRequest

// Encrypting and waiting for a disk or a server take their time here, so that nobody else waits. The command line starts it too.
serveRequests(async (request: OffsiteRequest) => {
  if ('setUp' in request) return setUpPlace(request.setUp)
  if ('run' in request) return runOn(await openStore(request.run.place, landmark), request.run)
  if ('check' in request) return check(request.check)
  if ('list' in request) return listFolder(request.list.place, request.list.words)
  return restoreFolder(request.restore)
})
