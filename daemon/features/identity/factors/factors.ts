import type { Config } from '../../../kernel/config.ts'
import type { Transaction } from '../../../store/store.ts'
import type { LiveSessions } from '../live-sessions.ts'
import type { SignIn } from '../sessions.ts'
import type { BackupCodes } from './backup-codes.ts'
import type { Passkeys } from './passkeys.ts'
import type { Push } from './push.ts'
import type { MfaMethod } from './schemas.ts'
import type { Totp } from './totp.ts'

/** How long a session may be for nothing but setting up a second factor, in milliseconds. */
const enrolmentMs = 3_600_000

interface FactorsDependencies {
  readonly config: Pick<Config, 'sign_in'>
  readonly live: LiveSessions
  readonly totp: Totp
  readonly passkeys: Passkeys
  readonly backupCodes: BackupCodes
  readonly push: Push
}

/** Which second factors members have. */
export interface Factors {
  /** Whether a password alone does not sign a member in: there is an authenticator app or a passkey. */
  readonly on: (family_member_uuid: string) => boolean
  /** What may be given as the second step by a page at `origin`, or by a program that is none. */
  readonly usable: (family_member_uuid: string, origin: string | undefined) => MfaMethod[]
  /** Whether a session of the member is open that may approve a sign-in. */
  readonly canApprove: (family_member_uuid: string) => boolean
  /** How a session begins for which nothing but a password was given. */
  readonly howByPassword: (family_member_uuid: string) => Omit<SignIn, 'address' | 'client' | 'binding'>
  /** Whether everybody has to have one. */
  readonly required: boolean
  /** Removes what is no second factor by itself where no other is left. */
  readonly tidy: (tx: Transaction, family_member_uuid: string) => void
  readonly erase: (tx: Transaction, family_member_uuid: string) => { second_factors: number }
}

/** Reads them from each kind. */
export function openFactors({
  config,
  live,
  totp,
  passkeys,
  backupCodes,
  push,
}: FactorsDependencies): Factors {
  const required = config.sign_in.second_factor === 'required'
  const on = (uuid: string) => totp.state(uuid) !== null || passkeys.list(uuid).length > 0
  const canApprove = (uuid: string) =>
    live.values().some((session) => session.family_member_uuid === uuid && session.restriction === null)

  return {
    on,
    required,
    canApprove,

    usable: (uuid, origin) => {
      const methods: Record<MfaMethod, boolean> = {
        passkey: passkeys.usableAt(uuid, origin),
        totp: totp.state(uuid) !== null,
        push: push.state(uuid) !== null && canApprove(uuid),
        backup_code: backupCodes.left(uuid) !== null,
      }
      return (Object.keys(methods) as MfaMethod[]).filter((method) => methods[method])
    },

    howByPassword: (uuid) => ({
      methods: ['pwd'],
      device_uuid: null,
      ...(required && !on(uuid) && ({ restriction: 'enrolment', longest: enrolmentMs } as const)),
    }),

    tidy: (tx, uuid) => {
      // Without another one nobody could sign in where no session is open. Backup codes stay: they ask for nothing.
      if (!on(uuid)) push.remove(tx, uuid)
    },

    erase: (tx, uuid) => ({
      second_factors:
        totp.remove(tx, uuid) +
        passkeys.removeAll(tx, uuid) +
        push.remove(tx, uuid) +
        backupCodes.remove(tx, uuid),
    }),
  }
}
