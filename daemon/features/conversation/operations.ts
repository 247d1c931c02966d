import type { Bus } from '../../bus/bus.ts'
import { iso } from '../../kernel/clock.ts'
import { RateLimited, TokenRevoked } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { Caller } from '../../kernel/context.ts'
import { keyPermits, memberOf, NoMember } from '../../kernel/scope.ts'
import { operation, scopesOf } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import { ownTopic, type Topics } from '../../kernel/topic.ts'
import type { Erasures } from '../../store/erasures.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { openConfirming } from './acting/confirming.ts'
import { openContradicting } from './acting/contradicting.ts'
import { openTranscriptSearch } from './acting/transcript-search.ts'
import { openUndoing } from './acting/undoing.ts'
import { openConversationList } from './conversation-list.ts'
import { beginConversation, conversationOperations } from './conversation-operations.ts'
import { openDeleting } from './deleting.ts'
import { ConversationEvent } from './event-schemas.ts'
import {
  openExchange,
  maxReadingMs,
  maxWaiting,
  openStopping,
  type MessageToAnswer,
} from './exchange/exchange.ts'
import { ConversationNotFound } from './failures.ts'
import { historyOperations } from './history-operations.ts'
import { historyStore } from './history-store.ts'
import type { openResponder } from './exchange/responder.ts'
import type { Engines, Ports } from './ports.ts'
import { Preview, Previewed } from './preview-schemas.ts'
import { readMarkerStore } from './read-markers.ts'
import { spoken } from './records.ts'
import * as schemas from './schemas.ts'
import { conversationStore } from './store.ts'
import { openTopics } from './exchange/topics.ts'
import { openTurns } from '../../kernel/turns.ts'
import { undoOperations } from './undo-operations.ts'
import { openArchiveImport } from './archive-import.ts'
import { unansweredStore } from './unanswered.ts'
import type { RetrievedMemory } from '../../language/turn.ts'
import type { OperationOfAct } from './acting/acts.ts'
import type { Person } from '../../language/person.ts'
import type { Remembering } from './acting/remembering.ts'

interface ConversationDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly erasures: Erasures<'history' | 'conversation' | 'message'>
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
}

export const conversationTopics = {
  'conversation.events': {
    summary: 'What goes on in your conversation with the companion, and what it says by itself',
    type: 'conversation_event',
    audience: 'own',
    scopes: ['read', 'talk'],
    payload: ConversationEvent,
  },
} satisfies Topics

/** Conversation: what a member says, and what the companion answers. */
export function openConversation(dependencies: ConversationDependencies, given: Ports<StoredMemory>) {
  const { store, once, erasures, bus, clock, log } = dependencies
  const ports: Ports = { ...given, memory: withSpeakers(given.memory, given.nameOf) }
  const { engines } = ports
  const conversations = conversationStore(store, ports.quote)
  const [history, readMarkers] = [historyStore(store), readMarkerStore(store)]
  const unanswered = unansweredStore(store, clock)
  /** When members were erased, on the even clock. */
  const erased = new Map<string, number>()
  const event = (family_member_uuid: string, payload: ConversationEvent) =>
    bus.publish(ownTopic('conversation.events', family_member_uuid), payload, { family_member_uuid })

  const { conversationOf, begin } = openConversations({ store, clock, conversations })

  const deleting = openDeleting({
    ...dependencies,
    conversations,
    unanswered,
    readMarkers,
    event,
  })
  const asking = { store, bus, clock, conversations, ports }
  const confirming = openConfirming(asking)
  const contradictions = openContradicting(asking)
  const { confirm, decide } = confirming
  const permits = (caller: Caller, operation: OperationOfAct) =>
    keyPermits(caller, scopesOf(ports.operationOf(operation)), operation)
  const contradicting = contradictions.check
  const shared = { store, clock, conversations, unanswered, ports, engines, event }
  const stopping = openStopping()
  const topics = openTopics({ conversations, ports })
  const transcript = openTranscriptSearch(history)
  const responder = lazy(async () => {
    const { openResponder } = await import('./exchange/responder.ts')
    return openResponder({ ...shared, log, confirm, decide, contradicting, transcript, permits })
  })
  const undo = openUndoing({ store, clock, ports })
  const converse = openExchange({
    ...shared,
    once,
    bus,
    conversationOf,
    deleting,
    topics,
    undo,
    stopping,
  })
  bus.handle('conversation.response_request', async (payload, context) =>
    (await responder()).answer(payload as MessageToAnswer, context),
  )

  const list = openConversationList(store)

  return {
    operations: {
      ...messageOperations({ clock, erased, engines, converse, responder, stopWriting: stopping.stop }),
      ...historyOperations({ ...shared, once, history, readMarkers, topics }),
      ...conversationOperations({ once, clock, erasures, conversations, list, deleting, topics, event }),
      ...undoOperations({ store, once, clock, conversations, ports, event }),
    },
    archiveImport: openArchiveImport({ store, conversations, quote: ports.quote }),
    erase: (tx: Transaction, family_member_uuid: string) => {
      conversations.eraseContradictions(tx, family_member_uuid)
      erased.set(family_member_uuid, clock.monotonic())
      return deleting.all(tx, family_member_uuid)
    },
    /** Called once all features are open. */
    resume: () => {
      confirming.resume()
      contradictions.resume()
    },
    stop: () => {
      confirming.stop()
      contradictions.stop()
      deleting.stop()
    },

    say: openSaying({ ...shared, begin }),
  }
}

