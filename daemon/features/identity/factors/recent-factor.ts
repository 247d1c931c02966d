import type { Bus } from '../../../bus/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../../kernel/context.ts'
import type { Transaction } from '../../../store/store.ts'
import { StepUpRequired } from '../failures.ts'
import type { MemberRow } from '../members.ts'
import type { PasswordCheck } from '../password-check.ts'
import type { Factors } from './factors.ts'

/** How long after a second factor was given it need not be given again, in milliseconds. */
const recentMs = 300_000

/** In which sessions a second factor was given lately. */
export interface RecentFactor {
  /**
   * Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now, and
   * where the member has second factors one of them too: `methods` says by which. The answer counts the success.
   */
  readonly require: (
    context: AuthenticatedContext,
    member: MemberRow,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
  /** One was given in a session just now. */
  readonly given: (tx: Transaction, session_uuid: string) => void
}

/** Opens them; they are in memory, so that after a restart a factor is asked for again. */
export function openRecentFactor(
  bus: Bus,
  clock: Clock,
  check: PasswordCheck,
  factors: Factors,
): RecentFactor {
  const given = new Map<string, number>()
  bus.subscribe('session.ended', {
    receive: ({ payload }) => void given.delete(String(payload['session_uuid'])),
  })

  return {
    require: async (context, member, password) => {
      const { session_uuid } = context.caller
      const { family_member_uuid } = member
      const at = given.get(session_uuid ?? '')
      const recently = at !== undefined && clock.monotonic() - at <= recentMs
      if (factors.on(family_member_uuid) && !recently) {
        const methods = factors
          .usable(family_member_uuid, context.origin)
          .filter((method) => method !== 'push')
        throw StepUpRequired({ reason: 'step_up', methods })
      }
      return check.requireRecentSignIn(context, member, password)
    },

    given: (tx, session_uuid) => tx.afterCommit(() => void given.set(session_uuid, clock.monotonic())),
  }
}
