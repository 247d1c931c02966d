import type { AuthenticatedContext } from '../../../kernel/context.ts'
import { NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import { type FactorChange, noticesIn } from '../../../language/second-factors.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import type { Store, Transaction } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import * as identityFailures from '../failures.ts'
import { type MemberRow, type Members, requireMember } from '../members.ts'
import { ById } from '../schemas.ts'
import type { Sessions } from '../sessions.ts'
import type { BackupCodes } from './backup-codes.ts'
import type { Factors } from './factors.ts'
import * as failures from './failures.ts'
import type { Passkeys } from './passkeys.ts'
import type { PasskeyRow } from './passkey-store.ts'
import type { Interactions, Push } from './push.ts'
import type { RecentFactor } from './recent-factor.ts'
import * as schemas from './schemas.ts'
import type { Totp } from './totp.ts'
import { recentSignInErrors } from '../password-check.ts'

export interface FactorOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly members: Members
  readonly sessions: Sessions
  readonly asking: Interactions
  readonly recent: RecentFactor
  readonly factors: Factors
  readonly totp: Totp
  readonly passkeys: Passkeys
  readonly backupCodes: BackupCodes
  readonly push: Push
}

const { StepUpRequired, NoSession } = identityFailures
const stepUpErrors = [...recentSignInErrors, NoMember]

const toPasskey = ({ passkey_uuid, name, rp_id, created_at, last_used_at }: PasskeyRow) => ({
  passkey_uuid,
  name,
  host: rp_id,
  created_at,
  last_used_at,
})

/** Second factors as their member sees them, sets them up and removes them. */
export function factorOperations(dependencies: FactorOperationsDependencies) {
  return {
    ...listing(dependencies),
    ...totpOperations(dependencies),
    ...passkeyOperations(dependencies),
    ...otherOperations(dependencies),
    ...removal(dependencies),
  }
}

/** Writes a change of somebody's factors down, and tells them of it. */
function changed(
  { audit, asking, sessions, factors }: FactorOperationsDependencies,
  tx: Transaction,
  { family_member_uuid, preferences }: MemberRow,
  { caller, address }: AuthenticatedContext,
  change: FactorChange,
) {
  const { actor, session_uuid } = caller
  const [method = '', what] = change.split(' ')
  const added = what === 'added'
  const made = method === 'backup_code' && added
  audit.record(tx, {
    event: made ? 'backup_codes_made' : added ? 'second_factor_added' : 'second_factor_removed',
    actor,
    address,
    family_member_uuid,
    session_uuid,
    details: { method },
  })
  asking.ask(tx, {
    user_id: family_member_uuid,
    interaction_type: 'ack',
    ...noticesIn(preferences['language']).changed(change),
    requirement: 'optional',
    severity: 'medium',
    category: 'sign_in',
  })
  // What the session was for is done.
  if (caller.restriction === 'enrolment' && session_uuid !== null && factors.on(family_member_uuid))
    sessions.lift(tx, session_uuid)
}

function listing(dependencies: FactorOperationsDependencies) {
  const { factors, totp, passkeys, backupCodes, push } = dependencies
  const none = { created_at: null, last_used_at: null }
  return {
    'mfa.list': operation({
      rest: 'GET /auth/mfa',
      access: 'member',
      scopes: [],
      enrolment: true,
      summary: 'Your second factors',
      description: 'With when each was set up and used, how many backup codes are left, and your passkeys.',
      input: Nothing,
      output: schemas.Mfa,
      errors: [NoMember],
    }).handle((_input, context) => {
      const { family_member_uuid } = requireMember(dependencies.members, context.caller)
      const app = totp.state(family_member_uuid)
      const own = passkeys.list(family_member_uuid)
      const approving = push.state(family_member_uuid)
      const codes = backupCodes.left(family_member_uuid)
      const uses = own.flatMap(({ last_used_at }) => last_used_at ?? []).toSorted()
      return {
        required: factors.required,
        methods: [
          { method: 'totp' as const, enabled: app !== null, ...(app ?? none) },
          {
            method: 'passkey' as const,
            enabled: own.length > 0,
            created_at: own[0]?.created_at ?? null,
            last_used_at: uses.at(-1) ?? null,
            passkeys: own.map(toPasskey),
          },
          { method: 'push' as const, enabled: approving !== null, ...(approving ?? none) },
          {
            method: 'backup_code' as const,
            enabled: codes !== null,
            ...none,
            created_at: codes?.created_at ?? null,
            codes_left: codes?.count ?? 0,
          },
        ],
      }
    }),
  }
}

