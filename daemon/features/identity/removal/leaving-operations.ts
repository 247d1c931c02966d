import { NoMember } from '../../../kernel/scope.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nothing } from '../../../kernel/schema.ts'
import type { Store } from '../../../store/store.ts'
import type { IdentityAudit } from '../audit.ts'
import type { RecentFactor } from '../factors/recent-factor.ts'
import * as failures from '../failures.ts'
import type { Keys } from '../keys.ts'
import { type Members, requireMember } from '../members.ts'
import { recentSignInErrors } from '../password-check.ts'
import * as schemas from '../schemas.ts'
import type { Accounts } from './accounts.ts'
import type { Receipts } from './receipts.ts'

interface LeavingDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly members: Members
  readonly recent: RecentFactor
  readonly accounts: Pick<Accounts, 'assertMayLeave' | 'leave'>
  readonly receipts: Receipts
  readonly keys: Pick<Keys, 'receipt'>
}

/** Leaving for good, and the receipts that say so. */
export function leavingOperations(dependencies: LeavingDependencies) {
  const { store, audit, members, recent, accounts, receipts, keys } = dependencies
  return {
    'auth.forget_me': operation({
      rest: 'POST /auth/forget-me',
      access: 'member',
      limit: 'authentication',
      summary: 'Delete your account and everything that the companion holds of you',
      description:
        'At once and for good, with what you share with the household; it goes from the backups shortly after, and no backup ' +
        'brings it back. Wants the password, and where you have a second factor, one given in the last 5 minutes. The only ' +
        'admin of others makes one of them an admin first. With the last member everybody else whom the companion knows goes, ' +
        'and the home can be set up anew. The receipt is signed by this home: `companion receipt FILE` verifies it.',
      input: schemas.ForgetMe,
      output: schemas.Forgotten,
      errors: [...recentSignInErrors, failures.OnlyAdmin, NoMember],
    }).handle(async ({ password }, context) => {
      const { caller, address } = context
      const member = requireMember(members, caller)
      const { family_member_uuid } = member
      accounts.assertMayLeave(family_member_uuid)
      const succeeded = await recent.require(context, member, password)
      const backups = await receipts.backups()
      return store.write((tx) => {
        succeeded(tx)
        requireMember(members, caller)
        const left = accounts.leave(tx, family_member_uuid)
        const about = { event: 'person_erased', actor: caller.actor, address } as const
        const details = { kind: 'member', removed_by: caller.actor }
        audit.record(tx, { ...about, family_member_uuid, details: { ...details, deleted: left.deleted } })
        for (const id of left.along) audit.record(tx, { ...about, family_member_uuid: id, details })
        const { deleted, erasure } = left
        return { deleted, ...receipts.begun(tx, erasure, { account: 'deleted', deleted, backups }) }
      })
    }),

    'auth.receipt': operation({
      rest: 'GET /auth/receipts/{id}',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      summary: 'How it is with a deletion, as a receipt',
      description:
        'For whoever has the id of a receipt, which needs no account. It is `final` once no backup holds what was deleted, in ' +
        'the home and on the other disk or server.',
      input: schemas.ById,
      output: schemas.IssuedReceipt,
      errors: [failures.ReceiptNotFound],
    }).handle(async ({ id }) => {
      const issued = await receipts.again(id)
      if (!issued) throw failures.ReceiptNotFound()
      return issued
    }),

    'auth.receipt_key': operation({
      rest: 'GET /auth/receipt-key',
      access: 'anyone',
      anySession: true,
      summary: 'The public key that verifies the receipts of this home',
      description: 'A JWK (RFC 7517), as it stands in the header of each receipt.',
      input: Nothing,
      output: schemas.ReceiptKey,
      errors: [],
    }).handle(() => {
      const { kid, jwk } = keys.receipt
      return { key: { kty: jwk.kty ?? '', crv: jwk.crv ?? '', x: jwk.x ?? '', kid } }
    }),
  }
}
