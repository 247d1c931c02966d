import type { FolderRequest } from '../../../kernel/folder-restore.ts'
import { serveRequests } from '../../../kernel/thread.ts'
import { restoreCopy } from '../copy-restore.ts'
import type { HouseholdKeys } from './household-keys.ts'
import { openFolderStore } from './object-store.ts'
import { listFolder, restoreFolder } from './restoring.ts'
import { landmark, setUpFolder } from './set-up.ts'
import { type RunRequest, runOn } from './snapshotting.ts'

/** What is asked of the thread that works on a folder of backups. */
export type OffsiteRequest =
  | {
      readonly setUp: { readonly folder: string; readonly home: string; readonly keys: HouseholdKeys | null }
    }
  | { readonly run: RunRequest }
  | FolderRequest

// Encrypting and waiting for a disk take their time here, so that nobody else waits. The command line starts it too.
serveRequests((request: OffsiteRequest) => {
  if ('setUp' in request) return setUpFolder(request.setUp)
  if ('run' in request) return runOn(openFolderStore(request.run.folder, landmark), request.run)
  if ('list' in request) return listFolder(request.list.folder, request.list.words)
  if ('put' in request) return restoreCopy(request.put)
  return restoreFolder(request.restore)
})
