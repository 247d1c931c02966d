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
