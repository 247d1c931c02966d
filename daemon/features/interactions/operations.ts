import type { Static, TObject } from 'typebox'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../kernel/context.ts'
import { type FailureKind, RateLimited } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { moment } from '../../kernel/moment.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf } from '../../kernel/paging.ts'
import { assertUnrestricted, type Scope } from '../../kernel/scope.ts'
import type { Topics } from '../../kernel/topic.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { askerOf, askingOperations, type People } from './asking.ts'
import { type Deadlines, openDeadlines } from './deadlines.ts'
import * as failures from './failures.ts'
import { type NewInteraction, newInteraction } from './new-interaction.ts'
import { isOpen, isSettled, isSignIn, deferralEnd, assertCoherent } from './rules.ts'
import * as schemas from './schemas.ts'
import { simulate } from './simulate.ts'
import {
  type InteractionRow,
  type Interactions,
  interactionStore,
  type ListScope,
  type Reach,
} from './store.ts'
import { type By, openRecorder, type Recorder, toInteraction } from './transition.ts'
import { openWaiting, type InteractionWaiting } from './waiting.ts'

interface InteractionsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

interface InteractionsPorts {
  readonly people: People
}

/** How long an answer may take that is waited for, and a little, in milliseconds. */
const maxReadMs = 65_000

const { InteractionNotFound, Terminal, NotPending } = failures

/** Whether a caller stands for their member here; a key without one of the scopes has only what it put itself. */
const stands = ({ key }: Caller, scopes: readonly Scope[]) =>
  key === null || scopes.some((scope) => key.scopes.has(scope))

/** What was put to the caller, or by the caller. */
const partOf = (caller: Caller, scopes: readonly Scope[]): Reach =>
  stands(caller, scopes)
    ? { ...askerOf(caller), user_id: caller.family_member_uuid }
    : { ...askerOf(caller), user_id: null, asked_by: null }

/** What an admin, or this machine's own programs, may look at beyond what is theirs. */
const visible = ({ caller }: AuthenticatedContext): Reach =>
  caller.admin && stands(caller, ['read', 'act']) ? 'everyone' : partOf(caller, ['read', 'act'])

/** A list is of one's own; the machine's own programs have none, and see everyone's. */
const listed = ({ caller }: AuthenticatedContext): ListScope => {
  if (!stands(caller, ['read'])) return askerOf(caller)
  return caller.family_member_uuid === null ? 'everyone' : { user_id: caller.family_member_uuid }
}

/** Cancelling is for the one who asked, too. */
const cancellable = ({ caller }: AuthenticatedContext) => partOf(caller, ['act'])

/** Other changes are for the one who was asked. */
const changeable = ({ caller }: AuthenticatedContext): Reach => ({
  user_id: caller.family_member_uuid,
  asked_by: null,
  asked_by_key: null,
})

export const interactionTopics = {
  'interaction.notifications': {
    summary: 'What happens to what you are asked',
    type: 'interaction_notification',
    audience: 'own',
    scopes: ['read', 'act'],
    payload: schemas.Transition,
  },
  'interaction.notifications.admin': {
    summary: 'What happens to what members are asked in a simulation that tells the admins too',
    type: 'interaction_notification',
    audience: 'admins',
    payload: schemas.Transition,
  },
} satisfies Topics

/** Interactions: questions, choices, dialogues, approvals and acknowledgements put to a member. */
export function openInteractions(
  { store, once, bus, clock, log }: InteractionsDependencies,
  { people }: InteractionsPorts,
) {
  const queries = interactionStore(store)
  const recorder = openRecorder(queries, bus, clock)
  const deadlines = openDeadlines(store, queries, recorder, clock, log)

  const waiting = openWaiting(bus, clock)
  const dependencies = { once, clock, queries, recorder, deadlines, waiting }
  const companion = { actor: 'system:companion' }
  return {
    operations: {
      ...readOperations(dependencies),
      ...askingOperations({ ...dependencies, people, arm: deadlines.arm }),
      ...actionOperations(dependencies),
      ...simulationOperations(dependencies),
    },
    deadlines,
    /** Ends what waits, and lets nothing expire or wake any more. */
    stop: () => {
      waiting.stop()
      deadlines.stop()
    },
    erase: queries.erase,

    /** Puts an interaction of the companion's own to a member; answers its id. */
    ask: (tx: Transaction, question: NewInteraction): string => {
      const row = newInteraction(question, { idempotency_key: null, now: clock.now() })
      recorder.create(tx, row, companion)
      tx.afterCommit(deadlines.arm)
      return row.interaction_id
    },

    /** Cancels one that the companion has put, where it is still open. */
    withdraw: (tx: Transaction, interaction_id: string): void => {
      const row = queries.find('everyone', interaction_id)
      if (row && isOpen(row.status)) recorder.step(tx, row, 'cancel', companion)
    },

    /**
     * Decides an approval for the member it was put to, as whoever says so for them, else as that member; false where it
     * waits no longer, `restricted` where what is high in severity is decided in a session that may do less than its member.
     */
    decide: (
      tx: Transaction,
      user_id: string,
      interaction_id: string,
      decision: 'approve' | 'reject',
      by: By & Partial<Pick<Caller, 'restriction'>> = { actor: `user:${user_id}` },
    ): boolean | 'restricted' => {
      const row = queries.find('everyone', interaction_id)
      if (row?.user_id !== user_id || row.interaction_type !== 'approval' || row.status !== 'pending')
        return false
      if (by.restriction && row.severity === 'high') return 'restricted'
      recorder.step(tx, row, decision, by)
      return true
    },

    /** An interaction as it is now; undefined where there is none. */
    findInteraction: (interaction_id: string): InteractionRow | undefined =>
      queries.find('everyone', interaction_id),
  }
}

