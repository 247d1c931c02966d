import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { goalStatuses } from './tables.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { isFulfilled } from './goal-runs.ts'
import { columnsOf, scheduleOf } from './goal-times.ts'
import type { AgencyPorts } from './ports.ts'
import type { Recorder } from './recorder.ts'
import { afterPause } from './schedule.ts'
import type { Goals, GoalRow } from './store.ts'
import { agencyWording } from '../../language/agency.ts'
import type { AgencyPreferences } from './preferences.ts'

interface AnswersDependencies extends Pick<AgencyPorts, 'findInteraction' | 'say'> {
  readonly store: Store
  readonly goals: Goals
  readonly recorder: Recorder
  readonly clock: Clock
  readonly log: Log
  readonly preferences: (family_member_uuid: string) => Pick<AgencyPreferences, 'time_zone' | 'language'>
}

/** Does to goals what members said when they were asked about them. */
export function openAnswers({
  store,
  goals,
  recorder,
  clock,
  log,
  preferences,
  findInteraction,
  say,
}: AnswersDependencies) {
  const apply = (tx: Transaction, row: GoalRow, verdict: Verdict): void => {
    const { family_member_uuid, title, next_run_at } = row
    const { time_zone, language } = preferences(family_member_uuid)
    const timeContext = { now: clock.now(), time_zone }
    const { notedUntil, onHold, tickedOff } = agencyWording(language)
    const answered: GoalRow = { ...row, interaction_id: null }
    switch (verdict) {
      case 'accept':
        recorder.act(tx, answered, 'accept', scheduleAfterWait(row, timeContext.now, timeContext.time_zone))
        return
      case 'decline':
        recorder.act(tx, answered, 'cancel')
        return
      case 'hold':
        recorder.act(tx, answered, 'pause')
        say(tx, family_member_uuid, onHold(title))
        return
      case 'done':
        if (next_run_at === null) {
          recorder.act(tx, answered, 'complete')
          say(tx, family_member_uuid, tickedOff(title))
        } else {
          recorder.act(tx, answered, 'advance')
          say(tx, family_member_uuid, notedUntil(title, Date.parse(next_run_at), timeContext))
        }
        return
      case 'acknowledged':
        if (isFulfilled(row)) recorder.act(tx, answered, 'complete')
        else recorder.forget(tx, row)
        return
      default:
        recorder.forget(tx, row)
    }
  }

  const check = (family_member_uuid: string, interaction_id: string): void => {
    // Most interactions are about no goal.
    const row = goals.waitingFor(family_member_uuid, interaction_id)
    if (!row) return
    const interaction = findInteraction(interaction_id)
    const verdict = interaction ? verdictOf(row.status, interaction) : 'forget'
    if (verdict !== null) store.write((tx) => apply(tx, row, verdict))
  }

  return {
    check,
    /** Checks everything that goals wait for: answers that came while the daemon was stopped. */
    lookAtAll: (): void => {
      for (const { family_member_uuid, interaction_id } of goals.waiting()) {
        try {
          if (interaction_id !== null) check(family_member_uuid, interaction_id)
        } catch (error) {
          log.error({ err: error, interaction_id }, 'the answer about a goal could not be applied')
        }
      }
    },
  }
}

/** The schedule columns of a goal that starts, or resumes, now. */
export function scheduleAfterWait(row: GoalRow, now: number, time_zone: string) {
  return columnsOf(afterPause(scheduleOf(row), now, time_zone))
}

/** What becomes of a goal by what became of the question that waited for its member. */
export type Verdict = 'accept' | 'decline' | 'done' | 'hold' | 'acknowledged' | 'forget'

/** What the end of an interaction means for the goal that it is about; null where it has not ended for it. */
export function verdictOf(
  goal: (typeof goalStatuses)[number],
  { interaction_type, status }: { readonly interaction_type: string; readonly status: string },
): Verdict | null {
  if (status === 'pending' || status === 'deferred') return null
  if (interaction_type !== 'approval') return 'acknowledged'
  // An approval that was put aside can be taken up again.
  if (status === 'dismissed') return null
  if (goal === 'suggested') return status === 'approved' ? 'accept' : 'decline'
  if (status === 'approved') return 'done'
  return status === 'expired' ? 'forget' : 'hold'
}
