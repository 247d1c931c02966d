import { useMutation } from '@tanstack/react-query'
import i18next from 'i18next'
import { callAction, changeKnown, readAgain, useAction } from '../api/operations.ts'
import { showDone, showFailure, showUndo } from '../parts/feedback.tsx'
import { withChanged, withoutForgotten } from './checkup-now.ts'
import { useMemoryDialogs } from './dialogs.ts'
import type { Memory } from './filter.ts'
import { memoryQueries } from './queries.ts'

/** Pins memories and forgets them; what is forgotten can be taken back at once. */
export function useMemoryActions() {
  const { restoreFocus } = useMemoryDialogs()
  const update = useAction('memory.update', memoryQueries)
  const forgetting = useAction('memory.forget', memoryQueries)
  const restoring = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await callAction('memory.restore', { id })
    },
    onSuccess: (_, ids) => showDone(i18next.t('memories:restored', { count: ids.length })),
    onError: showFailure,
    // Once for all of them: a check-up takes its time.
    onSettled: () => readAgain(memoryQueries),
  })

  // Not by callbacks of the mutation: they are lost with the row that is forgotten.
  const forget = async (memory_uuids: string[]) => {
    try {
      const { items } = await forgetting.mutateAsync({ memory_uuids })
      changeKnown('memory.checkup', (checkup) => withoutForgotten(checkup, memory_uuids))
      restoreFocus()
      showUndo(i18next.t('memories:forgot', { count: items.length }), () => restoring.mutate(memory_uuids))
    } catch (error) {
      showFailure(error)
    }
  }

  return {
    busy: update.isPending || forgetting.isPending || restoring.isPending,
    setPinned: ({ memory_uuid: id }: Memory, pinned: boolean) =>
      update.mutate(
        { id, pinned },
        {
          onError: showFailure,
          onSuccess: ({ memory }) => changeKnown('memory.checkup', (checkup) => withChanged(checkup, memory)),
        },
      ),
    forget: (memories: readonly Memory[]) => void forget(memories.map(({ memory_uuid }) => memory_uuid)),
    restore: (ids: readonly string[]) => restoring.mutate(ids),
  }
}