function totpOperations(dependencies: FactorOperationsDependencies) {
  const { store, once, recent, totp } = dependencies
  return {
    'mfa.make_totp': operation({
      rest: 'POST /auth/mfa/totp',
      status: 201,
      access: 'member',
      scopes: [],
      enrolment: true,
      limit: 'authentication',
      shownOnce: true,
      summary: 'Get a secret for an authenticator app',
      description:
        'It is good for 10 minutes, and nothing changes before a code of it was confirmed. Wants a sign-in of the last 5 ' +
        'minutes, or the password, and the second factor that there is.',
      input: schemas.StepUpAgain,
      output: schemas.TotpOffer,
      errors: stepUpErrors,
    }).handle(async ({ password }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      // Before the secret that was shown is replaced by another.
      once.recall(context, {})
      const succeeded = await recent.require(context, member, password)
      const offer = await totp.offer(member.family_member_uuid, member.username)
      return once(context, {}, (tx) => {
        succeeded(tx)
        return offer
      })
    }),

    'mfa.confirm_totp': operation({
      rest: 'POST /auth/mfa/totp/confirm',
      access: 'member',
      scopes: [],
      enrolment: true,
      limit: 'authentication',
      summary: 'Turn an authenticator app on with a code of it',
      description: 'The app before it no longer works then.',
      input: schemas.TotpConfirmation,
      output: schemas.Enabled,
      errors: [failures.WrongCode, NoMember],
    }).handle(async ({ code }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const confirm = await totp.confirm(member.family_member_uuid, code)
      if (!confirm) throw failures.WrongCode()
      return store.write((tx) => {
        if (!confirm(tx)) throw failures.WrongCode()
        changed(dependencies, tx, member, context, 'totp added')
        return { method: 'totp', enabled: true }
      })
    }),
  }
}

function passkeyOperations(dependencies: FactorOperationsDependencies) {
  const { store, recent, factors, passkeys } = dependencies
  return {
    'mfa.passkey_options': operation({
      rest: 'POST /auth/mfa/passkeys/options',
      access: 'member',
      scopes: [],
      enrolment: true,
      limit: 'authentication',
      summary: 'Get the options for making a passkey in a browser',
      description:
        'For a page that is opened by the name of the host, such as `localhost`. Wants a sign-in of the last 5 minutes, or ' +
        'the password, and the second factor that there is. The challenge holds once, for 5 minutes.',
      input: schemas.StepUpAgain,
      output: schemas.PasskeyOptions,
      errors: [...stepUpErrors, failures.NoPasskeyHere, NoSession],
    }).handle(async ({ password }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const { session_uuid } = context.caller
      if (session_uuid === null) throw NoSession()
      const succeeded = await recent.require(context, member, password)
      const { options } = await passkeys.offer(member, context.origin, session_uuid)
      store.write(succeeded)
      return { options }
    }),

    'mfa.add_passkey': operation({
      rest: 'POST /auth/mfa/passkeys',
      status: 201,
      access: 'member',
      scopes: [],
      enrolment: true,
      limit: 'authentication',
      summary: 'Keep a passkey that a browser has made',
      description: 'With the name that you know it by. It signs in with and without the password.',
      input: schemas.NewPasskey,
      output: schemas.PasskeyResult,
      errors: [failures.PasskeyRefused, failures.PasskeyKnown, NoMember, NoSession],
    }).handle(async ({ name, response }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const { session_uuid } = context.caller
      if (session_uuid === null) throw NoSession()
      const register = await passkeys.register(member, response, session_uuid)
      if (!register) throw failures.PasskeyRefused()
      return store.write((tx) => {
        const passkey = register(tx, name.trim())
        if (!passkey) throw failures.PasskeyKnown()
        changed(dependencies, tx, member, context, 'passkey added')
        return { passkey: toPasskey(passkey) }
      })
    }),

    'mfa.remove_passkey': operation({
      rest: 'DELETE /auth/mfa/passkeys/{id}',
      access: 'member',
      scopes: [],
      summary: 'Remove one of your passkeys',
      description: 'Wants a sign-in of the last 5 minutes, with a second factor.',
      input: ById,
      output: schemas.PasskeyResult,
      errors: [StepUpRequired, failures.MethodNotOn, failures.LastFactor, NoMember],
    }).handle(async ({ id }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      await recent.require(context, member, undefined)
      const { family_member_uuid } = member
      return store.write((tx) => {
        const passkey = passkeys.remove(tx, family_member_uuid, id)
        if (!passkey) throw failures.MethodNotOn()
        if (factors.required && !factors.on(family_member_uuid)) throw failures.LastFactor()
        factors.tidy(tx, family_member_uuid)
        changed(dependencies, tx, member, context, 'passkey removed')
        return { passkey: toPasskey(passkey) }
      })
    }),
  }
}

