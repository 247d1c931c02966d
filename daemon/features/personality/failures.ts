import { failure } from '../../kernel/errors.ts'

export const NoMember = failure('NOT_FOUND', 'this token belongs to no member')
export const SnapshotNotFound = failure('NOT_FOUND', 'personality snapshot not found')
