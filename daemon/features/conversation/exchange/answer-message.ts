import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { isUnwritable } from '../../../kernel/errors.ts'
import type { Log } from '../../../kernel/log.ts'
import { NoMember } from '../../../kernel/scope.ts'
import { languageFrom } from '../../../language/codes.ts'
import { timeZoneOf } from '../../../kernel/time-zone.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { ConversationEvent } from '../event-schemas.ts'
import { type Actions, openActs, changesOf } from '../acting/acts.ts'
import type { Setting } from '../acting/remembering.ts'
import type { Engines, MessageEngines, Ports } from '../ports.ts'
import type { Conversations, MessageRow } from '../store.ts'
import type { UnansweredMessages } from '../unanswered.ts'
import type { Act, IncomingMessage, MessageReading } from '../../../language/message.ts'
import type { RetrievedMemory, Turn, Utterance, Proposed } from '../../../language/turn.ts'
import { wordingIn } from '../../../language/languages.ts'
import { openLearning } from './learning.ts'
import { answeredWithinMs, type MessageOutcome, type MessageToAnswer, readingMsAfter } from './exchange.ts'

/** What is asked of all that was told. */
const ofEverything: ReadonlySet<string> = new Set(['know-me', 'told-when'])
/** Memories that an engine is given. */
const recalled = 30
/** The same for a question about whatever was told. */
const newest = 200
const remembered = 20
/** So many messages are remembered of which it could not be written down what was done because of them. */
const maxUnwritten = 1_000
/** How long a member is not told again how the companion gets a language model. */
const hintEveryMs = 86_400_000
/** How long after its message a model may still write: what stands in for it is then in time. */
const modelTimeoutMs = 26_000

interface AnswerDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly conversations: Conversations
  readonly unanswered: UnansweredMessages
  readonly ports: Ports
  readonly engines: Pick<Engines, 'forMessage' | 'hasModel' | 'modelSet' | 'learn'>
  /** Asks a member whether several memories are to be forgotten; answers the id of the interaction. */
  readonly confirm: Parameters<typeof openActs>[0]['confirm']
  readonly decide: Parameters<typeof openActs>[0]['decide']
  readonly permits: Parameters<typeof openActs>[0]['permits']
  readonly contradicting: Parameters<typeof openActs>[0]['contradicting']
  readonly transcript: Parameters<typeof openActs>[0]['transcript']
  readonly event: (family_member_uuid: string, payload: ConversationEvent) => void
}

/** Opens what understands a message, does what it asks for and has an engine answer. */
export function openAnswerMessage(dependencies: AnswerDependencies) {
  const answer = openAnswer(dependencies)
  return async (asked: MessageToAnswer, context: Context): Promise<MessageOutcome> => {
    const { member, waited } = asked
    const limits = { workMs: readingMsAfter(waited), waitMs: answeredWithinMs - waited }
    const reading = dependencies.engines.forMessage(member, limits)
    try {
      return await answer(asked, context, reading)
    } finally {
      reading.rest()
    }
  }
}

