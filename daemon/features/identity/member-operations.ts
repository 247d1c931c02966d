import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import type { Factors } from './factors/factors.ts'
import * as failures from './failures.ts'
import type { LiveSessions } from './live-sessions.ts'
import { type MemberRow, type Members, toFamilyMember } from './members.ts'
import { type PasswordCheck, recentSignInErrors } from './password-check.ts'
import * as schemas from './schemas.ts'

interface MemberOperationsDependencies {
  readonly store: Store
  readonly audit: IdentityAudit
  readonly bus: Bus
  readonly clock: Clock
  readonly live: LiveSessions
  readonly members: Members
  readonly check: PasswordCheck
  readonly factors: Pick<Factors, 'on'>
}

const isAdmin = ({ roles }: Pick<MemberRow, 'roles'>) => roles.includes('admin')

/** The members of the household, and who of them are admins. */
export function memberOperations({
  store,
  audit,
  bus,
  clock,
  live,
  members,
  check,
  factors,
}: MemberOperationsDependencies) {
  /** A role given or taken holds at once, in every session that is open. */
  const holdRoles = (tx: Transaction, member: MemberRow) => {
    const { family_member_uuid } = member
    const admin = isAdmin(member)
    tx.afterCommit(() => {
      for (const [session_uuid, session] of live) {
        if (session.family_member_uuid === family_member_uuid) live.set(session_uuid, { ...session, admin })
      }
      if (!admin) bus.publish('member.demoted', { family_member_uuid }, { family_member_uuid })
    })
  }

  return {
    'members.list': operation({
      rest: 'GET /auth/members',
      access: 'admin',
      live: 5,
      summary: 'The members of the household',
      description:
        'Who they are, which roles they have, and whether they have a second factor; what they keep with the companion is ' +
        'not in it.',
      input: Page,
      output: listOf(schemas.ListedMember),
      errors: [],
    }).handle((input) => {
      const { items, total } = members.list(pageOf(input))
      // What members prefer is theirs.
      const show = (row: MemberRow) => ({
        ...toFamilyMember(row),
        preferences: {},
        second_factor: factors.on(row.family_member_uuid),
      })
      return { items: items.map(show), total }
    }),

    'members.set_roles': operation({
      rest: 'PUT /auth/members/{id}/roles',
      access: 'admin',
      scopes: [],
      audited: ['id', 'roles'],
      summary: 'Make a member an admin, or one no longer',
      description:
        'Wants a sign-in of the last 5 minutes, or the password. A role that is given comes with the next token.',
      input: schemas.RoleChange,
      output: schemas.MemberResult,
      errors: [...recentSignInErrors, failures.MemberNotFound, failures.LastAdmin],
    }).handle(async ({ id, roles, password }, context) => {
      const { actor, family_member_uuid: own } = context.caller
      const succeeded = await check.requireRecentSignIn(
        context,
        own === null ? undefined : members.byId(own),
        password,
      )
      return store.write((tx) => {
        succeeded(tx)
        const member = members.byId(id)
        if (!member) throw failures.MemberNotFound()
        const changed = { ...member, roles: [...roles], updated_at: iso(clock.now()) }
        if (isAdmin(member) && !isAdmin(changed) && members.admins() === 1) throw failures.LastAdmin()
        members.update(tx, changed)
        holdRoles(tx, changed)
        audit.record(tx, {
          event: 'roles_changed',
          actor,
          address: context.address,
          family_member_uuid: id,
          details: { from: member.roles, to: roles },
        })
        return { family_member: { ...toFamilyMember(changed), preferences: {} } }
      })
    }),
  }
}
