import { useTranslation } from 'react-i18next'
import { useAct } from '../api/operations.ts'
import { showDone } from '../parts/failure.tsx'
import type { Goal } from './goal.ts'
import { changeOf, creationOf, type GoalValues } from './goal-form.ts'
import { touchedByGoals } from './use-moves.ts'

/** Makes a goal, or changes what is different in one. */
export function useSaveGoal(goal: Goal | null, before: GoalValues, onSaved: () => void) {
  const { t } = useTranslation('goals')
  const create = useAct('agency.create_goal', touchedByGoals)
  const update = useAct('agency.update_goal', touchedByGoals)
  const saved = (message: string) => ({
    onSuccess: () => {
      showDone(message)
      onSaved()
    },
  })
  const save = (values: GoalValues) => {
    if (goal === null) return create.mutate(creationOf(values), saved(t('done.created')))
    const change = changeOf(goal.goal_uuid, values, before)
    if (change === null) return onSaved()
    update.mutate(change, saved(t('done.saved')))
  }
  return { save, busy: create.isPending || update.isPending, error: create.error ?? update.error }
}
