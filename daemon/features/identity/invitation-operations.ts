import { randomUUID } from 'node:crypto'
import { type Clock, iso } from '../../kernel/clock.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store } from '../../store/store.ts'
import { InvitationNotFound } from './failures.ts'
import type { InvitationRow, Invitations } from './invitations.ts'
import { codeHash, newCode } from './one-time-codes.ts'
import * as schemas from './schemas.ts'

/** How long an invitation holds, in milliseconds: a day. */
const lifetime = 86_400_000

interface InvitationOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly clock: Clock
  readonly invitations: Invitations
}

const toInvitation = ({ code_hash: _, ...invitation }: InvitationRow) => invitation

/** Invitations: codes with which people register themselves. */
export function invitationOperations({ store, once, clock, invitations }: InvitationOperationsDependencies) {
  return {
    'invitations.create': operation({
      rest: 'POST /auth/invitations',
      status: 201,
      access: 'admin',
      scopes: [],
      shownOnce: true,
      summary: 'Invite somebody: a code for one registration within a day',
      description:
        'The code is in this answer only. Whoever registers with it becomes a member without any role.',
      input: Nothing,
      output: schemas.NewInvitation,
      errors: [],
    }).handle((input, context) =>
      once(context, input, (tx) => {
        const invitation_code = newCode(3)
        const now = clock.now()
        const invitation: InvitationRow = {
          invitation_uuid: randomUUID(),
          code_hash: codeHash(invitation_code),
          created_by: context.caller.actor,
          created_at: iso(now),
          expires_at: iso(now + lifetime),
        }
        invitations.insert(tx, invitation)
        return { ...toInvitation(invitation), invitation_code }
      }),
    ),

    'invitations.list': operation({
      rest: 'GET /auth/invitations',
      access: 'admin',
      live: 5,
      summary: 'The invitations that can still be used',
      description: 'Neither used, nor withdrawn, nor expired. Their codes are not shown again.',
      input: Page,
      output: listOf(schemas.Invitation),
      errors: [],
    }).handle((input) => {
      const { items, total } = invitations.list(clock.now(), pageOf(input))
      return { items: items.map(toInvitation), total }
    }),

    'invitations.withdraw': operation({
      rest: 'DELETE /auth/invitations/{id}',
      access: 'admin',
      audited: ['id'],
      summary: 'Take an invitation back',
      description:
        'Nobody can register with its code any more. One that has been used or has expired is not found.',
      input: schemas.ById,
      output: schemas.Invitation,
      errors: [InvitationNotFound],
    }).handle(({ id }) => {
      const withdrawn = store.write((tx) => invitations.withdraw(tx, id, clock.now()))
      if (!withdrawn) throw InvitationNotFound()
      return toInvitation(withdrawn)
    }),
  }
}
