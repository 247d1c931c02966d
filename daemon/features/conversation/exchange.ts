import { memberOf } from '../../kernel/member.ts'
import { randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Once } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import type { Ports } from './ports.ts'
import { shown, spoken } from './records.ts'
import * as schemas from './schemas.ts'
import type { Conversations, MessageRow } from './store.ts'
import { topicsAfter } from './topics.ts'
import { type Answered, longestResponse } from './turn-taking.ts'

interface Needs {
  readonly store: Store
  readonly once: Once
  readonly bus: Bus
  readonly clock: Clock
  readonly conversations: Conversations
  readonly ports: Pick<Ports, 'feel' | 'mood'>
  /** The conversation that goes on, or the one that is wanted; throws 404. */
  readonly conversationOf: (member: string, conversation_uuid: string | undefined) => string
  /** Tells the member's clients. */
  readonly event: (family_member_uuid: string, payload: Record<string, unknown>) => void
}

/** Opens the exchange of a message for a reply: what is said is kept and felt at once, the reply once it is whole. */
export function openExchange({
  store,
  once,
  bus,
  clock,
  conversations,
  ports,
  conversationOf,
  event,
}: Needs) {
  const converse = async (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
  ): Promise<schemas.Exchange> => {
    const member = memberOf(context.caller)
    const first = once.recall(context, input)
    // Kept by this very operation, so it has this operation's shape.
    if (first) return first as schemas.Exchange
    if (Buffer.byteLength(JSON.stringify(input.context ?? {})) > schemas.largestContext)
      throw invalidRequest('context', `is larger than ${schemas.largestContext} bytes`)
    const conversation_uuid = conversationOf(member, input.conversation_uuid)
    const said = spoken(member, conversation_uuid, input, iso(clock.now()))
    const feeling = store.write((tx) => {
      const { message_uuid, content } = said
      const felt = ports.feel(tx, member, { content, message_uuid })
      conversations.say(tx, { ...said, emotion: felt.emotion })
      return felt
    })
    bus.publish(
      'conversation.user_message',
      { source: context.operation, user_id: member, content: said.content, context: said.context },
      { family_member_uuid: member, session_uuid: context.caller.session_uuid },
    )
    event(member, { event: 'typing_started', conversation_uuid })
    try {
      const asked = { member, said: { ...said, emotion: feeling.emotion } }
      const answered = await bus.request('conversation.response_request', asked, context, longestResponse)
      return finish(input, context, asked.said, answered as Answered)
    } finally {
      event(member, { event: 'typing_stopped', conversation_uuid })
    }
  }

  const finish = (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
    said: Omit<MessageRow, 'message_id'>,
    { responded, focus }: Answered,
  ): schemas.Exchange =>
    once(context, input, (tx) => {
      const { conversation_uuid, family_member_uuid } = said
      const mood = ports.mood(family_member_uuid)
      const { content, confidence, engine, degraded, memories_used } = responded
      const reply = {
        ...said,
        message_uuid: randomUUID(),
        role: 'companion' as const,
        content,
        context: {},
        emotion: mood.emotion,
        confidence,
        engine,
        degraded,
        memories_used: [...memories_used],
        reply_to: said.message_uuid,
        created_at: iso(clock.now()),
      }
      conversations.say(tx, reply)
      conversations.setFocus(tx, conversation_uuid, focus)
      const before = conversations.topics(conversation_uuid)
      const topics = topicsAfter(before, said.content)
      conversations.setTopics(tx, conversation_uuid, topics, reply.created_at)
      tx.afterCommit(() => {
        if (topics[0] && topics[0].name !== before[0]?.name)
          event(family_member_uuid, { event: 'topic_shift', conversation_uuid, name: topics[0].name })
        event(family_member_uuid, { event: 'context_change', conversation_uuid, topics })
      })
      const { message_uuid, emotion } = reply
      return {
        conversation_uuid,
        message: shown(said),
        response: {
          message_uuid,
          content,
          emotion,
          confidence,
          engine,
          degraded,
          memories_used: [...memories_used],
        },
        emotion_state: mood,
      }
    })

  return converse
}
