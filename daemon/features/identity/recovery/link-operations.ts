import { randomUUID } from 'node:crypto'
import { iso } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import { operation } from '../../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../../kernel/paging.ts'
import type { Idempotency } from '../../../store/idempotency.ts'
import * as failures from '../failures.ts'
import { MfaRequired } from '../factors/failures.ts'
import { ById, SignedIn } from '../schemas.ts'
import { fingerprint, newSecret } from '../secrets.ts'
import type { RecoveryDependencies } from './recovering.ts'
import * as schemas from './schemas.ts'
import type { SignInLinkRow } from './sign-in-links.ts'
import { nameOfActor } from './notify-member.ts'
import { recentSignInErrors } from '../password-check.ts'

/** How long a link holds, in milliseconds: a day. */
const lifetime = 86_400_000

export interface LinkDependencies extends RecoveryDependencies {
  readonly once: Idempotency
  /** The REST root, once the daemon listens. */
  readonly baseUrl: () => string
}

const toLink = ({ code_hash: _, ...link }: SignInLinkRow) => link

/** Links with which members set a new password and sign in, where an admin helps. */
export function linkOperations(dependencies: LinkDependencies) {
  return { ...makingLinks(dependencies), ...openLinks(dependencies), ...usingLinks(dependencies) }
}

function makingLinks({ once, audit, clock, members, check, links, notifyMember, baseUrl }: LinkDependencies) {
  return {
    'links.create': operation({
      rest: 'POST /auth/sign-in-links',
      status: 201,
      access: 'admin',
      scopes: [],
      shownOnce: true,
      audited: ['family_member_uuid', 'without_second_factor'],
      summary: 'Make a link with which another member sets a new password and signs in',
      description:
        'It holds for a day, once. Wants a sign-in of the last 5 minutes, or the password. The member is told. Their second ' +
        'factors are still asked for, unless `without_second_factor`.',
      input: schemas.NewSignInLink,
      output: schemas.MadeSignInLink,
      errors: [...recentSignInErrors, failures.MemberNotFound, failures.NotOneself],
    }).handle(async ({ password, ...input }, context) => {
      const { family_member_uuid, without_second_factor = false } = input
      const { actor, family_member_uuid: own, session_uuid } = context.caller
      if (family_member_uuid === own) throw failures.NotOneself()
      const succeeded = await check.requireRecentSignIn(context, members.byId(own ?? ''), password)
      return once(context, input, (tx) => {
        succeeded(tx)
        const member = members.byId(family_member_uuid)
        if (!member) throw failures.MemberNotFound()
        const link_code = newSecret()
        const now = clock.now()
        const link: SignInLinkRow = {
          link_uuid: randomUUID(),
          code_hash: fingerprint(link_code),
          family_member_uuid,
          without_second_factor,
          created_by: actor,
          created_at: iso(now),
          expires_at: iso(now + lifetime),
        }
        links.insert(tx, link)
        const { link_uuid } = link
        const details = { link_uuid, without_second_factor }
        const about = { actor, address: context.address, family_member_uuid, session_uuid, details }
        audit.record(tx, { event: 'sign_in_link_created', ...about })
        notifyMember(tx, member, {
          kind: 'link made',
          who: nameOfActor(members, actor),
          until: now + lifetime,
          withoutSecondFactor: without_second_factor,
        })
        // After the `#`, so that no server and no log along the way sees it.
        const url = `${new URL(baseUrl()).origin}/#/recover?link=${link_code}`
        return { ...toLink(link), link_code, url }
      })
    }),
  }
}

