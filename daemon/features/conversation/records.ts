import { randomUUID } from 'node:crypto'
import type { Change } from './tables.ts'
import type { ConversationMessage, HistoryMessage, NewMessage } from './schemas.ts'
import type { MessageRow } from './store.ts'

/** The row of what a member says; `created_at` is ISO 8601. */
export function spoken(
  family_member_uuid: string,
  conversation_uuid: string,
  { content, context = {} }: NewMessage,
  created_at: string,
): MessageRow {
  return {
    message_id: 0,
    message_uuid: randomUUID(),
    conversation_uuid,
    family_member_uuid,
    role: 'user',
    content: content.trim(),
    original: null,
    context,
    emotion: '',
    confidence: 1,
    engine: null,
    degraded: false,
    memories_used: [],
    reply_to: null,
    created_at,
    changes: [],
    off_record: false,
  }
}

/** A message as its member sees it. */
export function shown({
  message_uuid,
  conversation_uuid,
  role,
  content,
  emotion,
  confidence,
  created_at,
}: Omit<MessageRow, 'message_id'>): ConversationMessage {
  return { message_uuid, conversation_uuid, role, content, emotion, confidence, created_at }
}

/** A message with what it is grounded in; `isKnown` says whether its member can still see a memory. */
export function shownInFull(row: MessageRow, isKnown: (memory_uuid: string) => boolean): HistoryMessage {
  const { engine, degraded, memories_used, reply_to, changes, off_record } = row
  return {
    ...shown(row),
    engine,
    degraded,
    memories_used: memories_used.filter(({ memory_uuid }) => isKnown(memory_uuid)),
    reply_to,
    changes: changes.map(shownChange),
    off_record,
  }
}

/** A change as its member sees it. */
export const shownChange = ({ kind, memory_uuids, goal_uuids, undone_at }: Change) => ({
  kind,
  memory_uuids: [...memory_uuids],
  goal_uuids: [...goal_uuids],
  undone_at,
})
