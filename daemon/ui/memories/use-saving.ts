import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { showDone } from '../parts/failure.tsx'
import { changesOf, type Wording } from './changes.ts'
import type { Memory } from './filter.ts'
import { touched } from './touched.ts'

/** Stores a new memory, or what has become another of one; says what became of it, and calls `onDone` then. */
export function useSaving(memory: Memory | null, onDone: () => void) {
  const { t } = useTranslation(['memories', 'common'])
  const storing = useAct('memory.store', touched)
  const updating = useAct('memory.update', touched)
  const done = (message: string) => {
    showDone(message)
    onDone()
  }
  return {
    pending: storing.isPending || updating.isPending,
    error: storing.error ?? updating.error,
    save: (said: Wording) => {
      if (memory === null)
        return storing.mutate(
          { ...said, tags: [...said.tags], content: said.content.trim() },
          { onSuccess: ({ merged }) => done(t(merged ? 'form.merged' : 'form.stored')) },
        )
      const changes = changesOf(memory, said)
      if (changes === null) return onDone()
      return updating.mutate(changes, { onSuccess: () => done(t('common:act.saved')) })
    },
  }
}
