import { type Clock, iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { AccountNews } from '../../../language/account.ts'
import type { IdentityAudit } from '../audit.ts'
import type { Devices } from '../devices.ts'
import type { BackupCodes } from '../factors/backup-codes.ts'
import type { Factors } from '../factors/factors.ts'
import type { Interactions } from '../factors/push.ts'
import type { SecondSteps } from '../factors/second-step.ts'
import { SessionEnded } from '../failures.ts'
import type { MemberRow, Members } from '../members.ts'
import type { PasswordCheck } from '../password-check.ts'
import type { PasswordPolicy } from '../passwords/password-policy.ts'
import type { Passwords } from '../passwords.ts'
import { normalPassword } from '../rules.ts'
import type { OpenSession, Sessions } from '../sessions.ts'
import type { SignInOriginOf } from '../sign-in-origin.ts'
import type { SignedInAs } from '../signed-in.ts'
import type { Proofs } from '../proofs.ts'
import type { DeviceRecoveries } from './device-recoveries.ts'
import type { SignInLinks } from './sign-in-links.ts'
import type { NotifyMember } from './notify-member.ts'

export interface RecoveryDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly clock: Clock
  readonly members: Members
  readonly sessions: Sessions
  readonly devices: Devices
  readonly passwords: Passwords
  readonly policy: PasswordPolicy
  readonly check: PasswordCheck
  readonly proofs: Proofs
  readonly openSession: OpenSession
  readonly signInOriginOf: SignInOriginOf
  readonly signedIn: SignedInAs
  readonly factors: Factors
  readonly backupCodes: BackupCodes
  readonly secondSteps: SecondSteps
  readonly links: SignInLinks
  readonly requests: DeviceRecoveries
  readonly notifyMember: NotifyMember
  /** Takes back what was told. */
  readonly withdraw: Interactions['withdraw']
  readonly newPassword: NewPassword
  readonly setPassword: SetPassword
}

/** The hash of a new password for a member. Throws `PASSWORD_REJECTED` for one that is not good enough. */
export type NewPassword = (member: MemberRow, new_password: string) => Promise<string>

type PasswordSet = Extract<AccountNews, { kind: 'password set' }>

/** How somebody got back in. */
export interface Recovery extends Pick<PasswordSet, 'by' | 'who'> {
  readonly password_hash: string
  readonly context: Context
  readonly factorsOff?: boolean
  /** The session that goes on in any case. */
  readonly except?: string | null
  /** Whether all others go on too. */
  readonly keep_sessions?: boolean | undefined
}

/**
 * Sets the password of a member who did not give the old one, and ends what was begun with that: sessions, pairing codes, sign-in
 * links, waiting devices, the lock of the account. It is written down, and told to the member. Answers the member as they are now,
 * and the sessions that ended.
 */
export type SetPassword = (
  tx: Transaction,
  family_member_uuid: string,
  recovery: Recovery,
) => { readonly member: MemberRow; readonly sessions_ended: string[] }

type Needed = Pick<RecoveryDependencies, 'passwords' | 'policy'>

/** Checks and hashes a new password. */
export function newPasswordOf({ passwords, policy }: Needed): NewPassword {
  return async (member, new_password) => {
    const password = normalPassword(new_password)
    await policy.assertAcceptable(password, member, 'new_password')
    return passwords.hash(password)
  }
}

/** Opens what every way back in ends with. */
export function openSetPassword(
  dependencies: Omit<RecoveryDependencies, 'newPassword' | 'setPassword'>,
): SetPassword {
  const { audit, clock, members, sessions, devices, check, links, requests, notifyMember } = dependencies
  return (tx, family_member_uuid, recovery) => {
    const { password_hash, context, by, who, except = null } = recovery
    const before = members.byId(family_member_uuid)
    if (!before) throw SessionEnded()
    const member = { ...before, password_hash, updated_at: iso(clock.now()) }
    members.update(tx, member)
    const sessions_ended = recovery.keep_sessions ? [] : sessions.endAll(tx, family_member_uuid, except)
    devices.forgetCodesOf(tx, family_member_uuid)
    links.forgetOf(tx, family_member_uuid)
    requests.forgetOf(tx, family_member_uuid)
    check.attemptOf(member, context).succeeded(tx)
    const { caller, address } = context
    const { factorsOff = false } = recovery
    audit.record(tx, {
      event: 'password_recovered',
      actor: caller?.actor ?? `user:${family_member_uuid}`,
      address,
      family_member_uuid,
      session_uuid: caller?.session_uuid ?? null,
      details: {
        by: by.replaceAll(/[ -]/g, '_'),
        sessions_ended: sessions_ended.length,
        ...(factorsOff && { second_factors: 'removed' }),
      },
    })
    notifyMember(tx, member, { kind: 'password set', by, who, factorsOff })
    return { member, sessions_ended }
  }
}