interface OperationsDependencies extends Pick<InteractionsDependencies, 'once' | 'clock'> {
  readonly queries: Interactions
  readonly recorder: Recorder
  readonly deadlines: Deadlines
  readonly waiting: InteractionWaiting
}

function readOperations({ queries, deadlines, waiting }: OperationsDependencies) {
  const read = (interaction_id: string, context: AuthenticatedContext) => {
    deadlines.applyDue()
    const row = queries.find(visible(context), interaction_id)
    if (!row) throw InteractionNotFound()
    if (row.status === 'expired') throw failures.InteractionExpired()
    return { interaction: toInteraction(row), events: queries.timeline(interaction_id) }
  }

  return {
    'interactions.get': operation({
      rest: 'GET /interactions/{interaction_id}',
      access: 'member',
      scopes: ['read', 'act', 'ask'],
      timeoutMs: maxReadMs,
      summary: 'One interaction with its whole timeline',
      description:
        'With `wait` it answers once the interaction is over, or after so many seconds as it is then. The event at the ' +
        'end of the timeline is the newest. One that has expired is 410. Members find what was put to them and what ' +
        "they have put to others, admins anybody's, a key that may only ask what it has put itself.",
      input: schemas.Reading,
      output: schemas.Timeline,
      errors: [InteractionNotFound, failures.InteractionExpired, RateLimited],
    }).handle(({ interaction_id, wait }, context) => {
      const whole = read(interaction_id, context)
      if (wait === undefined || isSettled(whole.interaction)) return whole
      return waiting.untilSettled(whole.interaction, wait, context).then(() => read(interaction_id, context))
    }),

    'interactions.list': operation({
      rest: 'GET /interactions',
      access: 'member',
      scopes: ['read', 'ask'],
      summary: 'Your interactions, the newest first',
      description:
        'The short form of each; get one for its options, its answer and its timeline. Filters may be given more than once, ' +
        'and `total` counts everything that fits them. With `sort=severity` what waits and matters most comes first. For a ' +
        'key that may only ask: what it has put.',
      input: schemas.Listing,
      output: schemas.Page,
      errors: [],
    }).handle((input, context) => {
      deadlines.applyDue()
      const at = { ...pageOf(input), sort: input.sort ?? 'newest' }
      const { items, total } = queries.list(listed(context), filterOf(input), at)
      return { items: items.map(summaryOf), total }
    }),
  }
}

const decision =
  'Only an approval that is pending. The answer holds the interaction and the event of this step, which is also ' +
  'published to `interaction.notifications`.'
const descriptions = {
  answer:
    'By `answer_text`, `answer_json` or both; `answer_text` of a choice must be one of its options. Of two ' +
    'answers at the same instant one wins, and the other is 409.',
  approve: decision,
  reject: decision,
  cancel:
    'Of any type, also one that was dismissed or deferred, by the one who was asked or the one who asked. Nobody can ' +
    'answer it any more. A key that may only ask cancels what it has put.',
  dismiss: 'Only one whose `requirement` is `optional`. It can be reopened until it expires or is cancelled.',
  reopen:
    'It waits for an answer again, and expires when it would have. One that was deferred waits at once.',
  defer:
    'Give `defer_until` or `defer_seconds`, to a moment before it expires. Then it is pending again by itself.',
}

/** Declares an action on an interaction, with what refuses it beyond what refuses each. */
function action<I extends TObject>(
  name: keyof typeof descriptions,
  summary: string,
  input: I,
  refusals: readonly FailureKind[],
) {
  return operation({
    rest: `POST /interactions/{interaction_id}/${name}`,
    access: 'member',
    scopes: name === 'cancel' ? ['act', 'ask'] : ['act'],
    effect: 'changes',
    repeatable: true,
    summary,
    description: descriptions[name],
    input,
    output: schemas.Transition,
    errors: [InteractionNotFound, Terminal, ...refusals],
  })
}

