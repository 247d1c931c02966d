import type { OutputOf } from '../../client/types.ts'

export type Goal = OutputOf<'agency.goals'>['items'][number]
export type GoalStatus = Goal['status']
export type Priority = Goal['priority']
export type Autonomy = Goal['autonomy']

export const columns = ['suggested', 'active', 'paused', 'completed'] as const satisfies readonly GoalStatus[]

/** What a narrow window can choose from. */
export const shelves = [...columns, 'cancelled'] as const satisfies readonly GoalStatus[]
export const priorities = ['low', 'medium', 'high'] as const satisfies readonly Priority[]
export const autonomies = ['notify', 'ask', 'act'] as const satisfies readonly Autonomy[]

/** A page of goals with what has become of one of them. */
export function withGoal<P extends { readonly items: readonly Goal[] }>(page: P, goal: Goal): P {
  const items = page.items.map((other) => (other.goal_uuid === goal.goal_uuid ? goal : other))
  return { ...page, items }
}
