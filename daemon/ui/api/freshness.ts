import type { QueryClient } from '@tanstack/react-query'
import type { ServiceEvent } from '../../client/event-messages.ts'
import type { OperationName } from '../../client/types.ts'

const messages: readonly OperationName[] = ['conversation.context', 'conversation.history']
const remembered: readonly OperationName[] = ['memory.recent', 'memory.search', 'memory.checkup']

/** What an event makes out of date, by its topic. */
const touches: Readonly<Record<string, readonly OperationName[]>> = {
  'emotion.state': ['emotion.current', 'emotion.history', 'emotion.why'],
  'personality.expression': ['personality.current', 'personality.snapshots'],
  'agency.goals': ['agency.goals', 'conversation.context'],
  'interaction.notifications': ['interactions.list', 'interactions.get'],
  'system.status': ['gateway.health'],
}

/** The same for what happens in a conversation, by its event; without one the companion spoke by itself. */
const touchesOfTalk: Readonly<Record<string, readonly OperationName[]>> = {
  context_change: [...messages, ...remembered],
  read: ['conversation.context'],
  spoken: messages,
}

/** The topics of everything that a member sees. */
export const topics = [...Object.keys(touches), 'conversation.events']

/** Has what an event has changed be read again, where it is shown. */
export function refreshAfter(queries: QueryClient, { data }: ServiceEvent): void {
  const event = typeof data['event'] === 'string' ? data['event'] : 'spoken'
  const touched = data.topic === 'conversation.events' ? touchesOfTalk[event] : touches[data.topic]
  for (const operation of touched ?? []) void queries.invalidateQueries({ queryKey: [operation] })
}

/** Has everything that events change be read again, where it is shown: it may have changed before they were heard. */
export function refreshAll(queries: QueryClient): void {
  const told = new Set([...Object.values(touches), ...Object.values(touchesOfTalk)].flat())
  for (const operation of told) void queries.invalidateQueries({ queryKey: [operation] })
}