function openLinks({ store, audit, clock, links }: LinkDependencies) {
  return {
    'links.list': operation({
      rest: 'GET /auth/sign-in-links',
      access: 'member',
      scopes: [],
      live: 5,
      summary: 'The sign-in links that can still be used',
      description: 'Those for you; for admins everybody’s. None shows its code again.',
      input: Page,
      output: listOf(schemas.SignInLink),
      errors: [],
    }).handle((input, { caller }) => {
      const whose = caller.admin ? null : caller.family_member_uuid
      const { items, total } = links.list(whose, clock.now(), pageOf(input))
      return { items: items.map(toLink), total }
    }),

    'links.withdraw': operation({
      rest: 'DELETE /auth/sign-in-links/{id}',
      access: 'member',
      summary: 'Take a sign-in link back',
      description:
        'For admins, and for the member whom it is for. One that was used or has expired is not found.',
      input: ById,
      output: schemas.SignInLink,
      errors: [failures.SignInLinkNotFound],
    }).handle(({ id }, { caller, address }) => {
      const { actor, session_uuid } = caller
      const whose = caller.admin ? null : caller.family_member_uuid
      return store.write((tx) => {
        const link = links.withdraw(tx, id, whose, clock.now())
        if (!link) throw failures.SignInLinkNotFound()
        const { family_member_uuid, link_uuid } = link
        const about = { actor, address, family_member_uuid, session_uuid, details: { link_uuid } }
        audit.record(tx, { event: 'sign_in_link_withdrawn', ...about })
        return toLink(link)
      })
    }),
  }
}

function usingLinks(dependencies: LinkDependencies) {
  const { store, audit, clock, members, links, factors, secondSteps, newPassword, setPassword } = dependencies
  const { openSession, signInOriginOf, signedIn, sessions } = dependencies

  const refuse = ({ address }: Context) => {
    const details = { by: 'sign_in_link' }
    store.write((tx) => audit.record(tx, { event: 'recovery_failed', actor: 'nobody', address, details }))
    return failures.InvalidSignInLink()
  }

  const ownerOf = (code: string, context: Context) => {
    const link = links.find(fingerprint(code), clock.now())
    const member = link && members.byId(link.family_member_uuid)
    if (!member) throw refuse(context)
    return { link, member }
  }

  return {
    'links.open': operation({
      rest: 'POST /auth/sign-in-links/open',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      summary: 'Whom a sign-in link is for',
      description: 'It can be used afterwards as before.',
      input: schemas.OpenedLink,
      output: schemas.LinkOwner,
      errors: [failures.InvalidSignInLink],
    }).handle(({ link_code }, context) => {
      const { link, member } = ownerOf(link_code, context)
      const { username, full_name } = member
      return { username, full_name, expires_at: link.expires_at }
    }),

    'links.use': operation({
      rest: 'POST /auth/sign-in-links/use',
      access: 'anyone',
      anySession: true,
      limit: 'authentication',
      summary: 'Set a new password with a sign-in link, and be signed in',
      description:
        'The link is used up with a password that is good enough, and no earlier. All other sessions of the member end, unless they ' +
        'are kept. With second factors the answer is `MFA_REQUIRED`, and `POST /auth/login` goes on from there.',
      proof: true,
      input: schemas.UsedLink,
      output: SignedIn,
      errors: [
        failures.InvalidSignInLink,
        MfaRequired,
        failures.PasswordRejected,
        failures.InvalidProof,
        failures.TooManyHashes,
      ],
    }).handle(async ({ link_code, new_password, keep_sessions }, context) => {
      const { member: owner } = ownerOf(link_code, context)
      const signInOrigin = await signInOriginOf(context)
      const password_hash = await newPassword(owner, new_password)
      const { family_member_uuid } = owner
      // Who is signed in as that member is answered first.
      const except = context.caller?.session_uuid ?? null
      const endOwn = (session_uuid: string | null) => {
        if (except === null || keep_sessions) return
        store.write((tx) => sessions.endAll(tx, family_member_uuid, session_uuid))
      }
      const used = store.write((tx) => {
        const link = links.take(tx, fingerprint(link_code), clock.now())
        if (!link) return null
        const who = nameOfActor(members, link.created_by)
        const common = { password_hash, context, keep_sessions, except }
        const recovery = { by: 'sign-in link', who, ...common } as const
        const { member } = setPassword(tx, family_member_uuid, recovery)
        if (factors.on(family_member_uuid) && !link.without_second_factor) return { member, granted: null }
        const how = { ...factors.howByPassword(family_member_uuid), methods: ['otp', 'pwd'] } as const
        return { member, granted: openSession(tx, member, signInOrigin, how) }
      })
      // Somebody else was faster with it.
      if (!used) throw refuse(context)
      const { member, granted } = used
      const outcome = granted ? await signedIn(member, granted) : await secondSteps.begin(member, context)
      endOwn(granted?.session.session_uuid ?? null)
      if (outcome instanceof Error) throw outcome
      return outcome
    }),
  }
}
