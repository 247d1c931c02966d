import type { Static } from 'typebox'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Config } from '../../kernel/config.ts'
import type { Caller } from '../../kernel/context.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf } from '../../kernel/paging.ts'
import type { Topics } from '../../kernel/topic.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { openAnswers, scheduleAfterWait } from './answers.ts'
import type { AgencyPorts } from './ports.ts'
import { changeGoal } from './goal-changes.ts'
import { GoalEnded, GoalNotFound, NotAccepted, NotSuggested, TooManyGoals } from './failures.ts'
import { readChange } from './goal-times.ts'
import { type At, newGoal, toGoal } from './goals.ts'
import { openInterruptions } from './interruptions.ts'
import { readPreferences } from './preferences.ts'
import { openRecorder, type Recorder } from './recorder.ts'
import { isRecurrence } from './recurrence-text.ts'
import { openReminders } from './reminders.ts'
import { openGoalRuns } from './goal-runs.ts'
import { openReplanning } from './replanning.ts'
import { openScheduler } from './scheduler.ts'
import * as schemas from './schemas.ts'
import { type Goals, goalStore, type GoalRow, openStatuses } from './store.ts'
import { openSuggestions } from './suggestions.ts'

interface AgencyDependencies {
  readonly config: Pick<Config, 'capacity'>
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

export const agencyTopics = {
  'agency.goals': {
    summary: 'What happens to your goals and to what the companion suggests',
    type: 'goal_update',
    audience: 'own',
    payload: schemas.GoalUpdate,
  },
} satisfies Topics

/** Agency: goals of members, suggestions of the companion, and the companion coming back to them by itself. */
export function openAgency(
  { config, store, once, bus, clock, log }: AgencyDependencies,
  { everyone, preferencesOf: preferencesGiven, memories, ...asking }: AgencyPorts,
) {
  const goals = goalStore(store)
  const maxGoals = config.capacity.goals
  const interruptions = openInterruptions(store)
  const preferencesOf = (member: string) => readPreferences(preferencesGiven(member))
  const timeZone = (member: string) => preferencesOf(member).time_zone
  const changed = () => scheduler.changed()
  const recorder = openRecorder({ goals, maxGoals, bus, clock, withdraw: asking.withdraw, changed })
  const run = openGoalRuns({ store, recorder, interruptions, ...asking })
  const replan = openReplanning({ store, goals, preferences: preferencesOf, clock })
  const scheduler = openScheduler({
    goals,
    interruptions,
    preferences: preferencesOf,
    run,
    replan,
    clock,
    log,
  })
  const answers = openAnswers({
    store,
    goals,
    recorder,
    clock,
    log,
    preferences: preferencesOf,
    ...asking,
  })
  const { ask, quote } = asking
  const suggesting = {
    store,
    goals,
    interruptions,
    recorder,
    everyone,
    preferences: preferencesOf,
    memories,
    ask,
    quote,
    clock,
    log,
  }
  const suggestions = openSuggestions(suggesting)
  const stopWatching = bus.subscribe('preferences.changed', { receive: changed })
  const stopListening = bus.subscribe('interaction.transitions', {
    receive: ({ payload }) => {
      const { user_id, interaction_id } = payload['interaction'] as Record<
        'user_id' | 'interaction_id',
        string
      >
      answers.check(user_id, interaction_id)
    },
  })

  const atOf = (family_member_uuid: string): At => ({
    family_member_uuid,
    now: clock.now(),
    time_zone: timeZone(family_member_uuid),
  })

  return {
    operations: goalOperations({ store, once, clock, goals, recorder, timeZone, atOf }),
    reminders: openReminders({ goals, recorder, atOf }),
    /** The goals and suggestions of a member that are not over, newest first, each with when it is due or comes back. */
    openGoals: (family_member_uuid: string) =>
      goals.open(family_member_uuid).map((row) => {
        const goal = toGoal(row)
        return { ...goal, due_at: goal.due_at ?? goal.next_run_at }
      }),
    archiveImport: openArchiveImport(goals, maxGoals, changed),
    erase: (tx: Transaction, family_member_uuid: string) => {
      interruptions.erase(tx, family_member_uuid)
      return { goals: goals.erase(tx, family_member_uuid) }
    },
    /** Called once all features are open: applies answers and runs goals from while the daemon was stopped. */
    resume: () => {
      answers.lookAtAll()
      scheduler.resume()
    },
    stop: () => {
      stopListening()
      stopWatching()
      suggestions.stop()
      scheduler.stop()
    },
  }
}

/** What brings in goals that were kept elsewhere; `changed` is told of each once it is kept. */
function openArchiveImport(goals: Goals, maxGoals: number, changed: () => void) {
  return {
    ownerOf: goals.ownerOf,
    /** Keeps a goal from elsewhere; false where there is no room for it, or its rule cannot be followed. */
    store: (tx: Transaction, family_member_uuid: string, goal: TakenGoal): boolean => {
      const isOpen = openStatuses.some((status) => status === goal.status)
      if (isOpen && goals.countOpen(family_member_uuid) >= maxGoals) return false
      if (goal.repeats !== null && !isRecurrence(goal.repeats)) return false
      // What was suggested here for the same reason is another one.
      const isKnown = goal.noticed !== null && goals.isNoticed(family_member_uuid, goal.noticed)
      const noticed = isKnown ? null : goal.noticed
      goals.insert(tx, { ...goal, family_member_uuid, noticed, interaction_id: null })
      tx.afterCommit(changed)
      return true
    },
  }
}

/** A goal as it was elsewhere; what was asked about it stays there. */
type TakenGoal = Omit<GoalRow, 'family_member_uuid' | 'interaction_id'>

interface GoalOperationsDependencies extends Pick<AgencyDependencies, 'store' | 'once' | 'clock'> {
  readonly goals: Goals
  readonly recorder: Recorder
  readonly timeZone: (family_member_uuid: string) => string
  readonly atOf: (family_member_uuid: string) => At
}

function goalOperations(dependencies: GoalOperationsDependencies) {
  const { store, once, clock, goals, recorder, timeZone, atOf } = dependencies

  const requireGoal = (caller: Caller, id: string): GoalRow => {
    const row = goals.find(memberOf(caller), id)
    if (!row) throw GoalNotFound()
    return row
  }

  return {
    'agency.goals': operation({
      rest: 'GET /agency/goals',
      access: 'member',
      summary: 'Your current goals and what the companion suggests, newest first',
      description:
        'Each with its progress and when the companion comes back to it: the active and paused ones and the suggestions. ' +
        'Others with `status`, which may be given more than once.',
      input: schemas.Listing,
      output: schemas.GoalPage,
      errors: [NoMember],
    }).handle((input: Static<typeof schemas.Listing>, { caller }) => {
      const { items, total } = goals.list(memberOf(caller), input.status ?? openStatuses, pageOf(input))
      return { items: items.map(toGoal), total }
    }),

    'agency.create_goal': operation({
      rest: 'POST /agency/goals',
      status: 201,
      access: 'member',
      scopes: ['act'],
      summary: 'Set a goal, or have yourself reminded',
      description:
        'The companion comes back to it at next_run_at, then as often as it repeats, for the last time when it is due. ' +
        'It keeps to your quiet hours, to a pause (`agency.paused_until` in your preferences) and to its budget of a ' +
        'day, but for goals of high priority. A goal that is not due and does not repeat is a reminder: it is completed ' +
        'once you have seen it.',
      input: schemas.NewGoal,
      output: schemas.GoalResult,
      errors: [NoMember, TooManyGoals],
    }).handle((input, context) => {
      const family_member_uuid = memberOf(context.caller)
      return once(context, input, (tx) => ({
        goal: toGoal(recorder.create(tx, newGoal(input, atOf(family_member_uuid)), 'created')),
      }))
    }),

    'agency.update_goal': operation({
      rest: 'PUT /agency/goals/{id}',
      access: 'member',
      scopes: ['act'],
      summary: 'Change a goal, put it on hold, or complete it',
      description:
        'Progress of 1 does not complete a goal, since that is for good; completing it makes its progress 1, and ends ' +
        'one that repeats. A suggestion that is made active is accepted.',
      input: schemas.GoalChange,
      output: schemas.GoalResult,
      errors: [NoMember, GoalNotFound, GoalEnded, NotAccepted],
    }).handle(({ id, ...wanted }, { caller }) => {
      const now = clock.now()
      const times = readChange(wanted, now)
      return store.write((tx) => {
        const row = requireGoal(caller, id)
        const at = { now, time_zone: timeZone(row.family_member_uuid) }
        return { goal: toGoal(changeGoal(tx, recorder, row, wanted, times, at)) }
      })
    }),

    'agency.cancel_goal': operation({
      rest: 'DELETE /agency/goals/{id}',
      access: 'member',
      scopes: ['act'],
      summary: 'Cancel a goal, or decline a suggestion; it stays on record',
      description: 'The companion does not come back to it. A cancelled goal cannot be made active again.',
      input: schemas.ById,
      output: schemas.GoalResult,
      errors: [NoMember, GoalNotFound, GoalEnded],
    }).handle(({ id }, { caller }) =>
      store.write((tx) => ({ goal: toGoal(recorder.act(tx, requireGoal(caller, id), 'cancel')) })),
    ),

    'agency.accept_goal': operation({
      rest: 'POST /agency/goals/{id}/accept',
      access: 'member',
      scopes: ['act'],
      repeatable: true,
      summary: 'Make a suggestion a goal',
      description: 'From then on it is one of your goals, like any that you have set yourself.',
      input: schemas.ById,
      output: schemas.GoalResult,
      errors: [NoMember, GoalNotFound, GoalEnded, NotSuggested],
    }).handle((input, context) =>
      once(context, input, (tx) => {
        const row = requireGoal(context.caller, input.id)
        const schedule = scheduleAfterWait(row, clock.now(), timeZone(row.family_member_uuid))
        return { goal: toGoal(recorder.act(tx, row, 'accept', schedule)) }
      }),
    ),
  }
}
