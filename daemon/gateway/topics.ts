import type { Message } from '../bus/message.ts'
import type { Caller } from '../kernel/context.ts'
import { InsufficientPermissions, invalidRequest } from '../kernel/errors.ts'
import { assertScope } from '../kernel/scope.ts'
import { messageType, ownTopic, type Topics } from '../kernel/topic.ts'

export interface Subscribable {
  /** As the client calls it: the service's own name, or the external one of a mapping. */
  readonly name: string
  /** The `type` of a message that it sends, by what was published. */
  readonly type: (payload: Message['payload']) => string
  /** The topic on the bus, for this caller: another member's is out of reach because nobody can name it. */
  readonly internal: string
  readonly admins: boolean
  /** Whether `name` is an external one. */
  readonly mapped: boolean
}

/** External topic names, each with the name of the service's own topic that it stands for. */
export type Mappings = ReadonlyMap<string, string>

interface TopicNames {
  readonly topics: Topics
  readonly mappings: Mappings
}

/**
 * The topic of that name as this caller may have it; an external name is the topic that it stands for, with the same rule.
 * Throws 400 for an unknown one, 403 for a forbidden one.
 */
export function resolveTopic(name: string, caller: Caller, { topics, mappings }: TopicNames): Subscribable {
  // The service's own names come first: a newer release may bring one that a mapping has taken before.
  const mapped = !Object.hasOwn(topics, name)
  const own = mapped ? mappings.get(name) : name
  const topic = own !== undefined && Object.hasOwn(topics, own) ? topics[own] : undefined
  if (own === undefined || topic === undefined) {
    throw invalidRequest('topics', `unknown topic ${name}; known are ${Object.keys(topics).join(', ')}`)
  }
  const { audience, scopes = audience === 'admins' ? ['admin'] : ['read'] } = topic
  assertScope(caller, scopes)
  if (audience === 'admins' && !caller.admin) throw InsufficientPermissions()
  if (audience === 'own' && caller.family_member_uuid === null) {
    throw invalidRequest('topics', `${name} belongs to a member, and this token to none`)
  }
  const internal = audience === 'own' ? ownTopic(own, caller.family_member_uuid ?? '') : own
  const type = (payload: Message['payload']) => messageType(topic, payload)
  return { name, type, internal, admins: audience === 'admins', mapped }
}
