import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../../kernel/context.ts'
import { Failure, isUnwritable } from '../../../kernel/errors.ts'
import type { ActionResult, RetrievedMemory } from '../../../language/turn.ts'
import type { State } from '../store.ts'
import type { Act } from '../../../language/message.ts'
import { allToldOf, findings } from './finding.ts'
import { type ForgettingDependencies, openForgetting } from './forgetting.ts'
import type { Setting, Remembering } from './remembering.ts'
import { openReminding, type RemindersDependencies } from './reminders.ts'
import type { Change } from '../tables.ts'

export interface Actions {
  readonly done: readonly ActionResult[]
  /** What the next message may refer to. */
  readonly state: State
}

/** So many questions of a message are looked for: no reply answers more. */
const maxQuestions = 3

interface ActsDependencies extends RemindersDependencies, ForgettingDependencies {
  /** Whether the key of a caller may do what an operation does. */
  readonly permits: (caller: Caller, operation: OperationOfAct) => boolean
  /**
   * Takes "yes" or "no" for the decision; answers what was asked about, nothing where that is decided already, `restricted`
   * where a session that may do less has said it and may not.
   */
  readonly decide: (
    member: string,
    interaction_id: string,
    yes: boolean,
    by: Caller,
  ) => Pick<RetrievedMemory, 'memory_uuid' | 'content'>[] | 'restricted'
  /** Asks which is right, where a memory says something else of what never changes. */
  readonly contradicting: (member: string, memory_uuid: string) => void
  readonly keep: (member: string, on: boolean) => void
}

/** Opens what does what a message asks for: each act as a whole or not at all. */
export function openActs({
  memory,
  confirm,
  decide,
  transcript,
  contradicting,
  keep,
  permits,
  ...reminding
}: ActsDependencies) {
  const remind = openReminding({ ...reminding, memory })

  const remember = openRemember(memory, contradicting)
  const forget = openForgetting({ memory, confirm, transcript })

  /** What comes of an answer to the question that was put last; null where it is none. */
  const answered = (intent: string, setting: Setting): ActionResult | null => {
    const { member, caller } = setting
    const { interaction_id } = setting.before
    if (interaction_id === null || (intent !== 'agreement' && intent !== 'refusal')) return null
    const outcome = decide(member, interaction_id, intent === 'agreement', caller)
    if (outcome === 'restricted') return { kind: 'said', intent: 'password-needed' }
    const memories = outcome
    if (memories.length === 0) return null
    if (intent === 'refusal') return { kind: 'forget_declined' }
    return {
      kind: 'forgot',
      memory_uuids: memories.map(({ memory_uuid }) => memory_uuid),
      contents: memories.map(({ content }) => content),
    }
  }

  const perform = async (
    act: Act,
    setting: Setting,
    before: readonly ActionResult[],
  ): Promise<ActionResult> => {
    switch (act.kind) {
      case 'tell':
        return remember(act, setting)
      case 'forget':
        return forget(act, setting, new Set(keptBy(before)))
      case 'remember':
        keep(setting.member, act.on)
        return { kind: 'remembering', on: act.on }
      case 'ask': {
        const { question } = act
        const told = new Set(keptBy(before))
        return { kind: 'asked', question, ...(await findings(memory, setting, question, told)) }
      }
      case 'ask about':
        return {
          kind: 'asked about',
          about: act.about,
          memories: await allToldOf(memory, setting, act.about),
        }
      case 'say':
        if (act.intent === 'other-language' && !setting.keeps)
          return { kind: 'said', intent: 'other-language-unkept' }
        return answered(act.intent, setting) ?? { kind: 'said', intent: act.intent }
      default:
        return remind(act, setting)
    }
  }

  return async (acts: readonly Act[], setting: Setting): Promise<Actions> => {
    const done: ActionResult[] = []
    const keeps = setting.keeps || acts.some((act) => act.kind === 'remember' && act.on)
    let questions = 0
    for (const act of acts) {
      // A message may ask for a hundred things; others come between.
      await setImmediate()
      if (act.kind === 'tell' && !keeps) continue
      if (act.kind === 'ask' && (questions += 1) > maxQuestions) continue
      const operation = operationOf(act, setting)
      if (operation && !permits(setting.caller, operation)) {
        // What is told to such a program is off the record, as all that it is told is.
        if (act.kind !== 'tell' && !done.includes(forbidden)) done.push(forbidden)
        continue
      }
      try {
        done.push(
          setting.writable || !wouldChange(act, setting) ? await perform(act, setting, done) : onNoDisk,
        )
      } catch (error) {
        const full = noRoom(error)
        if (!full) throw error
        done.push(full)
      }
    }
    return { done, state: stateAfter(done, setting) }
  }
}

