import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Log } from '../../../kernel/log.ts'
import { NoMember } from '../../../kernel/member.ts'
import { timeZoneOf } from '../../../kernel/time-zone.ts'
import type { Store } from '../../../store/store.ts'
import type { ConversationEvent } from '../event-schemas.ts'
import type { Done, Turn, Utterance } from './engine.ts'
import type { EngineThreads, Reading } from './engine-threads.ts'
import type { Focus } from '../focus-state.ts'
import { type Actions, openActions, type Setting } from '../performing.ts'
import type { Ports } from '../ports.ts'
import { answeredWithinMs, maxReadingMs, readingMsAfter } from './reading-limits.ts'
import type { Reminder } from '../reminding.ts'
import { openResponding, type Responded } from './responding.ts'
import type { ServerEngine } from '../models/server-engine.ts'
import type { Conversations, MessageRow } from '../store.ts'
import { builtinOf } from './threaded-engine.ts'
import type { UnansweredMessages } from '../unanswered.ts'
import { focusOf, understand } from '../understood.ts'
import type { Act } from '../understanding.ts'

/** Memories that an engine is given. */
const recalled = 30
/** The same for a question about whatever was told. */
const newest = 200
/** Messages before that an engine is given. */
const remembered = 20
/** How long after its message a model may still write: what stands in for it is then in time. */
const modelTimeoutMs = 26_000

interface TurnTakingDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly conversations: Conversations
  readonly unanswered: UnansweredMessages
  readonly ports: Ports
  readonly threads: EngineThreads
  /** The engine of a model server, where one is set and the member has agreed to it. */
  readonly server: (family_member_uuid: string) => ServerEngine | null
  readonly doubt: Parameters<typeof openActions>[0]['doubt']
  /** Tells the member's clients. */
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/** A message that wants an answer. */
export interface Asked {
  readonly member: string
  readonly said: MessageRow
  /** What was done because of it when it came before; null where nothing was. */
  readonly actions: Actions | null
  /** How long it has waited for its turn, in milliseconds. */
  readonly waited: number
}

/** What is answered to a message, and what the next one may refer to. */
export interface Answered {
  readonly responded: Responded
  readonly focus: Focus
  /** What the message speaks of. */
  readonly topics: readonly string[]
}

/** Opens what understands a message, does what it asks for and has an engine answer. */
export function openTurnTaking(dependencies: TurnTakingDependencies) {
  const answer = openAnswer(dependencies)
  return async (asked: Asked, context: Context): Promise<Answered> => {
    const { member, waited } = asked
    const limits = { workMs: readingMsAfter(waited), waitMs: answeredWithinMs - waited }
    const reading = dependencies.threads.read(member, limits)
    try {
      return await answer(asked, context, reading)
    } finally {
      reading.rest()
    }
  }
}

