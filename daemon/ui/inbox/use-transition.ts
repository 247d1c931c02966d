import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../client/types.ts'
import { useAct } from '../api/operations.ts'
import { showUndo } from '../parts/feedback.tsx'
import { useActionFeedback } from './action-feedback.ts'

/** What can be done about an interaction. */
export type Transition =
  | 'interactions.answer'
  | 'interactions.approve'
  | 'interactions.reject'
  | 'interactions.defer'
  | 'interactions.dismiss'
  | 'interactions.reopen'
  | 'interactions.cancel'

const touched = ['interactions.list', 'interactions.get', 'agency.goals'] as const

/** The interactions that were changed in this window. */
export const changedHere = new Set<string>()

/**
 * Does a step with an interaction and tells of it: `done` are the words, or what says it otherwise. Where somebody else was
 * faster, that is told and the list read again.
 */
export function useTransition<N extends Transition>(name: N) {
  const act = useAct(name, touched)
  const feedback = useActionFeedback()
  const run = async (input: InputOf<N> & { interaction_id: string }, done: string | (() => void)) => {
    changedHere.add(input.interaction_id)
    try {
      await act.mutateAsync(input)
      feedback.done(done)
    } catch (error) {
      feedback.failed(error)
    }
  }
  // What is done is done, also until the list shows it.
  return { run, busy: act.isPending || act.isSuccess }
}

/** Puts an interaction aside, which can be undone at once or later. */
export function usePutAside(interaction_id: string) {
  const { t } = useTranslation('inbox')
  const dismiss = useTransition('interactions.dismiss')
  const reopen = useTransition('interactions.reopen')
  const takeUp = () => void reopen.run({ interaction_id }, t('done.reopen'))
  const offerUndo = () => showUndo(t('done.dismiss'), takeUp)
  return { putAside: () => void dismiss.run({ interaction_id }, offerUndo), takeUp }
}