/** The operations that acts stand for: a key must be made for those as well. */
export type OperationOfAct =
  | 'memory.store'
  | 'memory.update'
  | 'auth.update_profile'
  | 'interactions.approve'
  | 'interactions.reject'
  | 'agency.create_goal'
  | 'agency.update_goal'
  | 'agency.cancel_goal'

/** The operation that an act stands for; null for one that changes nothing. */
function operationOf(act: Act, { before }: Setting): OperationOfAct | null {
  switch (act.kind) {
    case 'tell':
      return 'memory.store'
    // One thing is taken back as it is changed, and can be had again; several are asked about, which is for whoever approves.
    case 'forget':
      return 'memory.update'
    case 'remember':
      return 'auth.update_profile'
    case 'remind':
      return 'agency.create_goal'
    case 'move reminder':
    case 'rename reminder':
      return 'agency.update_goal'
    case 'end reminder':
      return act.done ? 'agency.update_goal' : 'agency.cancel_goal'
    case 'say':
      if (before.interaction_id === null) return null
      if (act.intent === 'agreement') return 'interactions.approve'
      return act.intent === 'refusal' ? 'interactions.reject' : null
    default:
      return null
  }
}

const forbidden: ActionResult = { kind: 'said', intent: 'key-needed' }

/** What the next message may refer to. */
function stateAfter(done: readonly ActionResult[], { before, source }: Setting): State {
  const uuids = keptBy(done)
  // What a program may not answer waits for somebody who may.
  let interaction_id = done.includes(forbidden) ? before.interaction_id : null
  let unkept: string | null = null
  for (const one of done) {
    if (one.kind === 'forget_confirmation') interaction_id = one.interaction_id
    if (one.kind === 'said' && one.intent === 'other-language') unkept = source.message_uuid
  }
  const memory_uuids = uuids.length > 0 ? uuids : before.memory_uuids
  return { memory_uuids, interaction_id, ...reminderState(done), hinted_at: before.hinted_at, unkept }
}

function keptBy(done: readonly ActionResult[]): string[] {
  const uuids: string[] = []
  for (const one of done) if (one.kind === 'kept' || one.kind === 'corrected') uuids.push(one.memory_uuid)
  return uuids
}

const askedOf = {
  passed: 'when',
  'a time': 'when',
  'such a day': 'when',
  'too often': 'how often',
  'of what': 'what',
} as const

/** The reminders that were spoken of in this message, and what is asked about them. */
export function reminderState(
  done: readonly ActionResult[],
): Pick<State, 'goal_uuid' | 'asked' | 'listed' | 'wanted'> {
  let goal_uuid: string | null = null
  let listed: string[] = []
  let question: Extract<ActionResult, { kind: 'which reminder' | 'no reminder' }> | null = null
  let untimed = false
  for (const one of done)
    switch (one.kind) {
      case 'reminder made':
        goal_uuid = one.goal_uuid
        if (one.due_at === null && one.repeats === null) untimed = true
        break
      case 'reminder moved':
      case 'reminder renamed':
        goal_uuid = one.goal_uuid
        break
      case 'reminders listed':
        listed = one.reminders.map((reminder) => reminder.goal_uuid)
        if (listed.length === 1) goal_uuid = listed[0] ?? null
        break
      case 'which reminder':
        listed = one.reminders.map((reminder) => reminder.goal_uuid)
        question = one
        break
      case 'no reminder':
        question = one
        break
      default:
    }
  if (question?.kind === 'which reminder') {
    const wanted = { sentence: question.sentence, title: '', due_at: null, repeats: null }
    return { goal_uuid, asked: 'which', listed, wanted }
  }
  if (question) return { goal_uuid, asked: askedOf[question.reason], listed, wanted: question.wanted }
  return { goal_uuid, asked: untimed ? 'when' : null, listed, wanted: null }
}

const onNoDisk: ActionResult = { kind: 'no room', for: 'disk' }

