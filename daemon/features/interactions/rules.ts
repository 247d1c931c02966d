import { iso } from '../../kernel/clock.ts'
import { type FailureKind, invalidRequest } from '../../kernel/errors.ts'
import { moment } from '../../kernel/moment.ts'
import {
  NotAnswerable,
  NotApprovable,
  NotDismissable,
  NotPending,
  NotPutAside,
  NotRejectable,
  OptionNotAllowed,
  Terminal,
} from './failures.ts'
import type { Creation, Deferral, Interaction, InteractionEvent, Simulation } from './schemas.ts'

type Status = Interaction['status']

interface Rule {
  readonly from: readonly Status[]
  readonly to: Status
  readonly event: InteractionEvent['event_type']
  /** The types it is for, all where left out, and how another type is refused. */
  readonly types?: {
    readonly only: readonly Interaction['interaction_type'][]
    readonly otherwise: FailureKind
  }
}

const terminal: ReadonlySet<Status> = new Set(['answered', 'approved', 'rejected', 'cancelled', 'expired'])
const open: readonly Status[] = ['pending', 'dismissed', 'deferred']
const approvals = (otherwise: FailureKind) => ({ only: ['approval'] as const, otherwise })

/** Whether nothing more becomes of an interaction: it is over, or a notice that was seen and put aside. */
export const isSettled = ({ status, interaction_type }: Pick<Interaction, 'status' | 'interaction_type'>) =>
  terminal.has(status) || (status === 'dismissed' && interaction_type === 'ack')

/** Whether the companion itself asks whether a sign-in is the member's, who approves it elsewhere and by a number. */
export const isSignIn = ({
  interaction_type,
  category,
  asked_by,
}: Pick<Interaction, 'interaction_type' | 'category'> & { readonly asked_by: string | null }) =>
  interaction_type === 'approval' && category === 'sign_in' && asked_by === null

/** Whether something can still become of an interaction. */
export const isOpen = (status: Status): boolean => open.includes(status)

/** What can happen to an interaction: from which states, to which, recorded by which event. */
export const transitions = {
  answer: {
    from: ['pending'],
    to: 'answered',
    event: 'answered',
    types: { only: ['question', 'choice', 'dialogue'], otherwise: NotAnswerable },
  },
  approve: { from: ['pending'], to: 'approved', event: 'approved', types: approvals(NotApprovable) },
  reject: { from: ['pending'], to: 'rejected', event: 'rejected', types: approvals(NotRejectable) },
  cancel: { from: open, to: 'cancelled', event: 'cancelled' },
  dismiss: { from: ['pending'], to: 'dismissed', event: 'dismissed' },
  reopen: { from: ['dismissed'], to: 'pending', event: 'dismissed' },
  defer: { from: ['pending'], to: 'deferred', event: 'deferred' },
  wake: { from: ['deferred'], to: 'pending', event: 'deferred' },
  expire: { from: open, to: 'expired', event: 'expired' },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof transitions

/** What the rules look at. */
type Subject = Pick<Interaction, 'interaction_type' | 'requirement' | 'status' | 'expires_at'> & {
  readonly allowed_options: readonly string[]
}

/** What an action may change beside the status. */
export interface Changes {
  readonly answer_text?: string | null
  readonly answer_json?: Interaction['answer_json']
  /** When a deferral ends, ISO 8601. */
  readonly defer_until?: string
}

/**
 * Refuses an action that the interaction's type (422) or, after that, its state (409) does not allow; then an answer that
 * is no option of a choice, and a deferral that would end when the interaction has expired already (both 400).
 */
export function assertAllowed(action: Action, interaction: Subject, changes: Changes = {}): void {
  assertPossible(action, interaction)
  if (action === 'answer') assertOption(interaction, changes.answer_text ?? null)
  if (changes.defer_until !== undefined) assertBeforeExpiry(interaction, changes.defer_until)
}

function assertPossible(action: Action, interaction: Subject): void {
  const rule: Rule = transitions[action]
  if (rule.types && !rule.types.only.includes(interaction.interaction_type)) throw rule.types.otherwise()
  if (action === 'dismiss' && interaction.requirement !== 'optional') throw NotDismissable()
  if (rule.from.includes(interaction.status)) return
  if (terminal.has(interaction.status)) throw Terminal()
  throw action === 'reopen' ? NotPutAside() : NotPending()
}

function assertOption({ interaction_type, allowed_options }: Subject, answer: string | null): void {
  if (interaction_type !== 'choice' || answer === null) return
  if (!allowed_options.includes(answer)) throw OptionNotAllowed()
}

function assertBeforeExpiry({ expires_at }: Subject, end: string): void {
  if (expires_at !== null && end >= expires_at) {
    throw invalidRequest('defer_until', 'must be before the interaction expires')
  }
}

/** When a deferral ends, ISO 8601: exactly one of the two fields, and in the future. */
export function deferralEnd(wanted: Omit<Deferral, 'interaction_id'>, now: number): string {
  const { defer_until, defer_seconds } = wanted
  if ((defer_until === undefined) === (defer_seconds === undefined)) {
    throw invalidRequest('defer_until', 'give exactly one of defer_until and defer_seconds')
  }
  const end =
    defer_until === undefined ? now + Number(defer_seconds) * 1_000 : moment('defer_until', defer_until)
  if (end <= now) throw invalidRequest('defer_until', 'must be in the future')
  return iso(end)
}

/** Refuses a choice between nothing. */
export function assertOptions({
  interaction_type,
  allowed_options,
}: Pick<Creation, 'interaction_type' | 'allowed_options'>): void {
  if (interaction_type === 'choice' && !allowed_options?.length) {
    throw invalidRequest('allowed_options', 'is required for a choice')
  }
}

/** Refuses a simulation whose parts do not fit together. */
export function assertCoherent(simulation: Simulation): void {
  assertOptions(simulation)
  if (simulation.scenario === 'create_then_answer' && simulation.answer_text === undefined) {
    throw invalidRequest('answer_text', 'is required when the scenario is create_then_answer')
  }
}
