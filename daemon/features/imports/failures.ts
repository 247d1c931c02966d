import { failure } from '../../kernel/errors.ts'

export const ImportNotFound = failure('NOT_FOUND', 'import not found')
export const NotDraft = failure('CONFLICT', 'the import was started already', 'not_draft')
export const PartMissing = failure('CONFLICT', 'the part does not follow what has come', 'part_missing')
export const FileTooLarge = failure('UNPROCESSABLE', 'the file is too large', 'file_too_large')
export const ArchiveDamaged = failure(
  'UNPROCESSABLE',
  'the archive was cut off or altered',
  'archive_damaged',
)
export const ArchiveNewer = failure(
  'UNPROCESSABLE',
  'the archive was made by a newer version of Companion',
  'archive_newer',
)
export const ExportOver = failure('CONFLICT', 'this export is over; begin it again', 'export_over')
export const UnknownFormat = failure(
  'UNPROCESSABLE',
  'the file is not of this format, or of none that is known',
  'unknown_format',
)
