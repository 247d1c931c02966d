import { failure } from '../../kernel/errors.ts'

export const MemoryNotFound = failure('NOT_FOUND', 'memory not found')
export const NothingBuilt = failure('CONFLICT', 'no change to another model is under way', 'nothing_built')
