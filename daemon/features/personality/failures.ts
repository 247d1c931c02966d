import { failure } from '../../kernel/errors.ts'

export const SnapshotNotFound = failure('NOT_FOUND', 'personality snapshot not found')
