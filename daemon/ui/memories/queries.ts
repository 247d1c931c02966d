import type { OperationName } from '../../client/types.ts'

export const memoryQueries: readonly OperationName[] = [
  'memory.recent',
  'memory.search',
  'memory.forgotten',
  'memory.checkup',
  'memory.get',
]
