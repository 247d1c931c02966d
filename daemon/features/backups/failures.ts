import { failure } from '../../kernel/errors.ts'

export const BackupNotFound = failure('NOT_FOUND', 'backup not found')
export const BackupUnderWay = failure(
  'CONFLICT',
  'a backup is being made or restored, try again shortly',
  'backup_under_way',
)
export const BackupDamaged = failure(
  'UNPROCESSABLE',
  'the backup is damaged and was not restored',
  'backup_damaged',
)
export const BackupTooNew = failure(
  'UNPROCESSABLE',
  'the backup was made by a newer Companion',
  'backup_too_new',
)
export const NoDestination = failure(
  'CONFLICT',
  'backups go to no other place: set one up first',
  'no_destination',
)
export const FolderUnusable = failure(
  'UNPROCESSABLE',
  'the folder is not there, or the daemon cannot write to it',
  'folder_unusable',
)
export const FolderInHome = failure(
  'UNPROCESSABLE',
  'the folder lies in the home that it is to save',
  'folder_in_home',
)
export const FolderOfSystem = failure(
  'UNPROCESSABLE',
  'the folder belongs to the system or to everybody on this machine: choose one of your own',
  'folder_of_system',
)
export const FolderTaken = failure(
  'UNPROCESSABLE',
  'the folder holds the backups of another household, or other files',
  'folder_taken',
)
export const AddressUnfit = failure(
  'UNPROCESSABLE',
  'this is no https:// or s3+https:// address of a place for backups',
  'address_unfit',
)
export const StorageUnreachable = failure(
  'UNPROCESSABLE',
  'the server does not answer, or there is no such folder or bucket',
  'storage_unreachable',
)
export const StorageDenied = failure(
  'UNPROCESSABLE',
  'the server does not take this name and password, or does not let them write',
  'storage_denied',
)
