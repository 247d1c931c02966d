import type { Refusal } from '../../client/errors.ts'
import type { InteractionEvent } from './interaction.ts'

/** How a step is called: `dismissed` and `deferred` also record the way back. */
export function eventName({
  event_type,
  to_status,
}: Pick<InteractionEvent, 'event_type' | 'to_status'>):
  | InteractionEvent['event_type']
  | 'reopened'
  | 'returned' {
  if (to_status !== 'pending') return event_type
  if (event_type === 'dismissed') return 'reopened'
  return event_type === 'deferred' ? 'returned' : event_type
}

/** Who did something. */
export interface Who {
  readonly kind: 'companion' | 'self' | 'member' | 'admin' | 'clock' | 'program'
  /** Of a program or another member. */
  readonly name: string
}

const clocks = new Set(['system:expiry', 'system:scheduler'])

/** The names of those who asked, by their actors, as a timeline tells them. */
export function askersIn(
  events: readonly Pick<InteractionEvent, 'actor' | 'payload_json'>[],
): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ actor, payload_json: { asked_by } }) =>
      typeof asked_by === 'string' ? [[actor, asked_by] as const] : [],
    ),
  )
}

/** Who an actor (`user:<uuid>`, `system:<name>`) is to a member who knows the `names` of some. */
export function whoIs(
  actor: string,
  family_member_uuid: string,
  names: ReadonlyMap<string, string> = new Map(),
): Who {
  const name = actor.replace(/^\w+:/, '')
  if (actor === 'system:companion') return { kind: 'companion', name }
  if (clocks.has(actor)) return { kind: 'clock', name }
  if (!actor.startsWith('user:')) return { kind: 'program', name }
  if (name === family_member_uuid) return { kind: 'self', name }
  const memberName = names.get(actor)
  // In a simulation an admin asks, whose name is not told.
  return memberName === undefined ? { kind: 'admin', name } : { kind: 'member', name: memberName }
}

/** When something that was put off comes back (ISO 8601), or null where that is not known. */
export function deferredUntil({ payload_json }: Pick<InteractionEvent, 'payload_json'>): string | null {
  const until = payload_json['defer_until']
  return typeof until === 'string' ? until : null
}

/** Why an action came too late: `late.<key>` of the texts. */
type LateReason = 'over' | 'not_pending' | 'gone' | 'missing'

/** Why an action failed that somebody else was faster with; null for any other refusal. */
export function lateReasonOf({ status, details }: Pick<Refusal, 'status' | 'details'>): LateReason | null {
  if (status === 404) return 'missing'
  if (status === 410) return 'gone'
  if (status !== 409) return null
  return details?.['reason'] === 'terminal' ? 'over' : 'not_pending'
}