function otherOperations(dependencies: FactorOperationsDependencies) {
  const { store, once, recent, factors, backupCodes, push } = dependencies
  return {
    'mfa.make_backup_codes': operation({
      rest: 'POST /auth/mfa/backup-codes',
      status: 201,
      access: 'member',
      scopes: [],
      enrolment: true,
      limit: 'authentication',
      shownOnce: true,
      summary: 'Make ten backup codes, in place of those before',
      description:
        'Each stands in for a second factor once; they are shown this one time. Wants a sign-in of the last 5 minutes, or ' +
        'the password, and the second factor that there is.',
      input: schemas.StepUpAgain,
      output: schemas.BackupCodes,
      errors: stepUpErrors,
    }).handle(async ({ password }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const succeeded = await recent.require(context, member, password)
      return once(context, {}, (tx) => {
        succeeded(tx)
        const codes = backupCodes.make(tx, member.family_member_uuid)
        changed(dependencies, tx, member, context, 'backup_code added')
        return { codes }
      })
    }),

    'mfa.turn_on_push': operation({
      rest: 'POST /auth/mfa/push',
      access: 'member',
      scopes: [],
      limit: 'authentication',
      summary: 'Approve sign-ins where you are signed in already',
      description:
        'Beside an authenticator app or a passkey, since it works only while you are signed in somewhere. Wants a sign-in of ' +
        'the last 5 minutes, or the password, and a second factor.',
      input: schemas.StepUpAgain,
      output: schemas.Enabled,
      errors: [...stepUpErrors, failures.NoFactorYet],
    }).handle(async ({ password }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const { family_member_uuid } = member
      if (!factors.on(family_member_uuid)) throw failures.NoFactorYet()
      const succeeded = await recent.require(context, member, password)
      return store.write((tx) => {
        succeeded(tx)
        if (push.state(family_member_uuid) === null) {
          push.turnOn(tx, family_member_uuid)
          changed(dependencies, tx, member, context, 'push added')
        }
        return { method: 'push', enabled: true }
      })
    }),

    'mfa.approve_sign_in': operation({
      rest: 'POST /auth/mfa/push/approve',
      access: 'member',
      scopes: [],
      limit: 'authentication',
      summary: 'Approve a sign-in of yours by the number that it shows',
      description:
        'From a session that is open already. Another number is refused, and the third one rejects the sign-in; reject it ' +
        'yourself as any approval.',
      input: schemas.Approval,
      output: schemas.Approved,
      errors: [failures.ApprovalNotFound, failures.WrongNumber, NoMember, NoSession],
    }).handle(({ interaction_id, number }, context) => {
      const { family_member_uuid } = requireMember(dependencies.members, context.caller)
      if (context.caller.session_uuid === null) throw NoSession()
      store.write(push.approve(family_member_uuid, interaction_id, number))
      return { interaction_id }
    }),
  }
}

function removal(dependencies: FactorOperationsDependencies) {
  const { store, recent, factors, totp, passkeys, backupCodes, push } = dependencies
  return {
    'mfa.remove': operation({
      rest: 'DELETE /auth/mfa/{method}',
      access: 'member',
      scopes: [],
      summary: 'Remove a second factor of yours',
      description:
        'Of passkeys, all. With the last authenticator app or passkey, approving sign-ins goes too. Wants a sign-in of the ' +
        'last 5 minutes, with a second factor.',
      input: schemas.ByMethod,
      output: schemas.Enabled,
      errors: [StepUpRequired, failures.MethodNotOn, failures.LastFactor, NoMember],
    }).handle(async ({ method }, context) => {
      const member = requireMember(dependencies.members, context.caller)
      const { family_member_uuid } = member
      await recent.require(context, member, undefined)
      const removers = {
        totp: totp.remove,
        passkey: passkeys.removeAll,
        push: push.remove,
        backup_code: backupCodes.remove,
      }
      return store.write((tx) => {
        if (removers[method](tx, family_member_uuid) === 0) throw failures.MethodNotOn()
        const main = method === 'totp' || method === 'passkey'
        if (main && factors.required && !factors.on(family_member_uuid)) throw failures.LastFactor()
        factors.tidy(tx, family_member_uuid)
        changed(dependencies, tx, member, context, `${method} removed`)
        return { method, enabled: false }
      })
    }),
  }
}
