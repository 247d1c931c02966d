import type { OperationName } from '../../client/types.ts'

/** What is read again after the companion has become another one. */
export const shaped: readonly OperationName[] = [
  'personality.current',
  'personality.snapshots',
  'conversation.preview',
  'emotion.current',
  'emotion.history',
  'emotion.why',
]
