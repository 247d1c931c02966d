import type { Message } from '../bus/bus.ts'
import type { Caller } from '../kernel/context.ts'
import { InsufficientPermissions, invalidRequest } from '../kernel/errors.ts'

/** A topic as a client has subscribed to it. */
export interface Topic {
  /** As the client calls it: the service's own name, or the external one of a mapping. */
  readonly name: string
  /** The `type` of a message that it sends, by what was published. */
  readonly type: (payload: Message['payload']) => string
  /** The topic on the bus, for this caller: another member's is out of reach because nobody can name it. */
  readonly internal: string
  /** Whether only admins may have it. */
  readonly admins: boolean
  /** Whether `name` is an external one. */
  readonly mapped: boolean
}

/** External topic names, each with the name of the service's own topic that it stands for. */
export type Mappings = ReadonlyMap<string, string>

/** Who may have a topic: each member their own, anyone, or admins alone. */
type Audience = 'own' | 'everyone' | 'admins'

interface Known {
  readonly type: string
  /** The type of what is no such event, but a message that the companion has begun of itself. */
  readonly begun?: string
  readonly audience: Audience
}

const topics: Readonly<Record<string, Known>> = {
  'emotion.state': { type: 'emotion_update', audience: 'own' },
  'personality.expression': { type: 'personality_update', audience: 'own' },
  'conversation.events': {
    type: 'conversation_event',
    begun: 'conversation_response',
    audience: 'own',
  },
  'agency.goals': { type: 'goal_update', audience: 'own' },
  'system.status': { type: 'system_status', audience: 'everyone' },
  'interaction.notifications': { type: 'interaction_notification', audience: 'own' },
  'interaction.notifications.admin': { type: 'interaction_notification', audience: 'admins' },
}

/** The names of the service's own topics. */
export function topicNames(): readonly string[] {
  return Object.keys(topics)
}

/**
 * The topic of that name as this caller may have it; an external name is the topic that it stands for, with the same rule.
 * Throws 400 for an unknown one, 403 for a forbidden one.
 */
export function resolveTopic(name: string, caller: Caller, mappings: Mappings): Topic {
  // The service's own names come first: a newer release may bring one that a mapping has taken before.
  const mapped = !Object.hasOwn(topics, name)
  const own = mapped ? mappings.get(name) : name
  const topic = own !== undefined && Object.hasOwn(topics, own) ? topics[own] : undefined
  if (own === undefined || topic === undefined) {
    throw invalidRequest('topics', `unknown topic ${name}; known are ${topicNames().join(', ')}`)
  }
  const { type, begun, audience } = topic
  if (audience === 'admins' && !caller.admin) throw InsufficientPermissions()
  if (audience === 'own' && caller.family_member_uuid === null) {
    throw invalidRequest('topics', `${name} belongs to a member, and this token to none`)
  }
  const internal = audience === 'own' ? `${own}.${caller.family_member_uuid}` : own
  const typeOf = (payload: Message['payload']) =>
    begun !== undefined && !('event' in payload) ? begun : type
  return { name, type: typeOf, internal, admins: audience === 'admins', mapped }
}
