import i18next from 'i18next'
import { readAgain, useAction } from '../api/operations.ts'
import { showDone, showFailure } from '../parts/feedback.tsx'
import { memoryQueries } from './queries.ts'

/** Undoes whole imports, and says how much is gone; `onDone` is called once one is undone. */
export function useUndoImport(onDone: () => void = () => {}) {
  const undoing = useAction('imports.undo')
  const undo = async (id: string) => {
    try {
      const { forgotten } = await undoing.mutateAsync({ id })
      showDone(i18next.t('memories:import.undone', { count: forgotten }))
      onDone()
    } catch (error) {
      showFailure(error)
    }
    readAgain([...memoryQueries, 'imports.list'])
  }
  return { undo: (id: string) => void undo(id), busy: undoing.isPending }
}
