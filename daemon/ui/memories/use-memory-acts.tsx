import i18next from 'i18next'
import { useAct } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/failure.tsx'
import { showUndo } from '../parts/undo.tsx'
import type { Memory } from './filter.ts'
import { useDesk } from './desk.ts'
import { touched } from './touched.ts'

/** Pins memories and forgets them; what is forgotten can be taken back at once. */
export function useMemoryActs() {
  const { rest } = useDesk()
  const update = useAct('memory.update', touched)
  const forgetting = useAct('memory.forget', touched)
  const restoring = useAct('memory.restore', touched)

  const restore = async (ids: readonly string[]) => {
    try {
      for (const id of ids) await restoring.mutateAsync({ id })
      showDone(i18next.t('memories:restored', { count: ids.length }))
    } catch (error) {
      showFailure(error)
    }
  }

  // Not by callbacks of the mutation: they are lost with the row that is forgotten.
  const forget = async (memory_uuids: string[]) => {
    try {
      const { items } = await forgetting.mutateAsync({ memory_uuids })
      rest()
      showUndo(i18next.t('memories:forgot', { count: items.length }), () => void restore(memory_uuids))
    } catch (error) {
      showFailure(error)
    }
  }

  return {
    busy: update.isPending || forgetting.isPending || restoring.isPending,
    setPinned: ({ memory_uuid: id }: Memory, pinned: boolean) =>
      update.mutate({ id, pinned }, { onError: showFailure }),
    forget: (memories: readonly Memory[]) => void forget(memories.map(({ memory_uuid }) => memory_uuid)),
    restore: (ids: readonly string[]) => void restore(ids),
  }
}