interface SayingDependencies extends Pick<ConversationDependencies, 'clock'> {
  readonly conversations: Conversations
  readonly ports: Ports
  readonly begin: ReturnType<typeof openConversations>['begin']
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/** The companion says something of itself. */
function openSaying({ clock, conversations, ports, begin, event }: SayingDependencies) {
  return (tx: Transaction, family_member_uuid: string, content: string): void => {
    const conversation_uuid =
      conversations.current(family_member_uuid)?.conversation_uuid ?? begin(tx, family_member_uuid)
    const mood = ports.mood(family_member_uuid)
    const message = {
      ...spoken(family_member_uuid, conversation_uuid, { content }, iso(clock.now())),
      role: 'companion' as const,
      emotion: mood.emotion,
      engine: 'builtin',
    }
    conversations.say(tx, message)
    tx.afterCommit(() => {
      const { message_uuid, emotion, confidence, engine } = message
      event(family_member_uuid, {
        type: 'conversation_response',
        content,
        emotion,
        confidence,
        engine,
        conversation_uuid,
        message_uuid,
      })
    })
  }
}

type Conversations = ReturnType<typeof conversationStore>

/** The conversation that goes on, and the beginning of another one. */
function openConversations({
  store,
  clock,
  conversations,
}: Pick<ConversationDependencies, 'store' | 'clock'> & { readonly conversations: Conversations }) {
  const conversationOf = (member: string, conversation_uuid: string | undefined): string => {
    const conversation =
      conversation_uuid === undefined
        ? conversations.current(member)
        : conversations.find(member, conversation_uuid)
    if (conversation && (conversation_uuid === undefined || conversation.cleared_at === null))
      return conversation.conversation_uuid
    if (conversation_uuid !== undefined) throw ConversationNotFound()
    return store.write((tx) => begin(tx, member))
  }

  const begin = (tx: Transaction, member: string): string =>
    beginConversation(tx, conversations, { member, now: clock.now() })

  return { conversationOf, begin }
}

interface MessageOperationsDependencies extends Pick<ConversationDependencies, 'clock'> {
  /** When members were erased, on the even clock. */
  readonly erased: ReadonlyMap<string, number>
  readonly engines: Pick<Engines, 'warmup'>
  readonly converse: ReturnType<typeof openExchange>
  /** What answers, loaded when it is first needed. */
  readonly responder: () => Promise<ReturnType<typeof openResponder>>
  /** Stops the reply that is being written for a member; false where none is. */
  readonly stopWriting: (member: string) => boolean
}

function messageOperations(dependencies: MessageOperationsDependencies) {
  const { clock, erased, engines, converse, responder, stopWriting } = dependencies
  const inTurn = openTurns(maxWaiting, maxReadingMs)
  return {
    'conversation.message': operation({
      rest: 'POST /conversation/message',
      access: 'member',
      scopes: ['talk'],
      limit: 'conversation',
      effect: 'changes',
      summary: 'Say something to the companion, and hear what it answers',
      description: 'What it writes is also told while it is written, by `conversation.events`.',
      input: schemas.NewMessage,
      output: schemas.Exchange,
      errors: [NoMember, ConversationNotFound],
    }).handle((input, context) => {
      const came = clock.monotonic()
      engines.warmup.onMessage()
      const member = memberOf(context.caller)
      return inTurn(member, () => {
        if (came <= (erased.get(member) ?? -1)) throw TokenRevoked()
        return converse(input, context, clock.monotonic() - came)
      })
    }),

    'conversation.stop': operation({
      rest: 'POST /conversation/stop',
      access: 'member',
      scopes: ['talk'],
      effect: 'changes',
      repeatable: true,
      summary: 'Stop the reply that is being written',
      description: 'What was written until then is the reply.',
      input: Nothing,
      output: schemas.Stopped,
      errors: [NoMember],
    }).handle((_, { caller }) => ({ stopped: stopWriting(memberOf(caller)) })),

    'conversation.preview': operation({
      rest: 'POST /conversation/preview',
      access: 'member',
      scopes: ['talk'],
      effect: 'reads',
      repeatable: true,
      summary: 'How a companion of another nature would answer',
      description:
        'In the words of the built-in engine, with the mood that it is in now. Nothing is changed or kept.',
      input: Preview,
      output: Previewed,
      errors: [NoMember, RateLimited],
    }).handle(async (input, { caller }) => (await responder()).preview(memberOf(caller), input)),
  }
}

/** A memory as it is kept: with the name of who said it only where that is of no member. */
export type StoredMemory = Omit<RetrievedMemory, 'said_by'> & { readonly speaker: string | null }

const firstName = (full_name: string) => full_name.split(/\s+/)[0] ?? full_name

/** The memory in which each says by whose mouth it came, where that was not the member's. */
export function withSpeakers(memory: Remembering<StoredMemory>, fullNameOf: Ports['nameOf']): Remembering {
  /** The first name of whoever is not the member, each looked up once. */
  const namesBeside = (member: string) => {
    const names = new Map<string, string | null>([[member, null]])
    return (uuid: string): string | null => {
      if (!names.has(uuid)) names.set(uuid, firstName(fullNameOf(uuid) ?? ''))
      return names.get(uuid) ?? null
    }
  }
  const named = (member: string) => {
    const nameOf = namesBeside(member)
    return ({ speaker, ...rest }: StoredMemory): RetrievedMemory => ({
      ...rest,
      said_by: speaker ?? nameOf(rest.family_member_uuid),
    })
  }
  return {
    ...memory,
    people: (member) => {
      const nameOf = namesBeside(member)
      const people: Person[] = []
      for (const person of memory.people(member))
        people.push({ ...person, told_by: nameOf(person.family_member_uuid) })
      return people
    },
    recall: async (member, text, limit) => (await memory.recall(member, text, limit)).map(named(member)),
    newest: (member, limit) => memory.newest(member, limit).map(named(member)),
    find: (member, memory_uuid) => {
      const stored = memory.find(member, memory_uuid)
      return stored && named(member)(stored)
    },
  }
}
