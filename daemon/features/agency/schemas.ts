import { type Static, Type } from 'typebox'
import { listOf, paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { autonomies, goalPriorities, goalStatuses } from './tables.ts'
import { goalEvents } from './rules.ts'

const Status = Type.Enum([...goalStatuses])
const Priority = Type.Enum([...goalPriorities])
const Autonomy = Type.Enum([...autonomies], {
  description:
    'whether the companion tells you of it, asks you about it, or does its part by itself and tells you after',
})
const Title = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Description = Type.String({ maxLength: 2_000 })
const Repeats = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'how often the companion comes back to it: an RRULE of RFC 5545, such as FREQ=WEEKLY;BYDAY=SA',
})
const due_at = Type.String({ format: 'date-time', description: 'when it is to be done by, in the future' })
const next_run_at = Type.String({
  format: 'date-time',
  description: 'when the companion comes back to it, in the future; when it is due where this is left out',
})

export const Goal = Type.Object(
  {
    goal_uuid: Id,
    family_member_uuid: Id,
    title: Type.String(),
    description: nullable(Type.String()),
    origin: Type.Enum(['user', 'companion']),
    status: Status,
    priority: Priority,
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    autonomy: Type.Enum([...autonomies]),
    due_at: nullable(Moment),
    next_run_at: nullable(Moment),
    repeats: nullable(Type.String()),
    created_at: Moment,
    updated_at: Moment,
  },
  { $id: 'Goal' },
)
export type Goal = Static<typeof Goal>

/** `agency.goals`. */
export const GoalUpdate = Type.Object({ event: Type.Enum([...goalEvents]), goal: Goal })
export type GoalUpdate = Static<typeof GoalUpdate>

export const Listing = Type.Object(
  { status: Type.Optional(Type.Array(Status, { maxItems: 20 })), ...paging },
  closed,
)
export const GoalPage = listOf(Goal)
export const GoalResult = Type.Object({ goal: Goal })
export const ById = Type.Object({ id: Id }, closed)

export const NewGoal = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    priority: Type.Optional(Type.Enum([...goalPriorities], { default: 'medium' })),
    autonomy: Type.Optional(Autonomy),
    due_at: Type.Optional(due_at),
    next_run_at: Type.Optional(next_run_at),
    repeats: Type.Optional(Repeats),
  },
  closed,
)
export type NewGoal = Static<typeof NewGoal>

export const GoalChange = Type.Object(
  {
    id: Id,
    title: Type.Optional(Title),
    description: Type.Optional(nullable(Description)),
    status: Type.Optional(Type.Enum(['active', 'paused', 'completed'])),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    priority: Type.Optional(Priority),
    autonomy: Type.Optional(Autonomy),
    due_at: Type.Optional(nullable(due_at)),
    next_run_at: Type.Optional(nullable(next_run_at)),
    repeats: Type.Optional(nullable(Repeats)),
  },
  { ...closed, minProperties: 2 },
)
export type GoalChange = Static<typeof GoalChange>
