import type { AuthenticatedContext } from '../../../kernel/context.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import * as failures from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import type { PasswordCheck } from '../password-check.ts'
import type * as schemas from '../schemas.ts'
import type { Sessions } from '../sessions.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { PinCheck } from '../pins/pin-check.ts'
import { WrongSecondFactor } from './failures.ts'
import type { RecentFactor } from './recent-factor.ts'
import type { SecondSteps, Take } from './second-step.ts'

interface StepUpDependencies {
  readonly store: Store
  readonly members: Members
  readonly sessions: Sessions
  readonly check: PasswordCheck
  readonly secondSteps: SecondSteps
  readonly recent: RecentFactor
  readonly pinCheck: Pick<PinCheck, 'passwordGiven'>
  readonly signedIn: SignedInAs
}

/** What was given once more: how its success is counted, and a second factor where there is one. */
interface StepUpProof {
  readonly succeeded: (tx: Transaction) => void
  readonly take: Take | null
}

/** Recognises the member of a session once more: by the password, with a code beside it, or by a passkey alone. */
export function openStepUp(dependencies: StepUpDependencies) {
  const { store, members, sessions, check, secondSteps, recent, signedIn, pinCheck } = dependencies

  const byPassword = async (
    { password, method, code }: schemas.StepUp,
    member: MemberRow,
    context: AuthenticatedContext,
  ): Promise<StepUpProof> => {
    if (password === undefined) throw invalidRequest('password', 'is required')
    if ((method === undefined) !== (code === undefined))
      throw invalidRequest(method === undefined ? 'method' : 'code', 'is required')
    const { username } = member
    const succeeded = await check.requirePassword({ username, password }, member, context)
    if (method === undefined || code === undefined) return { succeeded, take: null }
    const take = await secondSteps.checkCode(member, method, code)
    return { succeeded, take: take ?? (() => false) }
  }

  const byPasskey = async (
    input: schemas.StepUp,
    member: MemberRow,
    context: AuthenticatedContext & { readonly session_uuid: string },
  ): Promise<StepUpProof> => {
    const { family_member_uuid } = member
    const { session_uuid } = context
    if (input.assertion === undefined)
      throw await secondSteps.askPasskey(context, { family_member_uuid, session_uuid })
    return { succeeded: () => {}, take: await secondSteps.checkInSession(input, member, context) }
  }

  return async (input: schemas.StepUp, context: AuthenticatedContext): Promise<schemas.SignedIn> => {
    const { session_uuid, family_member_uuid } = context.caller
    const member = family_member_uuid === null ? undefined : members.byId(family_member_uuid)
    if (session_uuid === null || !member) throw failures.NoSession()
    const { succeeded, take } =
      input.password === undefined && input.method === 'passkey'
        ? await byPasskey(input, member, { ...context, session_uuid })
        : await byPassword(input, member, context)
    const granted = store.write((tx) => {
      const session = sessions.going(session_uuid)
      if (!session) throw failures.SessionEnded()
      if (take && !take(tx)) return null
      if (take) recent.given(tx, session_uuid)
      succeeded(tx)
      if (input.password !== undefined && session.device_uuid !== null)
        pinCheck.passwordGiven(tx, session.device_uuid, member.family_member_uuid)
      return sessions.trust(tx, session, context.address)
    })
    if (granted) return signedIn(member, granted)
    store.write((tx) => check.attemptOf(member, context).fail(tx, 'second_factor_failed'))
    throw WrongSecondFactor()
  }
}
