import type { InputOf } from '../../client/types.ts'
import { fromField, toField } from '../parts/times.ts'
import type { Autonomy, Goal, Priority } from './goal.ts'
import { neverRepeats, readRepeats, type Repeats, writeRepeats } from './repeats.ts'

export interface GoalValues {
  readonly title: string
  readonly description: string
  readonly priority: Priority
  readonly autonomy: Autonomy
  /** As a field for date and time has it, in local time. */
  readonly due_at: string
  readonly next_run_at: string
  readonly repeats: Repeats
}

const empty: GoalValues = {
  title: '',
  description: '',
  priority: 'medium',
  autonomy: 'notify',
  due_at: '',
  next_run_at: '',
  repeats: neverRepeats,
}

/** The fields of a goal, or of a new one. */
export function valuesOf(goal: Goal | null): GoalValues {
  if (goal === null) return empty
  return {
    title: goal.title,
    description: goal.description ?? '',
    priority: goal.priority,
    autonomy: goal.autonomy,
    due_at: toField(goal.due_at),
    next_run_at: toField(goal.next_run_at),
    repeats: readRepeats(goal.repeats),
  }
}

/** What is wrong in each field: `title_missing`, `past`, `needs_time`, `rule_wrong`. What is as it was, is right. */
export function problemsOf(values: GoalValues, before: GoalValues, now: Date) {
  const passed = (field: 'due_at' | 'next_run_at') => {
    const at = fromField(values[field])
    return values[field] !== before[field] && at !== null && at <= now
  }
  const { every, rule } = values.repeats
  const cleared = values.next_run_at === '' && before.next_run_at !== '' && every !== 'never'
  return {
    ...(values.title.trim() === '' ? { title: 'title_missing' as const } : {}),
    ...(passed('due_at') ? { due_at: 'past' as const } : {}),
    ...(passed('next_run_at') ? { next_run_at: 'past' as const } : {}),
    ...(cleared ? { next_run_at: 'needs_time' as const } : {}),
    ...(every === 'own' && !/FREQ=/i.test(rule) ? { repeats: 'rule_wrong' as const } : {}),
  }
}

/** The input that makes a goal of these fields. */
export function creationOf(values: GoalValues): InputOf<'agency.create_goal'> {
  const { title, priority, autonomy } = values
  const description = values.description.trim()
  const [due_at, next_run_at] = [momentOf(values.due_at), momentOf(values.next_run_at)]
  const repeats = writeRepeats(values.repeats)
  return {
    title: title.trim(),
    priority,
    autonomy,
    ...(description === '' ? {} : { description }),
    ...(due_at === null ? {} : { due_at }),
    ...(next_run_at === null ? {} : { next_run_at }),
    ...(repeats === null ? {} : { repeats }),
  }
}

/** What has changed; null where nothing has. */
export function changeOf(
  id: string,
  values: GoalValues,
  before: GoalValues,
): InputOf<'agency.update_goal'> | null {
  const repeats = writeRepeats(values.repeats)
  const description = values.description.trim()
  const changes = {
    ...(values.title.trim() === before.title ? {} : { title: values.title.trim() }),
    ...(description === before.description ? {} : { description: description === '' ? null : description }),
    ...(values.priority === before.priority ? {} : { priority: values.priority }),
    ...(values.autonomy === before.autonomy ? {} : { autonomy: values.autonomy }),
    ...(values.due_at === before.due_at ? {} : { due_at: momentOf(values.due_at) }),
    ...(values.next_run_at === before.next_run_at ? {} : { next_run_at: momentOf(values.next_run_at) }),
    ...(repeats === writeRepeats(before.repeats) ? {} : { repeats }),
  }
  return Object.keys(changes).length === 0 ? null : { id, ...changes }
}

const momentOf = (field: string): string | null => fromField(field)?.toISOString() ?? null
