import type { Transaction } from '../../store/store.ts'
import { columnsOf, scheduleOf } from './goal-times.ts'
import type { Recorder } from './recorder.ts'
import { actionFor, type Action, outcome } from './rules.ts'
import { afterPause, reschedule, type ScheduleChange } from './schedule.ts'
import type { GoalChange } from './schemas.ts'
import type { GoalRow } from './store.ts'
import type { TimeContext } from '../../language/en/spoken.ts'

/** Changes a goal in one step with one event: the most important of its changes. */
export function changeGoal(
  tx: Transaction,
  recorder: Recorder,
  row: GoalRow,
  { title, description, status, progress, priority, autonomy }: Omit<GoalChange, 'id'>,
  times: ScheduleChange,
  { now, time_zone }: TimeContext,
): GoalRow {
  const action = actionOf(row, status, progress)
  // What is over is refused before what is wanted of it.
  outcome(action, row.status)
  const before = scheduleOf(row)
  const changed = Object.keys(times).length === 0 ? before : reschedule(before, times, now, time_zone)
  const goesOn = action === 'accept' || (action === 'resume' && row.status === 'paused')
  return recorder.act(tx, row, action, {
    title: title?.trim() ?? row.title,
    description: description === undefined ? row.description : description,
    progress: progress ?? row.progress,
    priority: priority ?? row.priority,
    autonomy: autonomy ?? row.autonomy,
    ...columnsOf(goesOn ? afterPause(changed, now, time_zone) : changed),
  })
}

function actionOf(row: GoalRow, status: GoalChange['status'], progress: number | undefined): Action {
  if (status !== undefined && status !== row.status) return actionFor(status, row.status)
  return progress === undefined ? 'change' : 'advance'
}
