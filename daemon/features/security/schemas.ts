import { type Static, Type } from 'typebox'
import { listOf, paging } from '../../kernel/paging.ts'
import { closed, Moment, nullable } from '../../kernel/schema.ts'
import { AuditHead } from '../../store/audit-head.ts'
import { type AuditEvent as Event, auditEvents } from './audit-events.ts'

const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: `${description}; ISO 8601 with an offset` }))
const Ip = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'an IPv4 or IPv6 address, or a network as CIDR',
})

export const Block = Type.Object(
  {
    ip: Ip,
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    expires_in_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 31_536_000, description: 'forever where it is left out' }),
    ),
  },
  closed,
)

export const Target = Type.Object({ ip: Ip }, closed)

export const BlockedAddress = Type.Object(
  {
    address: Type.String(),
    reason: nullable(Type.String()),
    created_by: Type.String({ description: 'user:<uuid> or system:<name>' }),
    created_at: Moment,
    expires_at: nullable(Moment),
  },
  { $id: 'BlockedAddress' },
)

export const AuditEvent = Type.Object(
  {
    seq: Type.Integer(),
    created_at: Moment,
    event: Type.Enum([...auditEvents]),
    actor: Type.String({ description: 'user:<uuid>, system:<name>, or nobody' }),
    address: Type.String(),
    family_member_uuid: nullable(Type.String({ description: 'whom it concerns' })),
    session_uuid: nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'AuditEvent' },
)

const EventCounts = Type.Object(
  { day: Type.Integer({ description: 'in the last 24 hours' }), total: Type.Integer() },
  { $id: 'EventCounts' },
)
// `Type.Record` of so many names takes a fiftieth of the start.
type CountsByEvent = Record<Event, typeof EventCounts>

export const Stats = Type.Object({
  counts: Type.Object(Object.fromEntries(auditEvents.map((event) => [event, EventCounts])) as CountsByEvent, {
    description: 'how often each event was audited',
  }),
  live_sessions: Type.Integer(),
  locked: Type.Integer({ description: 'accounts and devices that are locked now' }),
  blocked_addresses: Type.Array(BlockedAddress),
  audit: Type.Array(AuditEvent, { description: 'the newest 50' }),
})

export const Listing = Type.Object(
  {
    event: Type.Optional(Type.Enum([...auditEvents])),
    family_member_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'whom it concerns' })),
    created_after: moment('the earliest moment, included'),
    created_before: moment('the latest moment, included'),
    ...paging,
  },
  closed,
)
export type Listing = Static<typeof Listing>

export const AuditPage = listOf(AuditEvent)

export const Verdict = Type.Object({
  intact: Type.Boolean(),
  rows: Type.Integer({ description: 'how many were checked and found right' }),
  seq: nullable(Type.Integer({ description: 'the first row that is wrong' })),
  problem: nullable(Type.Enum(['changed', 'missing'])),
  seen: nullable(Type.Boolean({ description: 'whether it has the row of the head that was sent' })),
  audit_head: nullable(AuditHead),
})

/** What was the newest row when it was kept: all of it, or nothing. */
export const SeenHead = Type.Partial(Type.Object(AuditHead.properties), closed)