const wouldChange = (act: Act, setting: Setting): boolean =>
  act.kind === 'say' ? setting.before.interaction_id !== null : operationOf(act, setting) !== null

/** What is told instead where a member has as much as may be, or the disk takes nothing; null for any other failure. */
function noRoom(error: unknown): ActionResult | null {
  if (isUnwritable(error)) return onNoDisk
  const reason = error instanceof Failure ? error.details['reason'] : null
  if (reason === 'memory_full') return { kind: 'no room', for: 'memories' }
  return reason === 'too_many_goals' ? { kind: 'no room', for: 'goals' } : null
}

const none = { memory_uuids: [], goal_uuids: [], due_before: [], undone_at: null }

/** What was changed by what was done, so that it can be shown and undone. What was known before is no change. */
export const changesOf = (done: readonly ActionResult[]): Change[] => done.flatMap(changeOf)

function changeOf(done: ActionResult): Change[] {
  switch (done.kind) {
    case 'kept': {
      const kind = done.updates ? ('corrected' as const) : ('remembered' as const)
      return done.known ? [] : [{ ...none, kind, memory_uuids: [done.memory_uuid] }]
    }
    case 'corrected':
      return [{ ...none, kind: 'corrected', memory_uuids: [done.memory_uuid] }]
    case 'forgot':
      return [{ ...none, kind: 'forgot', memory_uuids: [...done.memory_uuids] }]
    case 'remembering':
      return [{ ...none, kind: done.on ? 'remembering_resumed' : 'remembering_stopped' }]
    case 'reminder made':
      return [{ ...none, kind: 'reminder_made', goal_uuids: [done.goal_uuid] }]
    case 'reminder moved':
      return [
        {
          ...none,
          kind: 'reminder_moved',
          goal_uuids: [done.goal_uuid],
          due_before: [done.before],
          ...(done.repeats === done.repeats_before ? {} : { repeats_before: [done.repeats_before] }),
        },
      ]
    case 'reminder renamed':
      return [
        { ...none, kind: 'reminder_renamed', goal_uuids: [done.goal_uuid], titles_before: [done.before] },
      ]
    case 'reminder ended': {
      const goal_uuids = done.reminders.map(({ goal_uuid }) => goal_uuid)
      const kind = done.done ? ('reminder_done' as const) : ('reminder_cancelled' as const)
      const due_before = done.reminders.map(({ due_at }) => due_at)
      return goal_uuids.length === 0 ? [] : [{ ...none, kind, goal_uuids, due_before }]
    }
    default:
      return []
  }
}

/** So many memories are looked at for what is corrected. */
const candidates = 30
/** What corrects something means much the same, by the cosine. */
const sameSubject = 0.5

/**
 * Opens what keeps what is told, word for word; what it corrects is history from then on. `contradicting` asks which is right
 * of two things that cannot both be.
 */
export function openRemember(
  memory: Remembering,
  contradicting: (member: string, memory_uuid: string) => void,
) {
  /** The memory that a correction is of; null where that is open: then both stay, the newer one first. */
  const corrected = async (
    content: string,
    own: string,
    { member, before }: Setting,
  ): Promise<RetrievedMemory | null> => {
    const last = before.memory_uuids
      .flatMap((uuid) => memory.find(member, uuid) ?? [])
      .filter((one) => one.memory_uuid !== own)
    const near = await memory.recall(member, content, candidates)
    const like = near.filter((one) => one.memory_uuid !== own && one.superseded_by === null)
    const [nearest] = like
    const named = last.find((one) =>
      like.slice(0, 3).some(({ memory_uuid }) => memory_uuid === one.memory_uuid),
    )
    return named ?? (nearest && nearest.semantic >= sameSubject ? nearest : null)
  }

  return async (
    { content, corrects }: Extract<Act, { kind: 'tell' }>,
    setting: Setting,
  ): Promise<ActionResult> => {
    const { member, source } = setting
    const { memory_uuid, known, updates } = await memory.remember(member, { content, kind: 'note' }, source)
    const wrong = corrects && !known ? await corrected(content, memory_uuid, setting) : null
    if (!wrong || wrong.said_by !== null) {
      if (!known) contradicting(member, memory_uuid)
      return { kind: 'kept', memory_uuid, content, known, updates }
    }
    memory.supersede(member, memory_uuid, wrong.memory_uuid)
    return { kind: 'corrected', memory_uuid, content, before: wrong.memory_uuid }
  }
}
