import type { Caller } from '../kernel/context.ts'
import { InsufficientPermissions, invalidRequest } from '../kernel/errors.ts'

/** A topic as clients know it. */
export interface Topic {
  /** The `type` of the messages that it sends. */
  readonly type: string
  /** The topic on the bus, for this caller: another member's is out of reach because nobody can name it. */
  readonly internal: (caller: Caller) => string
}

const own = (topic: string) => (caller: Caller) => {
  if (caller.family_member_uuid === null) {
    throw invalidRequest('topics', `${topic} belongs to a member, and this token to none`)
  }
  return `${topic}.${caller.family_member_uuid}`
}

const topics: Readonly<Record<string, Topic>> = {
  'emotion.state': { type: 'emotion_update', internal: own('emotion.state') },
  'personality.expression': { type: 'personality_update', internal: own('personality.expression') },
  'conversation.events': { type: 'conversation_event', internal: own('conversation.events') },
  'agency.goals': { type: 'goal_update', internal: own('agency.goals') },
  'system.status': { type: 'system_status', internal: () => 'system.status' },
  'interaction.notifications': {
    type: 'interaction_notification',
    internal: own('interaction.notifications'),
  },
  'interaction.notifications.admin': {
    type: 'interaction_notification',
    internal: (caller) => {
      if (!caller.admin) throw InsufficientPermissions()
      return 'interaction.notifications.admin'
    },
  },
}

/** The topic of that name as this caller may have it; throws 400 for an unknown one, 403 for a forbidden one. */
export function resolveTopic(name: string, caller: Caller): { name: string; type: string; internal: string } {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined
  if (!topic)
    throw invalidRequest('topics', `unknown topic ${name}; known are ${Object.keys(topics).join(', ')}`)
  return { name, type: topic.type, internal: topic.internal(caller) }
}
