import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { showFailure, showUndo } from '../parts/feedback.tsx'
import { type KeptHistory, usersOf, withMessages, withoutMemory } from '../talk/history.ts'
import { historyKey } from '../talk/use-history.ts'

/** Not `memory.get`: one that is forgotten is not there to be read. */
const touched = ['memory.recent', 'memory.search', 'memory.forgotten'] as const

/** Forgets a memory and takes its mention from what was said; offers to take that back. */
export function useForgetting() {
  const { t } = useTranslation('talk')
  const cache = useQueryClient()
  const forget = useAction('memory.forget', touched)
  const restore = useAction('memory.restore', touched)
  const change = (next: (history: KeptHistory) => KeptHistory) =>
    cache.setQueryData<KeptHistory>(historyKey, (history) => history && next(history))

  const run = (memory_uuid: string, onDone: () => void) => {
    const history = cache.getQueryData<KeptHistory>(historyKey)
    const users = history ? usersOf(history, memory_uuid) : []
    const undo = () =>
      restore.mutateAsync({ id: memory_uuid }).then(
        () => change((now) => withMessages(now, users)),
        (error: unknown) => showFailure(error),
      )
    forget.mutate(
      { memory_uuids: [memory_uuid] },
      {
        onSuccess: () => {
          onDone()
          const without = users.map(
            ([number, message]) => [number, withoutMemory(message, memory_uuid)] as const,
          )
          change((now) => withMessages(now, without))
          showUndo(t('receipt.forgotten'), () => void undo())
        },
        onError: showFailure,
      },
    )
  }
  return { run, isPending: forget.isPending }
}
