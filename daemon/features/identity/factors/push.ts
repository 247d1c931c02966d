import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Bus } from '../../../bus/bus.ts'
import { type Clock, iso, waitUntilResumed } from '../../../kernel/clock.ts'
import { openFrequency } from '../../../kernel/frequency.ts'
import { noticesIn } from '../../../language/second-factors.ts'
import { parameter, placeholders } from '../../../store/columns.ts'
import { pushFactors } from '../tables.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { SignInOrigin } from '../sessions.ts'
import type { MemberRow } from '../members.ts'
import { ApprovalNotFound, TooManyApprovals, WrongNumber } from './failures.ts'

/** How long an approval is waited for, in seconds. */
const approvalSeconds = 120
/** How often a member may be asked, without having approved, within any hour. */
const mayBeAsked = { max: 3, windowMs: 3_600_000 }
const maxWrongNumbers = 3

/** How the companion asks a member something, from the feature that keeps what is asked. */
export interface Interactions {
  readonly ask: (
    tx: Transaction,
    question: {
      readonly user_id: string
      readonly interaction_type: 'approval' | 'ack'
      readonly title: string
      readonly prompt: string
      readonly requirement: 'required' | 'optional'
      readonly severity: 'medium' | 'high'
      readonly category: string
      readonly expires_in_seconds?: number
    },
  ) => string
  readonly decide: (
    tx: Transaction,
    user_id: string,
    interaction_id: string,
    decision: 'approve' | 'reject',
  ) => boolean | 'restricted'
  readonly withdraw: (tx: Transaction, interaction_id: string) => void
}

/** What became of an approval: it waits, was decided, or is over without that. */
export type ApprovalState = 'waiting' | 'approved' | 'rejected' | 'over'

interface Approval {
  readonly family_member_uuid: string
  /** Two digits, which the screen shows that signs in. */
  readonly number: number
  state: ApprovalState
  wrong: number
  readonly decided: Set<() => void>
}

/** Sign-ins that their member approves where they are signed in already. */
export interface Push {
  /** Asks for an approval; answers its id, and the number to show. Throws `RATE_LIMITED` where too many were asked for. */
  readonly ask: (
    tx: Transaction,
    member: MemberRow,
    from: Pick<SignInOrigin, 'address' | 'client'>,
  ) => { interaction_id: string; number: number }
  /** What an approval is now, with its number; `over` for one of another run of the daemon. */
  readonly stateOf: (interaction_id: string) => { state: ApprovalState; number: number | null }
  /** Resolves once it is decided or over, after so many milliseconds, or once the client has gone. */
  readonly wait: (interaction_id: string, ms: number, signal?: AbortSignal) => Promise<void>
  /**
   * Approves one by the number that the other screen shows. Throws `NOT_FOUND`, and `UNPROCESSABLE` for another number;
   * the third of those rejects the sign-in.
   */
  readonly approve: (
    family_member_uuid: string,
    interaction_id: string,
    number: number,
  ) => (tx: Transaction) => void
  readonly withdraw: (tx: Transaction, interaction_id: string) => void
  readonly turnOn: (tx: Transaction, family_member_uuid: string) => void
  readonly used: (tx: Transaction, family_member_uuid: string) => void
  readonly state: (family_member_uuid: string) => { created_at: string; last_used_at: string | null } | null
  readonly remove: (tx: Transaction, family_member_uuid: string) => number
}

