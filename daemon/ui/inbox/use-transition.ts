import i18next from 'i18next'
import type { InputOf } from '../../client/types.ts'
import { useAct } from '../api/operations.ts'
import { showDone } from '../parts/failure.tsx'
import { showLateness } from './show-lateness.ts'

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
 * Does a step with an interaction and says so: `done` are the words, or what says it otherwise. Where somebody else was
 * faster, that is said and the list read again.
 */
export function useTransition<N extends Transition>(name: N) {
  const act = useAct(name, touched)
  const run = async (input: InputOf<N> & { interaction_id: string }, done: string | (() => void)) => {
    changedHere.add(input.interaction_id)
    try {
      await act.mutateAsync(input)
      if (typeof done === 'string') showDone(done)
      else done()
    } catch (error) {
      showLateness(error, i18next)
    }
  }
  // What is done is done, also until the list shows it.
  return { run, busy: act.isPending || act.isSuccess }
}
