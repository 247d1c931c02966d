import { type Interaction, nameOf } from '../../client/interaction.ts'
import type { InteractionEvent } from './interaction.ts'

/** What a notification is to whoever looks at the inbox. */
export interface News {
  readonly kind: 'new' | 'back' | 'elsewhere'
  readonly title: string
}

const ends = new Set(['answered', 'approved', 'rejected', 'cancelled'])

/** What is new by a notification; null where it is nothing to tell. `own` has what was done in this window. */
export function newsOf(data: Readonly<Record<string, unknown>>, own: ReadonlySet<string>): News | null {
  const interaction = data['interaction'] as Interaction | undefined
  const event = data['event'] as Pick<InteractionEvent, 'event_type' | 'to_status' | 'actor'> | undefined
  if (!interaction || !event) return null
  const title = nameOf(interaction)
  if (event.event_type === 'created') return { kind: 'new', title }
  // What somebody takes up before its time is no news to them.
  const returns = event.event_type === 'deferred' && event.to_status === 'pending'
  if (returns && !event.actor.startsWith('user:')) return { kind: 'back', title }
  if (own.has(interaction.interaction_id)) return null
  return ends.has(event.event_type) ? { kind: 'elsewhere', title } : null
}
