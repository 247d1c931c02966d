import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import { ownTopic } from '../../kernel/topic.ts'
import type { Transaction } from '../../store/store.ts'
import type { AgencyPorts } from './ports.ts'
import { toGoal } from './goals.ts'
import { TooManyGoals } from './failures.ts'
import { type Action, outcome } from './rules.ts'
import type { GoalUpdate } from './schemas.ts'
import type { Goals, GoalRow } from './store.ts'

/** Writes what happens to goals: the row and, once it is durable, the event. */
export interface Recorder {
  /** Throws `UNPROCESSABLE` where the member has as many as may be. */
  readonly create: (tx: Transaction, row: GoalRow, event: 'created' | 'suggested') => GoalRow
  /**
   * Does what the rules allow, else throws; `changes` are written with it. What was asked about a goal is withdrawn where
   * another question takes its place and where the goal waits for no answer any more.
   */
  readonly act: (tx: Transaction, row: GoalRow, action: Action, changes?: Partial<GoalRow>) => GoalRow
  /** Writes that nothing is asked about a goal any more, without an event. */
  readonly forget: (tx: Transaction, row: GoalRow) => void
}

interface RecorderDependencies extends Pick<AgencyPorts, 'withdraw'> {
  readonly goals: Goals
  /** How many goals a member may have that are not over. */
  readonly maxGoals: number
  readonly bus: Bus
  readonly clock: Clock
  readonly changed: () => void
}

/** A question about a goal is answered by these. */
const settles: ReadonlySet<Action> = new Set(['accept', 'pause', 'complete', 'cancel'])

export function openRecorder(dependencies: RecorderDependencies): Recorder {
  const { goals, maxGoals, bus, clock, withdraw, changed } = dependencies
  const publish = (tx: Transaction, row: GoalRow, event: GoalUpdate['event']): GoalRow => {
    const { family_member_uuid } = row
    tx.afterCommit(() => {
      const update: GoalUpdate = { event, goal: toGoal(row) }
      bus.publish(ownTopic('agency.goals', family_member_uuid), update, { family_member_uuid })
      changed()
    })
    return row
  }

  return {
    create: (tx, row, event) => {
      if (goals.countOpen(row.family_member_uuid) >= maxGoals) throw TooManyGoals({ max: maxGoals })
      goals.insert(tx, row)
      return publish(tx, row, event)
    },

    act: (tx, row, action, changes = {}) => {
      const { status, event } = outcome(action, row.status)
      const over = status === 'completed' || status === 'cancelled'
      const next: GoalRow = {
        ...row,
        ...(settles.has(action) ? { interaction_id: null } : {}),
        ...changes,
        ...(status === 'completed' ? { progress: 1 } : {}),
        ...(over ? { next_run_at: null } : {}),
        status,
        updated_at: iso(clock.now()),
      }
      goals.update(tx, next)
      if (row.interaction_id !== null && row.interaction_id !== next.interaction_id)
        withdraw(tx, row.interaction_id)
      return publish(tx, next, event)
    },

    forget: (tx, row) => goals.update(tx, { ...row, interaction_id: null }),
  }
}
