import { setImmediate } from 'node:timers/promises'
import { Failure, isUnwritable } from '../../../kernel/errors.ts'
import type { ActionResult, RetrievedMemory } from '../../../language/turn.ts'
import type { State } from '../state.ts'
import type { Act } from '../../../language/message.ts'
import { allToldOf, findings } from './finding.ts'
import { type ForgettingDependencies, openForgetting } from './forgetting.ts'
import type { Setting } from './remembering.ts'
import { openReminding, type RemindersDependencies } from './reminders.ts'
import { openRemember } from './remember.ts'

export interface Actions {
  readonly done: readonly ActionResult[]
  /** What the next message may refer to. */
  readonly state: State
}

/** So many questions of a message are looked for: no reply answers more. */
const maxQuestions = 3

interface ActsDependencies extends RemindersDependencies, ForgettingDependencies {
  /**
   * Takes "yes" or "no" for the decision; answers what was asked about, nothing where that is decided already, `restricted`
   * where a session that may do less has said it and may not.
   */
  readonly decide: (
    member: string,
    interaction_id: string,
    yes: boolean,
    restricted: boolean,
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
  ...reminding
}: ActsDependencies) {
  const remind = openReminding({ ...reminding, memory })

  const remember = openRemember(memory, contradicting)
  const forget = openForgetting({ memory, confirm, transcript })

  /** What comes of an answer to the question that was put last; null where it is none. */
  const answered = (intent: string, setting: Setting): ActionResult | null => {
    const { member, restricted = false } = setting
    const { interaction_id } = setting.before
    if (interaction_id === null || (intent !== 'agreement' && intent !== 'refusal')) return null
    const outcome = decide(member, interaction_id, intent === 'agreement', restricted)
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
    const uuids = keptBy(done)
    const asked = done.findLast((one) => one.kind === 'forget_confirmation')
    return {
      done,
      state: {
        memory_uuids: uuids.length > 0 ? uuids : setting.before.memory_uuids,
        interaction_id: asked?.interaction_id ?? null,
        ...reminderState(done),
        hinted_at: setting.before.hinted_at,
        unkept: done.some((one) => one.kind === 'said' && one.intent === 'other-language')
          ? setting.source.message_uuid
          : null,
      },
    }
  }
}

const keptBy = (done: readonly ActionResult[]): string[] =>
  done.flatMap((one) => (one.kind === 'kept' || one.kind === 'corrected' ? [one.memory_uuid] : []))

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
  const spoken = done.flatMap((one) => {
    if (one.kind === 'reminder made' || one.kind === 'reminder moved' || one.kind === 'reminder renamed')
      return [one]
    return one.kind === 'reminders listed' && one.reminders.length === 1 ? one.reminders : []
  })
  const goal_uuid = spoken.at(-1)?.goal_uuid ?? null
  const shown = done.findLast((one) => one.kind === 'reminders listed' || one.kind === 'which reminder')
  const listed = shown?.reminders.map((one) => one.goal_uuid) ?? []
  const question = done.findLast((one) => one.kind === 'which reminder' || one.kind === 'no reminder')
  if (question?.kind === 'which reminder') {
    const wanted = { sentence: question.sentence, title: '', due_at: null, repeats: null }
    return { goal_uuid, asked: 'which', listed, wanted }
  }
  if (question) return { goal_uuid, asked: askedOf[question.reason], listed, wanted: question.wanted }
  const untimed = done.some(
    (one) => one.kind === 'reminder made' && one.due_at === null && one.repeats === null,
  )
  return { goal_uuid, asked: untimed ? 'when' : null, listed, wanted: null }
}

const onNoDisk: ActionResult = { kind: 'no room', for: 'disk' }

const reading: ReadonlySet<Act['kind']> = new Set(['ask', 'ask about', 'list reminders', 'which reminder'])

const wouldChange = ({ kind }: Act, { before }: Setting): boolean =>
  kind === 'say' ? before.interaction_id !== null : !reading.has(kind)

/** What is told instead where a member has as much as may be, or the disk takes nothing; null for any other failure. */
function noRoom(error: unknown): ActionResult | null {
  if (isUnwritable(error)) return onNoDisk
  const reason = error instanceof Failure ? error.details['reason'] : null
  if (reason === 'memory_full') return { kind: 'no room', for: 'memories' }
  return reason === 'too_many_goals' ? { kind: 'no room', for: 'goals' } : null
}