/** What a member does with what they were asked. */
function actionOperations({ once, clock, queries, recorder, deadlines }: OperationsDependencies) {
  const change = (
    input: { interaction_id: string },
    context: AuthenticatedContext,
    step: (tx: Transaction, row: InteractionRow) => schemas.Transition,
    reach = changeable,
  ) => {
    deadlines.applyDue()
    const result = once(context, input, (tx) => {
      const row = queries.find(reach(context), input.interaction_id)
      if (!row) throw InteractionNotFound()
      // What matters most waits for the password, and nothing puts it out of sight.
      if (row.severity === 'high') assertUnrestricted(context.caller)
      return step(tx, row)
    })
    deadlines.arm()
    return result
  }

  const simple = (
    name: 'approve' | 'reject' | 'cancel' | 'dismiss' | 'reopen',
    summary: string,
    refusals: readonly FailureKind[],
    reach = changeable,
  ) =>
    action(name, summary, schemas.Target, refusals).handle((input, context) =>
      change(
        input,
        context,
        (tx, row) => {
          if (name === 'approve' && isSignIn(row)) throw failures.NumberRequired()
          const step = name === 'reopen' && row.status === 'deferred' ? 'wake' : name
          return recorder.step(tx, row, step, context.caller)
        },
        reach,
      ),
    )

  return {
    'interactions.answer': action('answer', 'Answer a question, choice or dialogue', schemas.Answer, [
      failures.AnswerRequired,
      failures.OptionNotAllowed,
      failures.NotAnswerable,
      NotPending,
    ]).handle((input, context) => {
      const { answer_text, answer_json } = input
      if (answer_text === undefined && answer_json === undefined) throw failures.AnswerRequired()
      return change(input, context, (tx, row) => {
        const answer = { answer_text: answer_text ?? null, answer_json: answer_json ?? null }
        return recorder.step(tx, row, 'answer', context.caller, answer)
      })
    }),

    'interactions.approve': simple('approve', 'Approve what was asked', [
      failures.NotApprovable,
      failures.NumberRequired,
      NotPending,
    ]),
    'interactions.reject': simple('reject', 'Reject what was asked', [failures.NotRejectable, NotPending]),
    'interactions.cancel': simple('cancel', 'Cancel an open interaction', [], cancellable),
    'interactions.dismiss': simple('dismiss', 'Put an optional interaction aside', [
      failures.NotDismissable,
      NotPending,
    ]),
    'interactions.reopen': simple('reopen', 'Make a dismissed or deferred interaction pending again', [
      failures.NotPutAside,
    ]),

    'interactions.defer': action('defer', 'Answer later: pending again at the given time', schemas.Deferral, [
      NotPending,
    ]).handle((input, context) => {
      const defer_until = deferralEnd(input, clock.now())
      return change(input, context, (tx, row) =>
        recorder.step(tx, row, 'defer', context.caller, { defer_until }),
      )
    }),
  }
}

function simulationOperations({ once, clock, queries, recorder, deadlines }: OperationsDependencies) {
  return {
    'interactions.simulate': operation({
      rest: 'POST /admin/interactions/simulate',
      access: 'admin',
      audited: ['user_id', 'interaction_type'],
      summary: 'Put an interaction to a member, and take it through a scenario',
      description:
        'To try a client out; to ask somebody something, create an interaction. With `create_only` (the default) it ' +
        'waits for the member; the other scenarios answer or cancel it at once. A choice needs `allowed_options`.',
      input: schemas.Simulation,
      output: schemas.Simulated,
      errors: [failures.UserNotFound, failures.NotAnswerable, failures.OptionNotAllowed],
    }).handle((input, context) => {
      assertCoherent(input)
      const { caller, idempotency_key } = context
      const origin = { actor: caller.actor, key: caller.key, idempotency_key, now: clock.now() }
      const result = once(context, input, (tx) => simulate(tx, input, origin, { queries, recorder }))
      deadlines.arm()
      return result
    }),
  }
}

function filterOf(input: schemas.Listing) {
  return {
    status: input.status ?? null,
    interaction_type: input.interaction_type ?? null,
    category: input.category ?? null,
    created_after: input.created_after ? moment('created_after', input.created_after) : 0,
    created_before: input.created_before
      ? moment('created_before', input.created_before)
      : Number.MAX_SAFE_INTEGER,
  }
}

const listItemFields = Object.keys(schemas.InteractionListItem.properties) as (keyof Static<
  typeof schemas.InteractionListItem
>)[]

/** What a list shows; what has expired is not told any more. */
function summaryOf(row: InteractionRow): Static<typeof schemas.InteractionListItem> {
  const told = row.status === 'expired' ? { ...row, title: null, prompt: null } : row
  return Object.fromEntries(listItemFields.map((field) => [field, told[field]])) as never
}
