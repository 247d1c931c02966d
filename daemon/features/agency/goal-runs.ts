import type { Store } from '../../store/store.ts'
import { type AgencyPorts, type Question, secondsUntil } from './ports.ts'
import { columnsOf, scheduleOf } from './goal-times.ts'
import type { Interruptions } from './interruptions.ts'
import type { Recorder } from './recorder.ts'
import { occurrenceUntil } from './recurrence.ts'
import { afterRun, type Schedule } from './schedule.ts'
import type { TimeContext } from '../../language/en/spoken.ts'
import type { GoalRow } from './store.ts'
import { agencyWording } from '../../language/agency.ts'

/** How long a reminder waits to be acknowledged; then it counts as seen. */
const acknowledgedBy = 7 * 86_400_000

interface GoalRunsDependencies extends Pick<AgencyPorts, 'ask' | 'say'> {
  readonly store: Store
  readonly recorder: Recorder
  readonly interruptions: Interruptions
}

/** Whether a goal was there to remind of something, and has: it is not due, and never comes up again. */
export function isFulfilled({ due_at, next_run_at }: Pick<GoalRow, 'due_at' | 'next_run_at'>): boolean {
  return due_at === null && next_run_at === null
}

/**
 * Runs a goal that is due: notifies, asks, or acts and reports, by its autonomy. All in one transaction with the time
 * of the next run, so that it happens exactly once.
 */
export function openGoalRuns({ store, recorder, interruptions, ask, say }: GoalRunsDependencies) {
  return (row: GoalRow, timeContext: TimeContext): void => {
    const { now, time_zone, language } = timeContext
    const { reminder, tickedOff, tickOffQuestion } = agencyWording(language)
    const { family_member_uuid, title, autonomy } = row
    const schedule = scheduleOf(row)
    const next = { ...row, ...columnsOf(afterRun(schedule, now, time_zone)) }
    const isDue = schedule.due_at !== null && schedule.due_at <= now
    const text = reminder(row, plannedFor(schedule, isDue, timeContext), isDue, timeContext)
    const again = next.next_run_at === null ? null : Date.parse(next.next_run_at)

    store.write((tx) => {
      interruptions.note(tx, family_member_uuid, row.goal_uuid, now)
      const question: Omit<Question, 'interaction_type' | 'prompt'> = {
        user_id: family_member_uuid,
        title,
        category: 'agency',
        requirement: 'optional',
        severity: row.priority,
        allowed_options: [],
        ...(again === null ? {} : { expires_in_seconds: secondsUntil(again, now) }),
      }
      const event = isDue ? 'fall_due' : 'remind'
      if (autonomy === 'ask') {
        const prompt = `${text}\n${tickOffQuestion(title, again, isDue, timeContext)}`
        const interaction_id = ask(tx, { ...question, interaction_type: 'approval', prompt })
        recorder.act(tx, row, event, { ...next, interaction_id })
        return
      }
      if (autonomy === 'notify') {
        say(tx, family_member_uuid, text)
        const expires_in_seconds = secondsUntil(again ?? now + acknowledgedBy, now)
        const ack = { ...question, interaction_type: 'ack', prompt: text, expires_in_seconds } as const
        const interaction_id = ask(tx, ack)
        recorder.act(tx, row, event, { ...next, interaction_id })
        return
      }
      const fulfilled = isFulfilled(next)
      const updated = recorder.act(tx, row, event, { ...next, interaction_id: null })
      if (fulfilled) recorder.act(tx, updated, 'complete')
      say(tx, family_member_uuid, fulfilled ? `${text}\n${tickedOff(title)}` : text)
    })
  }
}

/** When it should have come up: of several times that were missed, the last. */
function plannedFor(
  { due_at, next_run_at, recurrence }: Schedule,
  isDue: boolean,
  { now, time_zone }: TimeContext,
) {
  if (isDue && due_at !== null) return due_at
  const planned = next_run_at ?? now
  return Math.max(planned, recurrence ? (occurrenceUntil(recurrence, now, time_zone) ?? planned) : planned)
}
