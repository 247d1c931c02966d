import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../bus/bus.ts'
import { type Clock, iso } from '../../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../../kernel/context.ts'
import { IdempotencyConflict, invalidRequest, isUnwritable } from '../../../kernel/errors.ts'
import { memberOf } from '../../../kernel/scope.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { ConversationEvent } from '../event-schemas.ts'
import type { Deleting } from '../deleting.ts'
import { ConversationNotFound, MessageNotFound } from '../failures.ts'
import type { Undo } from '../acting/undoing.ts'
import type { Engines, MoodNow, Ports } from '../ports.ts'
import { shown, shownChange, spoken } from '../records.ts'
import * as schemas from '../schemas.ts'
import type { Conversations, MessageRow, State } from '../store.ts'
import type { Topics, TopicWeight } from './topics.ts'
import type { SentReply } from '../../../language/turn.ts'
import type { Actions } from '../acting/acts.ts'
import type { Change } from '../tables.ts'
import type { UnansweredMessage, UnansweredMessages } from '../unanswered.ts'

interface ExchangeDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
  readonly conversations: Conversations
  readonly unanswered: UnansweredMessages
  readonly ports: Pick<Ports, 'feel' | 'mood' | 'profile'>
  readonly deleting: Pick<Deleting, 'messages'>
  readonly topics: Topics
  readonly undo: Undo
  readonly stopping: Stopping
  readonly engines: Pick<Engines, 'consentNeeded'>
  /** The conversation that goes on, or the one that is wanted; throws 404. */
  readonly conversationOf: (member: string, conversation_uuid: string | undefined) => string
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

interface PendingMessage extends UnansweredMessage {
  /** False where nothing can be written: neither it nor its reply is kept then. */
  readonly kept: boolean
}

/**
 * How long a reply may take, in milliseconds. Whoever waits for it is told after 30 s that it takes too long. It is kept all
 * the same: where the message is sent again, that is the answer, and nothing is done twice.
 */
const replyTimeoutMs = 120_000

/**
 * Opens the exchange of a message for a reply: what is said is kept and felt at once, the reply once it is whole. While the
 * disk takes nothing it is answered all the same, and nothing of it kept.
 */
export function openExchange(dependencies: ExchangeDependencies) {
  const { once, bus, conversations, unanswered, stopping, topics, ports, event } = dependencies
  const { begunBefore, begin } = openBeginning(dependencies)
  const { replyOf, exchangeOf } = openReplies(dependencies)

  const converse = async (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
    waited: number,
  ): Promise<schemas.Exchange> => {
    const member = memberOf(context.caller)
    const first = once.recall(context, input)
    // Kept by this very operation, so it has this operation's shape.
    if (first) return first as schemas.Exchange
    if (Buffer.byteLength(JSON.stringify(input.context ?? {})) > schemas.maxContextBytes)
      throw invalidRequest('context', `is larger than ${schemas.maxContextBytes} bytes`)
    const { message, actions, kept } = begunBefore(input, context) ?? (await begin(input, context))
    const { conversation_uuid } = message
    event(member, { event: 'typing_started', conversation_uuid })
    try {
      const answered = await stopping.writing(member, (stopped) => {
        const asked: MessageToAnswer = { member, message, actions, kept, waited, stopped }
        return bus.request('conversation.response_request', asked, context, replyTimeoutMs)
      })
      // What the handler of that request answers.
      return finish(input, context, { message, kept }, answered as MessageOutcome)
    } finally {
      event(member, { event: 'typing_stopped', conversation_uuid })
    }
  }

  const finish = (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
    { message, kept }: Pick<PendingMessage, 'message' | 'kept'>,
    answered: MessageOutcome,
  ): schemas.Exchange => {
    const unkept = () => {
      const mood = ports.mood(message.family_member_uuid)
      return exchangeOf(message, replyOf(message, answered, mood), answered, { kept: false, mood })
    }
    if (!kept) return unkept()
    try {
      return keep(input, context, message, answered)
    } catch (error) {
      if (!isUnwritable(error)) throw error
      return unkept()
    }
  }

  /** Writes a reply down. */
  const keep = (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
    message: MessageRow,
    answered: MessageOutcome,
  ): schemas.Exchange =>
    once(context, input, (tx) => {
      const { conversation_uuid, family_member_uuid } = message
      // They may have been deleted while the reply was written.
      if (!conversations.find(family_member_uuid, conversation_uuid)) throw ConversationNotFound()
      if (!conversations.message(family_member_uuid, message.message_uuid)) throw MessageNotFound()
      const off_record = isOffRecord(dependencies, family_member_uuid, conversation_uuid)
      conversations.setOffRecord(tx, { ...message, off_record })
      const { idempotency_key } = context
      if (idempotency_key !== null) unanswered.answered(tx, family_member_uuid, idempotency_key)
      const mood = ports.mood(family_member_uuid)
      const reply = { ...replyOf(message, answered, mood), off_record }
      conversations.say(tx, reply)
      conversations.setState(tx, conversation_uuid, answered.state)
      const { now, before } = topics(family_member_uuid, conversation_uuid, message.message_uuid)
      if (!off_record) onTheRecord(dependencies, tx, message, reply)
      tx.afterCommit(() => tellTopics(event, message, now, before[0]))
      return exchangeOf(message, reply, answered, { kept: true, mood })
    })

  return converse
}