function openAnswer({
  store,
  clock,
  log,
  conversations,
  unanswered,
  ports,
  threads,
  server,
  doubt,
  event,
}: TurnTakingDependencies) {
  const remind = (member: string, reminder: Reminder) =>
    store.write((tx) => void ports.remind(tx, member, goalOf(reminder, clock.now())))
  const perform = openActions({ memory: ports.memory, remind, doubt })
  const learn = openLearning({ log, conversations, ports, server, perform, threads })

  const actionsOf = openActionsOf({ store, unanswered, perform })

  return async (asked: Asked, context: Context, reading: Reading): Promise<Answered> => {
    const { member, said, waited } = asked
    const { conversation_uuid, message_uuid, content } = said
    const profile = ports.profile(member)
    if (!profile) throw NoMember()
    const { preferences, ...speaker } = profile
    const time_zone = timeZoneOf(preferences['time_zone'])
    const now = clock.now()
    const history = conversations
      .latest(member, conversation_uuid, remembered)
      .filter((one) => one.message_uuid !== message_uuid)
      .toReversed()
      .map(toUtterance)
    const before = conversations.focus(conversation_uuid)
    const heard = { content, focus: before, lastQuestion: before.question, now, time_zone }
    const understood = await understand(heard, reading)
    const keeps = preferences['remember'] !== false
    const setting = {
      member,
      said: { conversation_uuid, message_uuid },
      before: before.memory_uuids,
      keeps,
      now,
      time_zone,
      reading,
    }
    const { done, memory_uuids, partly } = await actionsOf(
      asked,
      understood.acts,
      setting,
      context.idempotency_key,
    )
    const questions = done.flatMap((one) => (one.kind === 'asked' ? [one.question] : []))
    const memories = understood.ofEverything
      ? ports.memory.newest(member, newest)
      : await ports.memory.recall(member, questions.join(' ') || content, recalled)
    const turn: Turn = {
      speaker,
      persona: ports.persona(member),
      mood: ports.mood(member),
      content,
      done,
      partly: understood.partly || partly === true,
      history,
      memories,
      goals: ports.goals(member),
      now,
      time_zone,
    }
    const { signal: gone = new AbortController().signal, written } = context
    const patience = AbortSignal.timeout(Math.max(0, Math.floor(modelTimeoutMs - waited)))
    const write = (delta: string | null) => {
      written?.(delta)
      event(member, {
        event: 'delta',
        conversation_uuid,
        reply_to: message_uuid,
        delta: delta ?? '',
        ...(delta === null ? { restart: true } : {}),
      })
    }
    // A model takes its time; others may be read meanwhile.
    if (server(member)) reading.rest()
    const respond = openResponding({ server, builtin: builtinOf(reading), log })
    const responded = await respond(turn, write, { gone, patience })
    // A server that has just failed is not asked for more.
    if (keeps && !responded.degraded && understood.mayTellMore) void learn(content, done, setting)
    const used = responded.memories_used.map(({ memory_uuid }) => memory_uuid)
    ports.memory.used(member, used)
    const focus = {
      ...(await focusOf(responded, understood.focus, reading)),
      memory_uuids: used.length > 0 ? used : memory_uuids,
      question: questions.at(-1) ?? before.question,
      asked: responded.asked ?? understood.focus.asked,
    }
    return { responded, focus, topics: understood.topics }
  }
}

type ActionsDependencies = Pick<TurnTakingDependencies, 'store' | 'unanswered'> & {
  readonly perform: ReturnType<typeof openActions>
}

/** Does what a message asks for, unless that was done when it came before. */
function openActionsOf({ store, unanswered, perform }: ActionsDependencies) {
  return async (
    { member, actions }: Asked,
    acts: readonly Act[],
    setting: Setting,
    key: string | null,
  ): Promise<Actions> => {
    if (actions) return actions
    const performed = await perform(acts, setting)
    if (key !== null) store.write((tx) => unanswered.performed(tx, member, key, performed))
    return performed
  }
}

const toUtterance = ({ role, content, memories_used }: MessageRow): Utterance => ({
  role,
  content,
  memory_uuids: memories_used.map(({ memory_uuid }) => memory_uuid),
})

/** The goal that a reminder becomes: one that repeats begins by itself, one for some hour is told on the hour. */
function goalOf({ title, due_at, repeats }: Reminder, now: number) {
  const when = due_at === null || due_at <= now ? null : iso(due_at)
  if (repeats !== null) return { title, repeats, ...(when === null ? {} : { next_run_at: when }) }
  return when === null ? { title } : { title, next_run_at: when, priority: 'high' as const }
}

type LearningDependencies = Pick<
  TurnTakingDependencies,
  'log' | 'conversations' | 'ports' | 'server' | 'threads'
> & {
  readonly perform: ReturnType<typeof openActions>
}

/** Keeps what a model finds in a message and the rules did not. */
function openLearning({ log, conversations, ports, server, perform, threads }: LearningDependencies) {
  /** Whether a message is still to be learned from: it may have been deleted since, or what it told been forgotten. */
  const stands = (done: readonly Done[], { member, said }: Setting) =>
    conversations.find(member, said.conversation_uuid) !== undefined &&
    ports.profile(member)?.preferences['remember'] !== false &&
    done.every((one) => one.kind !== 'kept' || ports.memory.find(member, one.memory_uuid) !== undefined)

  /** Keeps what a model finds in a message and the rules did not, while the reply is on its way. */
  const learn = async (content: string, done: readonly Done[], setting: Setting) => {
    const { member, now, time_zone } = setting
    const model = server(member)
    if (!model) return
    const reading = threads.read(member, { workMs: maxReadingMs, waitMs: answeredWithinMs })
    try {
      const facts = await model.facts(content)
      if (facts.length === 0) return
      const missed = await reading.call('missed', { facts, done, now, time_zone })
      if (!stands(done, setting)) return
      await perform(missed, { ...setting, reading })
    } catch (error) {
      log.error({ err: error }, 'what a model noted down was not kept')
    } finally {
      reading.rest()
    }
  }

  return learn
}
