import type { BackupPlace } from '../../../kernel/offline/backup-location.ts'
import type { FolderRequest } from '../../../kernel/offline/folder-restore.ts'
import type { MoveRequest } from '../../../kernel/offline/move.ts'
import type { TableRules } from '../../../store/table-rules.ts'
import { restoreCopy } from '../copy-restore.ts'
import { check, type CheckRequest } from './checking.ts'
import type { HouseholdKeys } from './household-keys.ts'
import { bringBack, moveHome, receiveHome } from './moving.ts'
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
  | { readonly move: MoveRequest }
  | { readonly receive: Parameters<typeof receiveHome>[0] }
  | { readonly back: string }

/** Does what is asked; `rules` are what the features say of their tables. */
export async function handleOffsiteRequest(
  request: OffsiteRequest,
  rules: readonly TableRules[],
): Promise<unknown> {
  if ('setUp' in request) return setUpPlace(request.setUp)
  if ('run' in request) return runOn(await openStore(request.run.place, landmark), request.run, rules)
  if ('check' in request) return check(request.check)
  if ('list' in request) return listFolder(request.list.place, request.list.words)
  if ('move' in request) return moveHome(request.move)
  if ('receive' in request) return receiveHome(request.receive)
  if ('back' in request) return bringBack(request.back)
  if ('put' in request) return restoreCopy(request.put)
  return restoreFolder(request.restore)
}
