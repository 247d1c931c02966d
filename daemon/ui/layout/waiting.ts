import { useOperation } from '../api/operations.ts'

/** How much waits for the member on a page: unread messages, open questions. */
export function useWaiting(page: string): number {
  const context = useOperation('conversation.context', {}, { enabled: page === '/talk' })
  const pending = useOperation(
    'interactions.list',
    { status: ['pending'], limit: 1 },
    { enabled: page === '/inbox' },
  )
  if (page === '/talk') return context.data?.unread ?? 0
  return page === '/inbox' ? (pending.data?.total ?? 0) : 0
}
