import type { OperationName } from '../../client/types.ts'

/** What is read again after a memory has changed. */
export const memoryQueries: readonly OperationName[] = [
  'memory.recent',
  'memory.search',
  'memory.forgotten',
  'memory.checkup',
  'memory.get',
]
