import { useTranslation } from 'react-i18next'
import type { InputOf } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { showUndo } from '../parts/feedback.tsx'
import { useActionFeedback } from './action-feedback.ts'
import type { Status } from './interaction.ts'

export type Transition =
  | 'interactions.answer'
  | 'interactions.approve'
  | 'interactions.reject'
  | 'interactions.defer'
  | 'interactions.dismiss'
  | 'interactions.reopen'
  | 'interactions.cancel'

const touched = ['interactions.list', 'interactions.get', 'agency.goals'] as const

export const changedHere = new Set<string>()

/**
 * Does something with an interaction and says so: `done` is the text, or what says it otherwise. Where somebody else was
 * faster, it says that, and the list is read again. What was snoozed is taken up again before it is answered.
 */
export function useTransition<N extends Transition>(name: N, status: Status = 'pending') {
  const action = useAction(name, touched)
  const reopening = useAction('interactions.reopen', [])
  const feedback = useActionFeedback()
  const run = async (input: InputOf<N> & { interaction_id: string }, done: string | (() => void)) => {
    changedHere.add(input.interaction_id)
    try {
      if (status === 'deferred') await reopening.mutateAsync({ interaction_id: input.interaction_id })
      await action.mutateAsync(input)
      feedback.done(done)
    } catch (error) {
      feedback.failed(error)
    }
  }
  // What is done is done, also until the list shows it.
  return { run, busy: reopening.isPending || action.isPending || action.isSuccess }
}

/** Dismisses an interaction, which can be undone at once, and reopens it later. */
export function useDismissal(interaction_id: string) {
  const { t } = useTranslation('inbox')
  const dismissal = useTransition('interactions.dismiss')
  const reopening = useTransition('interactions.reopen')
  const reopen = () => void reopening.run({ interaction_id }, t('done.reopen'))
  const offerUndo = () => showUndo(t('done.dismiss'), reopen)
  return { dismiss: () => void dismissal.run({ interaction_id }, offerUndo), reopen }
}