function openAnswer(dependencies: AnswerDependencies) {
  const { store, clock, conversations, ports, engines, event } = dependencies
  const keep = (member: string, on: boolean) => store.write((tx) => ports.prefer(tx, member, 'remember', on))
  const { memory, reminders: reminderPort } = ports
  const act = openActs({ ...dependencies, memory, reminders: reminderPort, keep })
  const learn = openLearning({ ...dependencies, act })
  const actionsOf = openActionsOf({ ...dependencies, act })

  const hintFor = (member: string, roles: readonly string[]) => {
    if (engines.modelSet() || clock.now() - (conversations.hintedAt(member) ?? -Infinity) < hintEveryMs)
      return null
    return roles.includes('admin') ? 'admin' : 'member'
  }

  return async (
    asked: MessageToAnswer,
    context: Context,
    reading: MessageEngines,
  ): Promise<MessageOutcome> => {
    const { member, message, waited, stopped } = asked
    const { conversation_uuid, message_uuid, content } = message
    const profile = ports.profile(member)
    if (!profile) throw NoMember()
    const { preferences, roles, ...speaker } = profile
    const latest = conversations.latest(member, conversation_uuid, remembered)
    const { earlier, last } = without(message_uuid, latest)
    const history = earlier.toReversed().map(toUtterance)
    const before = conversations.state(conversation_uuid)
    const time_zone = timeZoneOf(preferences['time_zone'])
    const { goal_uuid, asked: askedBack, listed, wanted } = before
    const open = ports.reminders.open(member)
    const now = clock.now()
    const reminders = { now, time_zone, open, last: goal_uuid, asked: askedBack, listed, wanted }
    const unkept =
      before.unkept === null ? null : (conversations.message(member, before.unkept)?.content ?? null)
    const stored = preferences['language']
    const spoken = languageFrom(stored)
    const heard = {
      content,
      before: lastReply(history),
      reminders,
      unkept,
      language: stored === undefined ? null : spoken,
    }
    const understood = await understand(heard, reading)
    const { language = spoken } = understood
    if (language !== spoken) note(store, (tx) => ports.prefer(tx, member, 'language', language))
    const [keeps, notes] = [!message.off_record, !message.off_record && asked.kept]
    const wording = await wordingIn(language)
    const { caller } = context
    if (!caller) throw NoMember()
    const place = { source: { conversation_uuid, message_uuid }, caller }
    const setting = { member, ...place, last, before, keeps, writable: asked.kept, now, time_zone, wording }
    if (understood.danger && notes && asked.actions === null)
      note(store, (tx) => ports.concern(tx, member, message_uuid))
    const { signal: gone = new AbortController().signal, written } = context
    const patience = abortedAfter(clock, Math.max(0, modelTimeoutMs - waited))
    const waiting = AbortSignal.any([gone, stopped, patience])
    // What was done when it came before is not thought over.
    const acts =
      asked.actions === null ? await withProposed(heard, understood, reading, waiting) : understood.acts
    const actions = await actionsOf(asked, acts, setting, asked.kept ? context.idempotency_key : null)
    const { done } = actions
    const hasModel = engines.hasModel(member)
    const mood = ports.mood(member)
    const turn: Turn = {
      speaker,
      persona: ports.persona(member, { mood }),
      mood,
      content,
      language,
      done,
      partly: understood.partly,
      hint: hintFor(member, roles),
      history: hasModel ? withoutForgetting(earlier).toReversed().map(toUtterance) : history,
      memories: await memoriesFor(actions, asked, ports, hasModel),
      goals: ports.goals(member),
      household: ports.household(),
      // A model is told also who else is known.
      ...(hasModel ? { people: ports.memory.people(member) } : {}),
      now: clock.now(),
      time_zone,
    }
    const write = openDeltas(event, message, written)
    const responded = await reading.reply(turn, write, { gone, patience, stopped })
    // A model that has just failed is not asked for more.
    if (hasModel && notes && !responded.degraded)
      void learn({ content, before: plainReply(history), done }, setting)
    const used = responded.memories_used.map(({ memory_uuid }) => memory_uuid)
    if (used.length > 0) ports.memory.used(member, used)
    const state = responded.hinted ? { ...actions.state, hinted_at: clock.now() } : actions.state
    return {
      responded,
      state: used.length > 0 ? { ...state, memory_uuids: used } : state,
      changes: changesOf(done),
    }
  }
}

/** The other messages, newest first, and the last that the member has said among them. */
function without(message_uuid: string, messages: readonly MessageRow[]) {
  const earlier: MessageRow[] = []
  let last: MessageRow | null = null
  for (const one of messages) {
    if (one.message_uuid === message_uuid) continue
    earlier.push(one)
    if (one.role === 'user') last ??= one
  }
  return { earlier, last }
}

/** A signal that is aborted after so many milliseconds. */
function abortedAfter(clock: Pick<Clock, 'after'>, milliseconds: number): AbortSignal {
  const controller = new AbortController()
  clock.after(milliseconds, () => controller.abort())
  return controller.signal
}

/** Writes down what is not worth going without a reply; answers whether the disk takes it. */
function note(store: Pick<Store, 'write'>, change: (tx: Transaction) => void): boolean {
  try {
    store.write(change)
    return true
  } catch (error) {
    if (!isUnwritable(error)) throw error
    return false
  }
}

/** Tells the member's clients, and who waits for it, of each part of a reply; null begins it anew. */
function openDeltas(
  event: AnswerDependencies['event'],
  { family_member_uuid, conversation_uuid, message_uuid }: MessageRow,
  written: Context['written'],
) {
  return (delta: string | null): void => {
    written?.(delta)
    event(family_member_uuid, {
      event: 'delta',
      conversation_uuid,
      reply_to: message_uuid,
      delta: delta ?? '',
      ...(delta === null ? { restart: true } : {}),
    })
  }
}

/** What was said, but for what asked to forget something: that names what is to be known no more. */
function withoutForgetting(messages: readonly MessageRow[]): MessageRow[] {
  const done = messages.filter(({ changes }) =>
    changes.some(({ kind, undone_at }) => kind === 'forgot' && undone_at === null),
  )
  const gone = new Set(done.flatMap(({ message_uuid, reply_to }) => [message_uuid, reply_to]))
  return messages.filter(({ message_uuid }) => !gone.has(message_uuid))
}

/** What the companion has said last, where a message may answer it or put it right: a question, or what it had remembered. */
function lastReply(history: readonly Utterance[]): string | null {
  let last: Utterance | null = null
  for (const utterance of history) if (utterance.role === 'companion') last = utterance
  return last && (last.memory_uuids?.length || /\?\s*$/.test(last.content)) ? last.content : null
}