/** Makes a reply as it is kept, and the answer to whoever has said something. */
function openReplies({ clock, engines }: Pick<ExchangeDependencies, 'clock' | 'engines'>) {
  const replyOf = (message: MessageRow, { responded, changes }: MessageOutcome, mood: MoodNow) => {
    const { content, confidence, engine, degraded, memories_used } = responded
    const { message_id: _, ...of } = message
    return {
      ...of,
      message_uuid: randomUUID(),
      role: 'companion' as const,
      content,
      context: {},
      emotion: mood.emotion,
      confidence,
      engine,
      degraded,
      memories_used: [...memories_used],
      reply_to: message.message_uuid,
      created_at: iso(clock.now()),
      changes: [...changes],
    }
  }

  const exchangeOf = (
    message: MessageRow,
    { message_uuid, emotion }: ReturnType<typeof replyOf>,
    { responded, changes }: MessageOutcome,
    { kept, mood }: { readonly kept: boolean; readonly mood: MoodNow },
  ): schemas.Exchange => {
    const { content, confidence, engine, degraded, memories_used } = responded
    const { conversation_uuid, family_member_uuid } = message
    return {
      conversation_uuid,
      message: shown(message),
      response: {
        message_uuid,
        content,
        emotion,
        confidence,
        engine,
        degraded,
        kept,
        consent_needed: engines.consentNeeded(family_member_uuid),
        memories_used: [...memories_used],
        changes: changes.map(shownChange),
      },
      emotion_state: mood,
    }
  }

  return { replyOf, exchangeOf }
}

/** Tells what a conversation is about now, and whether that is something else than before. */
function tellTopics(
  event: ExchangeDependencies['event'],
  { family_member_uuid, conversation_uuid }: Pick<MessageRow, 'family_member_uuid' | 'conversation_uuid'>,
  topics: TopicWeight[],
  before: TopicWeight | undefined,
): void {
  const [first] = topics
  if (first && first.name !== before?.name)
    event(family_member_uuid, { event: 'topic_shift', conversation_uuid, name: first.name })
  event(family_member_uuid, { event: 'context_change', conversation_uuid, topics })
}

/** What was said off the record before goes, now that this is on it. */
function onTheRecord(
  { conversations, deleting }: Pick<ExchangeDependencies, 'conversations' | 'deleting'>,
  tx: Transaction,
  message: MessageRow,
  reply: Omit<MessageRow, 'message_id'>,
): void {
  const { family_member_uuid, conversation_uuid } = message
  const gone = new Set(conversations.offRecord(family_member_uuid, conversation_uuid))
  gone.delete(message.message_uuid)
  gone.delete(reply.message_uuid)
  if (gone.size > 0) deleting.messages(tx, family_member_uuid, [...gone])
}

/** Whether nothing of what is said is to be kept now. */
const isOffRecord = (
  { conversations, ports }: Pick<ExchangeDependencies, 'conversations' | 'ports'>,
  member: string,
  conversation_uuid: string,
): boolean =>
  conversations.find(member, conversation_uuid)?.temporary === true ||
  ports.profile(member)?.preferences['remember'] === false

