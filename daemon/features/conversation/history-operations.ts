import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, pageOf } from '../../kernel/paging.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Topics } from './exchange/topics.ts'
import type { ConversationEvent } from './event-schemas.ts'
import { ConversationNotFound, MessageNotFound } from './failures.ts'
import type { HistoryStore } from './history-store.ts'
import type { Engines, Ports } from './ports.ts'
import type { ReadMarkers } from './read-markers.ts'
import { shownInFull } from './records.ts'
import * as schemas from './schemas.ts'
import type { Conversations } from './store.ts'

interface HistoryOperationsDependencies {
  readonly once: Idempotency
  readonly conversations: Conversations
  readonly history: HistoryStore
  readonly readMarkers: ReadMarkers
  readonly ports: Pick<Ports, 'memory' | 'mood' | 'goals' | 'profile'>
  readonly topics: Topics
  readonly engines: Pick<Engines, 'firstFor' | 'consentNeeded' | 'warmup'>
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/** What was said, what it is about now, and how much of it is not read yet. */
export function historyOperations({
  once,
  conversations,
  history,
  readMarkers,
  ports,
  topics,
  engines,
  event,
}: HistoryOperationsDependencies) {
  const requireMessageId = (member: string, message_uuid: string): number => {
    const message_id = history.find(member, message_uuid)
    if (message_id === undefined) throw MessageNotFound()
    return message_id
  }

  return {
    'conversation.history': operation({
      rest: 'GET /conversation/history',
      access: 'member',
      summary: 'What was said, newest first',
      description: 'With `before`, the pages stay as they are while more is said.',
      input: schemas.History,
      output: listOf(schemas.HistoryMessage),
      errors: [NoMember, ConversationNotFound, MessageNotFound],
    }).handle((input, { caller }) => {
      const member = memberOf(caller)
      const { conversation_uuid = null, q: text = null } = input
      if (conversation_uuid !== null && !conversations.find(member, conversation_uuid))
        throw ConversationNotFound()
      const before = input.before === undefined ? null : requireMessageId(member, input.before)
      const wanted = { conversation_uuid, text }
      const isKnown = knownTo(member, ports)
      return {
        items: history
          .page(member, wanted, { before, ...pageOf(input) })
          .map((row) => shownInFull(row, isKnown)),
        total: history.count(member, wanted),
      }
    }),

    'conversation.context': operation({
      rest: 'GET /conversation/context',
      access: 'member',
      summary: 'What the conversation is about just now',
      description:
        'Its topics with their weights, how many messages it has and how many are unread, the mood, the open goals, ' +
        'and which engine is to write the next reply.',
      input: Nothing,
      output: schemas.ConversationContext,
      errors: [NoMember],
    }).handle((_, { caller }) => {
      const member = memberOf(caller)
      engines.warmup.onView(member)
      const {
        conversation_uuid = null,
        last_message_at = null,
        temporary = false,
      } = conversations.current(member) ?? {}
      return {
        conversation_uuid,
        topics: conversation_uuid === null ? [] : topics(member, conversation_uuid).now,
        message_count:
          conversation_uuid === null ? 0 : history.count(member, { conversation_uuid, text: null }),
        unread: readMarkers.unread(member),
        last_message_at,
        emotion: ports.mood(member),
        temporary,
        remembering: ports.profile(member)?.preferences['remember'] !== false,
        active_goals: ports.goals(member).map(({ title, status, due_at }) => ({ title, status, due_at })),
        engine: engines.firstFor(member),
        consent_needed: engines.consentNeeded(member),
      }
    }),

    'conversation.read': operation({
      rest: 'POST /conversation/read',
      access: 'member',
      scopes: ['talk'],
      repeatable: true,
      summary: 'Say that you have read everything up to a message',
      description: 'What was read stays so. Other clients are told by `conversation.events`.',
      input: schemas.Reading,
      output: schemas.Read,
      errors: [NoMember, MessageNotFound],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      return once(context, input, (tx) => {
        const { message_uuid } = input
        const moved = readMarkers.advance(tx, member, requireMessageId(member, message_uuid))
        const unread = readMarkers.unread(member)
        if (moved) tx.afterCommit(() => event(member, { event: 'read', message_uuid, unread }))
        return { unread }
      })
    }),
  }
}

/** Whether a member can see a memory; each is looked up once. */
function knownTo(member: string, { memory }: Pick<Ports, 'memory'>) {
  const visible = new Map<string, boolean>()
  return (memory_uuid: string): boolean => {
    const seen = visible.get(memory_uuid) ?? memory.find(member, memory_uuid) !== undefined
    visible.set(memory_uuid, seen)
    return seen
  }
}