/** What the companion has said last, where it tells of no memory. */
function plainReply(history: readonly Utterance[]): string | null {
  const last = history.at(-1)
  return last?.role === 'companion' && !last.memory_uuids?.length ? last.content : null
}

/** What an engine is given of the memory: what was found for the questions, all that is new where that is asked, or what is near. */
async function memoriesFor(
  { done }: Actions,
  { member, message }: MessageToAnswer,
  { memory }: Pick<Ports, 'memory'>,
  hasModel: boolean,
) {
  const retrieved: RetrievedMemory[] = []
  for (const one of done) {
    if (one.kind === 'said' && ofEverything.has(one.intent)) return memory.newest(member, newest)
    if (one.kind === 'asked about') retrieved.push(...one.memories)
    else if (one.kind === 'asked') for (const { memories } of one.found) retrieved.push(...memories)
  }
  if (retrieved.length === 0 && !hasModel) return []
  // What does not speak for itself is of use where it holds instead of something that does.
  const holdsInstead = new Set(retrieved.map(({ superseded_by }) => superseded_by))
  const fitting = retrieved.filter((one) => one.related || holdsInstead.has(one.memory_uuid))
  // The built-in engine quotes nothing else.
  if (retrieved.length > 0) return fitting
  return (await memory.recall(member, message.content, recalled)).filter(({ related }) => related)
}

type ActionsDependencies = Pick<AnswerDependencies, 'store' | 'unanswered'> & {
  readonly act: ReturnType<typeof openActs>
}

/** Does what a message asks for, unless that was done when it came before. */
function openActionsOf({ store, unanswered, act }: ActionsDependencies) {
  // What could not be written down any more, so that it is not done twice.
  const unwritten = new LRUCache<string, Actions>({ max: maxUnwritten })
  return async (
    { member, actions }: MessageToAnswer,
    acts: readonly Act[],
    setting: Setting,
    key: string | null,
  ): Promise<Actions> => {
    const before = actions ?? unwritten.get(`${member} ${key}`)
    if (before) return before
    const performed = await act(acts, setting)
    if (key !== null && !note(store, (tx) => unanswered.performed(tx, member, key, performed)))
      unwritten.set(`${member} ${key}`, performed)
    return performed
  }
}

const toUtterance = ({ role, content, memories_used }: MessageRow): Utterance => ({
  role,
  content,
  memory_uuids: memories_used.map(({ memory_uuid }) => memory_uuid),
})

/** A longer message is not taken for a correction as a whole, in characters. */
const maxCorrection = 280
/** What a reminder may be made by. */
const reminding: ReadonlySet<Act['kind']> = new Set(['remind', 'move reminder'])

/** What a message does; where that could not be read in time nothing, unless that somebody may come to harm. */
async function understand(
  message: IncomingMessage,
  reading: Pick<MessageEngines, 'understand' | 'danger'>,
): Promise<MessageReading> {
  const understood = await reading.understand(message)
  if (understood) return understood
  const intent = await reading.danger(message.content)
  return { acts: intent === null ? [] : [{ kind: 'say', intent }], partly: true, danger: intent !== null }
}

/**
 * What a message does, with what a model finds that it wants where that was not understood. The model does nothing itself: what
 * it proposes is put as a plain command in the words of the message, understood as such, and done by the same acts; before anything is
 * forgotten the member is asked.
 */
async function withProposed(
  heard: IncomingMessage,
  understood: MessageReading,
  reading: MessageEngines,
  signal: AbortSignal,
): Promise<readonly Act[]> {
  const { acts, mayWant = [] } = understood
  if (mayWant.length === 0 || understood.danger) return acts
  const { content, reminders } = heard
  const { now, time_zone } = reminders
  const proposed = await reading.propose({ content, mayWant, now, time_zone }, signal)
  if (proposed === null) return acts
  return proposed.act === 'correct'
    ? correcting(acts, content)
    : [...acts, ...(await meant(proposed, heard, reading))]
}

/** The acts of a command, where it is understood as what was proposed. */
async function meant(
  { act, command }: Proposed,
  heard: IncomingMessage,
  reading: MessageEngines,
): Promise<Act[]> {
  const { acts } = await understand({ ...heard, content: command, before: null }, reading)
  return acts.flatMap((one): Act[] => {
    if (act === 'remind') return reminding.has(one.kind) ? [one] : []
    return one.kind === 'forget' && !one.everything && one.unsaid === null ? [{ ...one, asks: true }] : []
  })
}

/** The same acts where what is told puts something right. */
function correcting(acts: readonly Act[], content: string): Act[] {
  const told = acts.some(({ kind }) => kind === 'tell')
  if (told) return acts.map((act) => (act.kind === 'tell' ? { ...act, corrects: true } : act))
  return content.length > maxCorrection ? [...acts] : [{ kind: 'tell', content, corrects: true }, ...acts]
}
