import { failure } from '../../kernel/errors.ts'

export const BackupNotFound = failure('NOT_FOUND', 'backup not found')
export const BackupUnderWay = failure('CONFLICT', 'a backup is being made or restored, try again shortly')
export const ErasedMeanwhile = failure('CONFLICT', 'a member reset what is held of them meanwhile, try again')
export const BackupDamaged = failure('UNPROCESSABLE', 'the backup is damaged and was not restored')
export const BackupTooNew = failure('UNPROCESSABLE', 'the backup was made by a newer Companion')