/** Opens them. What waits is in memory: a restart ends it, and nobody can approve it any more. */
export function openPush(store: Store, bus: Bus, clock: Clock, asking: Interactions): Push {
  const approvals = new Map<string, Approval>()
  const asked = openFrequency(clock, mayBeAsked)

  const decide = (interaction_id: string, state: ApprovalState) => {
    const approval = approvals.get(interaction_id)
    if (approval?.state !== 'waiting') return
    approval.state = state
    for (const resume of approval.decided) resume()
    // Whoever waits asks once more within that time.
    clock.after(approvalSeconds * 1_000, () => approvals.delete(interaction_id))
  }
  bus.subscribe('interaction.transitions', {
    receive: ({ payload }) => {
      const { interaction_id, status } = payload['interaction'] as { interaction_id: string; status: string }
      if (status === 'rejected') decide(interaction_id, 'rejected')
      else if (status !== 'pending' && status !== 'approved') decide(interaction_id, 'over')
    },
  })

  return {
    ask: (tx, member, from) => {
      const { family_member_uuid, preferences } = member
      const retry_after_seconds = asked.take(family_member_uuid)
      if (retry_after_seconds > 0) throw TooManyApprovals({ retry_after_seconds })
      const number = randomInt(10, 100)
      const interaction_id = asking.ask(tx, {
        user_id: family_member_uuid,
        interaction_type: 'approval',
        ...noticesIn(preferences['language']).approval(from),
        requirement: 'required',
        severity: 'high',
        category: 'sign_in',
        expires_in_seconds: approvalSeconds,
      })
      approvals.set(interaction_id, {
        family_member_uuid,
        number,
        state: 'waiting',
        wrong: 0,
        decided: new Set(),
      })
      return { interaction_id, number }
    },

    stateOf: (interaction_id) => {
      const { state = 'over', number = null } = approvals.get(interaction_id) ?? {}
      return { state, number }
    },

    wait: async (interaction_id, ms, signal) => {
      const approval = approvals.get(interaction_id)
      if (approval?.state !== 'waiting' || signal?.aborted) return
      const hold = (resume: () => void) => {
        approval.decided.add(resume)
        return () => void approval.decided.delete(resume)
      }
      await waitUntilResumed(clock, ms, hold, signal)
    },

    approve: (family_member_uuid, interaction_id, number) => {
      const approval = approvals.get(interaction_id)
      if (approval?.family_member_uuid !== family_member_uuid || approval.state !== 'waiting')
        throw ApprovalNotFound()
      if (approval.number !== number) {
        approval.wrong += 1
        if (approval.wrong >= maxWrongNumbers)
          store.write((tx) => asking.decide(tx, family_member_uuid, interaction_id, 'reject'))
        throw WrongNumber()
      }
      return (tx) => {
        if (asking.decide(tx, family_member_uuid, interaction_id, 'approve') !== true)
          throw ApprovalNotFound()
        tx.afterCommit(() => {
          // Whoever approves them is not being flooded with them.
          asked.forget(family_member_uuid)
          decide(interaction_id, 'approved')
        })
      }
    },

    withdraw: asking.withdraw,
    ...pushStore(store, clock),
  }
}

/** Who approves sign-ins. */
function pushStore({ database }: Store, clock: Clock) {
  const mine = eq(pushFactors.family_member_uuid, parameter('family_member_uuid'))
  const find = database.select().from(pushFactors).where(mine).prepare()
  const insert = database
    .insert(pushFactors)
    .values(placeholders(pushFactors))
    .onConflictDoNothing()
    .prepare()
  const use = database
    .update(pushFactors)
    .set({ last_used_at: parameter('now') })
    .where(mine)
    .prepare()
  const remove = database.delete(pushFactors).where(mine).prepare()
  return {
    turnOn: (_: Transaction, family_member_uuid: string): void => {
      insert.run({ family_member_uuid, created_at: iso(clock.now()), last_used_at: null })
    },
    used: (_: Transaction, family_member_uuid: string): void => {
      use.run({ family_member_uuid, now: clock.now() })
    },
    state: (family_member_uuid: string) => {
      const row = find.get({ family_member_uuid })
      return row ? { created_at: row.created_at, last_used_at: row.last_used_at } : null
    },
    remove: (_: Transaction, family_member_uuid: string): number =>
      remove.run({ family_member_uuid }).changes,
  }
}
