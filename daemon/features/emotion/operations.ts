import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { memberOf, NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { causes } from '../../language/en/emotion/sentiment.ts'
import { ownTopic, type Topics } from '../../kernel/topic.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { baselineOf, type Traits } from './baseline.ts'
import { historyOf } from './history.ts'
import { wayTo } from './emotion-vector.ts'
import { impulseOf } from './impulse.ts'
import { type LedgerState, step, toEmotionState } from './ledger.ts'
import { reasonsOf } from './reasons.ts'
import * as schemas from './schemas.ts'
import { type Emotions, emotionStore, type LedgerRow } from './store.ts'

type NewEntry = Omit<LedgerRow, 'entry_id'>

interface EmotionDependencies {
  readonly store: Store
  readonly bus: Bus
  readonly clock: Clock
}

interface EmotionPorts {
  /** The traits of a companion that nobody has changed: where its feelings come to rest. */
  readonly traits: Traits
}

/** Something that a member said. */
interface Remark {
  readonly content: string
  readonly message_uuid: string | null
  /** As the history calls it; what was felt most where it is left out. */
  readonly cause?: string
}

export const emotionTopics = {
  'emotion.state': {
    summary: 'How your companion feels, each time something moves it',
    type: 'emotion_update',
    audience: 'own',
    payload: schemas.EmotionState,
  },
} satisfies Topics

/** Emotion: how the companion of each member feels, from all that has moved it. */
export function openEmotion({ store, bus, clock }: EmotionDependencies, { traits }: EmotionPorts) {
  const emotions = emotionStore(store)
  const nature = baselineOf(traits)

  const state = (family_member_uuid: string): schemas.EmotionState => {
    const now = clock.now()
    const ledger = emotions.find(family_member_uuid) ?? { state: nature, baseline: nature, at: now }
    return toEmotionState(ledger, now)
  }

  const write = (
    tx: Transaction,
    family_member_uuid: string,
    before: LedgerState | null,
    entry: NewEntry,
  ): LedgerState => {
    const after = step(before, entry)
    emotions.append(tx, family_member_uuid, entry, after)
    return after
  }

  // The first thing in a ledger is where it all began, so that it says everything by itself.
  const begin = (tx: Transaction, family_member_uuid: string): LedgerState =>
    write(tx, family_member_uuid, null, {
      ...nature,
      kind: 'baseline',
      cause: causes.nature,
      message_uuid: null,
      at: clock.now(),
    })

  const append = (tx: Transaction, family_member_uuid: string, entry: Omit<NewEntry, 'at'>): void => {
    const before = emotions.find(family_member_uuid) ?? begin(tx, family_member_uuid)
    write(tx, family_member_uuid, before, { ...entry, at: clock.now() })
  }

  /** Adds to a ledger what moves its companion; answers how that feels then, and publishes it. */
  const move = (
    tx: Transaction,
    family_member_uuid: string,
    impulse: Omit<NewEntry, 'at' | 'kind'>,
  ): schemas.EmotionState => {
    append(tx, family_member_uuid, { ...impulse, kind: 'impulse' })
    const now = state(family_member_uuid)
    tx.afterCommit(() =>
      bus.publish(ownTopic('emotion.state', family_member_uuid), now, { family_member_uuid }),
    )
    return now
  }

  return {
    operations: emotionOperations({ clock, emotions, nature, state }),

    state,

    /** Lets the companion feel what a member said; answers how it feels then. Publishes it where anything was felt. */
    feel: (
      tx: Transaction,
      family_member_uuid: string,
      { content, message_uuid, cause }: Remark,
    ): schemas.EmotionState => {
      const impulse = impulseOf(content)
      if (impulse === null) return state(family_member_uuid)
      return move(tx, family_member_uuid, { ...impulse, message_uuid, cause: cause ?? impulse.cause })
    },

    /** Lets the companion be concerned about what a member said, whatever it felt before. */
    concern: (tx: Transaction, family_member_uuid: string, message_uuid: string): schemas.EmotionState =>
      move(tx, family_member_uuid, {
        ...wayTo('distressed', state(family_member_uuid)),
        message_uuid,
        cause: 'concern',
      }),

    /** Lets the companion's feelings come to rest where these traits (each 0 to 1) let them, from now on. */
    setBaseline: (tx: Transaction, family_member_uuid: string, changed: Traits): void =>
      append(tx, family_member_uuid, {
        ...baselineOf(changed),
        kind: 'baseline',
        cause: causes.personality,
        message_uuid: null,
      }),

    erase: emotions.erase,
  }
}

interface OperationsDependencies extends Pick<EmotionDependencies, 'clock'> {
  readonly emotions: Emotions
  /** Where a companion that nobody has changed comes to rest. */
  readonly nature: ReturnType<typeof baselineOf>
  readonly state: (family_member_uuid: string) => schemas.EmotionState
}

function emotionOperations({ clock, emotions, nature, state }: OperationsDependencies) {
  return {
    'emotion.current': operation({
      rest: 'GET /emotion/current',
      access: 'member',
      summary: 'How the companion feels now',
      description:
        'Valence, arousal and dominance, each from -1 to 1, and the name of the nearest emotion. It falls ' +
        'back to its baseline by half every 10 minutes.',
      input: Nothing,
      output: schemas.EmotionState,
      errors: [NoMember],
    }).handle((_input, { caller }) => state(memberOf(caller))),

    'emotion.history': operation({
      rest: 'GET /emotion/history',
      access: 'member',
      summary: 'How the companion has felt, and what moved it, newest first',
      description: 'Every change with its cause, or the means of each hour or day with `interval`.',
      input: schemas.Listing,
      output: schemas.History,
      errors: [NoMember],
    }).handle((input, { caller }) => historyOf(emotions, memberOf(caller), input)),

    'emotion.why': operation({
      rest: 'GET /emotion/why',
      access: 'member',
      summary: 'Why the companion feels as it does',
      description: 'Everything that moved it and still matters, with what each has in how it feels now.',
      input: Nothing,
      output: schemas.Reasons,
      errors: [NoMember],
    }).handle((_input, { caller }) => reasonsOf(emotions, memberOf(caller), nature, clock.now())),
  }
}
