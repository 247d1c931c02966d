import { randomUUID } from 'node:crypto'
import { type Clock, iso } from '../../kernel/clock.ts'
import { memberOf, NoMember, assertPerson } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, pageOf, Page } from '../../kernel/paging.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Transaction } from '../../store/store.ts'
import type { ConversationList } from './conversation-list.ts'
import type { Topics } from './exchange/topics.ts'
import type { Deleting } from './deleting.ts'
import type { ConversationEvent } from './event-schemas.ts'
import { ConversationNotFound, MessageNotFound } from './failures.ts'
import * as schemas from './schemas.ts'
import type { Conversations } from './store.ts'

interface ConversationOperationsDependencies {
  readonly once: Idempotency
  readonly clock: Clock
  readonly erasures: Erasures<'history'>
  readonly conversations: Conversations
  readonly list: ConversationList
  readonly deleting: Deleting
  readonly topics: Topics
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/** Begins a conversation; answers its id. */
export const beginConversation = (
  tx: Transaction,
  conversations: Pick<Conversations, 'begin'>,
  { member, now, temporary = false }: { member: string; now: number; temporary?: boolean },
): string => {
  const conversation_uuid = randomUUID()
  conversations.begin(tx, {
    conversation_uuid,
    family_member_uuid: member,
    started_at: iso(now),
    last_message_at: null,
    cleared_at: null,
    title: null,
    temporary,
  })
  return conversation_uuid
}

function openTurning({
  clock,
  conversations,
  deleting,
  topics,
  event,
}: Omit<ConversationOperationsDependencies, 'once' | 'erasures' | 'list'>) {
  /** Tells the member's clients what the one is about that goes on now. */
  const turnTo = (tx: Transaction, member: string, conversation_uuid: string) =>
    tx.afterCommit(() => {
      event(member, {
        event: 'context_change',
        conversation_uuid,
        topics: topics(member, conversation_uuid).now,
      })
    })
  return {
    turnTo,
    /** Leaves the one that goes on, with what is not to outlast it. */
    leave: (tx: Transaction, member: string) => {
      deleting.left(tx, member)
      conversations.leave(tx, member, iso(clock.now()))
    },
    begin: (tx: Transaction, member: string, temporary = false): string => {
      const conversation_uuid = beginConversation(tx, conversations, { member, now: clock.now(), temporary })
      turnTo(tx, member, conversation_uuid)
      return conversation_uuid
    },
  }
}

/** The conversations of a member: begun, opened again, named and deleted. */
export function conversationOperations(dependencies: ConversationOperationsDependencies) {
  const { once, erasures, conversations, list, deleting } = dependencies
  const { turnTo, leave, begin } = openTurning(dependencies)
  const requireConversation = (member: string, conversation_uuid: string) => {
    const conversation = conversations.find(member, conversation_uuid)
    if (!conversation || conversation.temporary) throw ConversationNotFound()
    return conversation
  }

  return {
    'conversation.list': operation({
      rest: 'GET /conversation/list',
      access: 'member',
      summary: 'Your conversations, the one with the newest message first',
      description: 'Each with what you call it and its first words. A temporary one is in no list.',
      input: Page,
      output: listOf(schemas.Conversation),
      errors: [NoMember],
    }).handle((input, { caller }) => list(memberOf(caller), pageOf(input))),

    'conversation.open': operation({
      rest: 'POST /conversation/open',
      access: 'member',
      scopes: ['talk'],
      repeatable: true,
      summary: 'Go on with an earlier conversation',
      description: 'What you say next is said there.',
      input: schemas.OfConversation,
      output: schemas.Opened,
      errors: [NoMember, ConversationNotFound],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      return once(context, input, (tx) => {
        const { conversation_uuid } = requireConversation(member, input.conversation_uuid)
        if (conversations.current(member)?.conversation_uuid !== conversation_uuid) {
          leave(tx, member)
          conversations.goOn(tx, member, conversation_uuid)
          turnTo(tx, member, conversation_uuid)
        }
        return { conversation_uuid }
      })
    }),

    'conversation.rename': operation({
      rest: 'POST /conversation/rename',
      access: 'member',
      scopes: ['talk'],
      effect: 'changes',
      repeatable: true,
      summary: 'Call a conversation something',
      description: 'Without a `title` it is known by its first words again.',
      input: schemas.Renaming,
      output: schemas.Renamed,
      errors: [NoMember, ConversationNotFound],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      return once(context, input, (tx) => {
        const { conversation_uuid } = requireConversation(member, input.conversation_uuid)
        const title = input.title?.trim() ?? null
        conversations.rename(tx, member, conversation_uuid, title)
        return { conversation_uuid, title }
      })
    }),

    'conversation.clear': operation({
      rest: 'POST /conversation/clear',
      access: 'member',
      scopes: ['talk'],
      effect: 'changes',
      summary: 'Begin a new conversation',
      description:
        'With `delete_history`, which wants a person, all that was said before is deleted; memories stay. A temporary one ' +
        'leaves nothing: nothing said in it is remembered, and once it is left it is deleted.',
      input: schemas.Clearing,
      output: schemas.Cleared,
      errors: [NoMember],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      if (input.delete_history) assertPerson(context.caller)
      return once(context, input, (tx) => {
        leave(tx, member)
        const deleted = input.delete_history ? deleting.all(tx, member) : { conversations: 0, messages: 0 }
        if (input.delete_history) erasures.record(tx, 'history', [member])
        return { conversation_uuid: begin(tx, member, input.temporary), deleted }
      })
    }),

    ...deletionOperations({ once, conversations, deleting, begin }),
  }
}

interface DeletionOperationsDependencies extends Pick<
  ConversationOperationsDependencies,
  'once' | 'conversations' | 'deleting'
> {
  readonly begin: (tx: Transaction, member: string) => string
}

/** What was said, deleted for good. */
function deletionOperations({ once, conversations, deleting, begin }: DeletionOperationsDependencies) {
  return {
    'conversation.delete': operation({
      rest: 'POST /conversation/delete',
      access: 'member',
      effect: 'changes',
      repeatable: true,
      summary: 'Delete a conversation for good',
      description: 'With all that was said in it; what is remembered of it stays. Wants a person.',
      input: schemas.OfConversation,
      output: schemas.Deleted,
      errors: [NoMember, ConversationNotFound],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      assertPerson(context.caller)
      return once(context, input, (tx) => {
        const conversation = conversations.find(member, input.conversation_uuid)
        if (!conversation) throw ConversationNotFound()
        const { conversation_uuid, cleared_at } = conversation
        const deleted = deleting.conversation(tx, member, conversation_uuid)
        // Whoever deletes the one that goes on begins a new one.
        if (cleared_at === null) begin(tx, member)
        return { deleted }
      })
    }),

    'conversation.delete_message': operation({
      rest: 'POST /conversation/delete-message',
      access: 'member',
      effect: 'changes',
      repeatable: true,
      summary: 'Delete a message for good',
      description:
        'What you said goes with what was answered; a reply goes alone. What is remembered of it stays. Wants a person.',
      input: schemas.OfMessage,
      output: schemas.DeletedMessages,
      errors: [NoMember, MessageNotFound],
    }).handle((input, context) => {
      const member = memberOf(context.caller)
      assertPerson(context.caller)
      return once(context, input, (tx) => {
        const { message_uuid } = input
        if (!conversations.message(member, message_uuid)) throw MessageNotFound()
        const message_uuids = [message_uuid, ...conversations.repliesTo(member, message_uuid)]
        deleting.messages(tx, member, message_uuids)
        return { message_uuids }
      })
    }),
  }
}
