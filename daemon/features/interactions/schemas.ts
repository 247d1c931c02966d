import { type Static, Type } from 'typebox'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { interactionEventTypes, interactionStatuses, interactionTypes } from './tables.ts'

const text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description ? { description } : {}) })

const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: `${description}; ISO 8601 with an offset` }))
const JsonObject = Type.Record(Type.String(), Type.Unknown())

const InteractionType = Type.Enum([...interactionTypes])
const Status = Type.Enum([...interactionStatuses])
const Requirement = Type.Enum(['required', 'optional'])
const Severity = Type.Enum(['low', 'medium', 'high'])

const summary = {
  interaction_id: Id,
  user_id: Id,
  correlation_id: Id,
  interaction_type: InteractionType,
  status: Status,
  requirement: Requirement,
  severity: Severity,
  created_at: Moment,
  updated_at: Moment,
}

const { requirement, severity, created_at, updated_at, ...identity } = summary
export const InteractionListItem = Type.Object(
  {
    ...identity,
    title: nullable(Type.String({ description: 'null where there is none, or once it has expired' })),
    prompt: nullable(Type.String({ description: 'null once it has expired' })),
    requirement,
    severity,
    created_at,
    updated_at,
  },
  { $id: 'InteractionListItem' },
)

export const Interaction = Type.Object(
  {
    ...summary,
    prompt: Type.String(),
    title: nullable(Type.String()),
    category: nullable(Type.String()),
    expected_answer_type: nullable(Type.String()),
    allowed_options: Type.Array(Type.String()),
    answer_text: nullable(Type.String()),
    answer_json: nullable(JsonObject),
    answered_at: nullable(Moment),
    expires_at: nullable(Moment),
    idempotency_key: nullable(Type.String()),
  },
  { $id: 'Interaction' },
)
export type Interaction = Static<typeof Interaction>

export const InteractionEvent = Type.Object(
  {
    event_id: Id,
    interaction_id: Id,
    user_id: Id,
    correlation_id: Id,
    actor: Type.String({ description: 'user:<uuid> or system:<name>' }),
    event_type: Type.Enum([...interactionEventTypes]),
    from_status: nullable(Status),
    to_status: Status,
    payload_json: JsonObject,
    created_at: Moment,
    via: nullable(
      Type.String({ description: 'the name of the key through which it was done; null for a person' }),
    ),
  },
  { $id: 'InteractionEvent' },
)
export type InteractionEvent = Static<typeof InteractionEvent>

export const Target = Type.Object({ interaction_id: Id }, closed)

export const Reading = Type.Object(
  {
    interaction_id: Id,
    wait: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 60,
        description: 'answer once it is over, or after so many seconds',
      }),
    ),
  },
  closed,
)

export const Answer = Type.Object(
  {
    interaction_id: Id,
    answer_text: Type.Optional(text(8_000)),
    answer_json: Type.Optional(JsonObject),
  },
  closed,
)

export const Deferral = Type.Object(
  {
    interaction_id: Id,
    defer_until: moment('when it is pending again, before it expires'),
    defer_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 315_360_000 })),
  },
  closed,
)
export type Deferral = Static<typeof Deferral>

export const Listing = Type.Object(
  {
    status: Type.Optional(Type.Array(Status, { maxItems: 20 })),
    interaction_type: Type.Optional(Type.Array(InteractionType, { maxItems: 20 })),
    category: Type.Optional(Type.Array(text(100), { maxItems: 50 })),
    created_after: moment('the earliest creation, included'),
    created_before: moment('the latest creation, included'),
    sort: Type.Optional(
      Type.Enum(['newest', 'severity'], {
        default: 'newest',
        description:
          '`severity`: those that are pending first, of them what is required, then by severity, then the newest',
      }),
    ),
    ...paging,
  },
  closed,
)
export type Listing = Static<typeof Listing>

/** What is asked, whoever asks it. */
const asked = {
  prompt: text(8_000),
  title: Type.Optional(text(200)),
  severity: Type.Optional(Type.Enum(['low', 'medium', 'high'], { default: 'medium' })),
  requirement: Type.Optional(Type.Enum(['required', 'optional'], { default: 'required' })),
  category: Type.Optional(text(100)),
  expected_answer_type: Type.Optional(text(100)),
  allowed_options: Type.Optional(Type.Array(text(200), { maxItems: 100 })),
  expires_in_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 315_360_000 })),
}

export const Creation = Type.Object(
  {
    interaction_type: InteractionType,
    ...asked,
    to: Type.Optional(
      Type.Union([Id, Type.Literal('household'), Type.Array(Id, { minItems: 1, maxItems: 50 })], {
        description:
          "who is asked: a member's id, a list of ids or `household`; yourself where it is left out",
      }),
    ),
  },
  closed,
)
export type Creation = Static<typeof Creation>

export const Simulation = Type.Object(
  {
    user_id: Type.String({ format: 'uuid', description: 'the member who is asked' }),
    interaction_type: Type.Enum(['question', 'choice', 'dialogue', 'approval']),
    ...asked,
    scenario: Type.Optional(
      Type.Enum(['create_only', 'create_then_answer', 'create_then_cancel'], { default: 'create_only' }),
    ),
    answer_text: Type.Optional(text(8_000)),
    answer_json: Type.Optional(JsonObject),
    broadcast_admin: Type.Optional(
      Type.Boolean({ default: false, description: 'whether the admins are told as well' }),
    ),
  },
  closed,
)
export type Simulation = Static<typeof Simulation>

export const Transition = Type.Object({ interaction: Interaction, event: InteractionEvent })
export type Transition = Static<typeof Transition>

export const Created = Type.Union([
  Transition,
  Type.Object({ interactions: Type.Array(Interaction, { description: 'one for each who is asked' }) }),
])
export type Created = Static<typeof Created>

export const Timeline = Type.Object({ interaction: Interaction, events: Type.Array(InteractionEvent) })

export const Page = Type.Object({ items: Type.Array(InteractionListItem), total: Type.Integer() })

export const Simulated = Type.Object({
  interaction: Interaction,
  event: InteractionEvent,
  scenario_executed: Type.String(),
  additional_events: Type.Array(InteractionEvent),
})