/** What is done with a message before it is answered. */
function openBeginning(dependencies: ExchangeDependencies) {
  const { store, once, bus, clock, conversations, unanswered, ports, deleting, undo, conversationOf } =
    dependencies

  /** What a message is said instead of: its reply with it, once what that changed is undone. */
  const withdrawn = async (
    member: string,
    conversation_uuid: string,
    replaced: string,
  ): Promise<string[]> => {
    const original = conversations.message(member, replaced)
    if (!original) throw MessageNotFound()
    if (conversations.lastSaid(member, conversation_uuid)?.message_uuid !== replaced)
      throw invalidRequest('replaces', 'must be the newest that you have said there')
    const replies = conversations.repliesTo(member, replaced)
    const changes = replies.flatMap((reply) => conversations.changes(member, reply) ?? [])
    for (const change of changes.toReversed()) if (change.undone_at === null) await undo(member, change)
    return [replaced, ...replies]
  }

  /** The same message, where it was sent before and not answered. */
  const begunBefore = (
    input: schemas.NewMessage,
    context: AuthenticatedContext,
  ): PendingMessage | undefined => {
    const { caller, idempotency_key } = context
    if (idempotency_key === null) return undefined
    const begun = unanswered.find(memberOf(caller), idempotency_key)
    if (begun && begun.request_hash !== once.fingerprint(context, input)) throw IdempotencyConflict()
    return begun && { ...begun, kept: true }
  }

  /** Writes a message down and feels it. */
  const write = async (input: schemas.NewMessage, context: AuthenticatedContext): Promise<MessageRow> => {
    const { caller, idempotency_key } = context
    const member = memberOf(caller)
    const conversation_uuid = conversationOf(member, input.conversation_uuid)
    const replaced =
      input.replaces === undefined ? [] : await withdrawn(member, conversation_uuid, input.replaces)
    const off_record = isOffRecord(dependencies, member, conversation_uuid)
    const row = { ...spoken(member, conversation_uuid, input, iso(clock.now())), off_record }
    const { message_uuid, content, created_at } = row
    return store.write((tx) => {
      if (replaced.length > 0) deleting.messages(tx, member, replaced)
      const mood = off_record ? ports.mood(member) : ports.feel(tx, member, { content, message_uuid })
      const felt = { ...row, emotion: mood.emotion }
      conversations.say(tx, felt)
      if (idempotency_key !== null) {
        const { family_member_uuid } = row
        const request_hash = once.fingerprint(context, input)
        const begun = { family_member_uuid, idempotency_key, request_hash, message_uuid, created_at }
        unanswered.begin(tx, { ...begun, actions: null })
      }
      return felt
    })
  }

  /** A message of which nothing is written down. */
  const unwritten = (input: schemas.NewMessage, { caller }: AuthenticatedContext): MessageRow => {
    const member = memberOf(caller)
    const conversation_uuid =
      input.conversation_uuid ?? conversations.current(member)?.conversation_uuid ?? randomUUID()
    const off_record = isOffRecord(dependencies, member, conversation_uuid)
    const { emotion } = ports.mood(member)
    return { ...spoken(member, conversation_uuid, input, iso(clock.now())), off_record, emotion }
  }

  const begin = async (input: schemas.NewMessage, context: AuthenticatedContext): Promise<PendingMessage> => {
    let begun: PendingMessage
    try {
      begun = { message: await write(input, context), actions: null, kept: true }
    } catch (error) {
      // What is said instead of something else changes what is kept.
      if (!isUnwritable(error) || input.replaces !== undefined) throw error
      begun = { message: unwritten(input, context), actions: null, kept: false }
    }
    const { family_member_uuid, content, context: situation } = begun.message
    bus.publish(
      'conversation.user_message',
      { source: context.operation, user_id: family_member_uuid, content, context: situation },
      { family_member_uuid, session_uuid: context.caller.session_uuid },
    )
    return begun
  }

  return { begunBefore, begin }
}

/** A message that wants an answer. */
export interface MessageToAnswer {
  readonly member: string
  readonly message: MessageRow
  /** What was done because of it when it came before; null where nothing was. */
  readonly actions: Actions | null
  /** Whether it is kept; false where nothing can be written. */
  readonly kept: boolean
  /** How long it has waited for its turn, in milliseconds. */
  readonly waited: number
  /** Aborted where the member wants no more of the reply. */
  readonly stopped: AbortSignal
}

/** What is answered to a message, and what the next one may refer to. */
export interface MessageOutcome {
  readonly responded: SentReply
  readonly state: State
  /** What was done because of it. */
  readonly changes: readonly Change[]
}

/** How long a thread may work on one message, in milliseconds: then it is ended, and a new one begun. */
export const maxReadingMs = 2_000
/** How many messages of a member may wait for the one that is worked on; the next is refused. */
export const maxWaiting = 8
/** How long after it came a message is answered, however many were before it: sooner than its request times out. */
export const answeredWithinMs = 28_000

/**
 * How long a message may be worked on that has waited for so many milliseconds: less, where those that wait behind it could
 * not be answered in time otherwise.
 */
export const readingMsAfter = (waited: number): number =>
  Math.max(0, Math.min(maxReadingMs, (answeredWithinMs - waited) / maxWaiting))

/** Lets members stop the replies that are being written for them. */
export function openStopping() {
  const writing = new Map<string, Set<AbortController>>()
  return {
    /** Runs what writes a reply for a member, with a signal that is aborted where they stop it. */
    writing: async <T>(member: string, write: (stopped: AbortSignal) => Promise<T>): Promise<T> => {
      const controller = new AbortController()
      const own = writing.get(member) ?? new Set()
      writing.set(member, own.add(controller))
      try {
        return await write(controller.signal)
      } finally {
        own.delete(controller)
        if (own.size === 0) writing.delete(member)
      }
    },

    /** Stops what is written for a member now; false where nothing is. */
    stop: (member: string): boolean => {
      const own = writing.get(member)
      for (const controller of own ?? []) controller.abort()
      return own !== undefined
    },
  }
}

export type Stopping = ReturnType<typeof openStopping>
