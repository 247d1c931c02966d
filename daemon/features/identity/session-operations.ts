import type { Bus } from '../../bus/bus.ts'
import type { Static } from 'typebox'
import { iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext, Caller } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import { NoMember } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import { listOf, Page, pageOf } from '../../kernel/paging.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { IdentityAudit } from './audit.ts'
import type { AccessTokens, RevokedTokens } from './access-tokens.ts'
import type { Devices } from './devices.ts'
import * as failures from './failures.ts'
import type { Keys } from './keys.ts'
import * as schemas from './schemas.ts'
import type { SessionRecords } from './session-records.ts'
import type { SessionRow } from './session-store.ts'
import type { Sessions } from './sessions.ts'

interface SessionOperationsDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: IdentityAudit
  readonly bus: Bus
  readonly keys: Keys
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly devices: Devices
  readonly records: SessionRecords
  readonly revoked: RevokedTokens
}

/** Sessions as admins and as their members see and end them; tokens revoked, signing keys rotated. */
export function sessionOperations(dependencies: SessionOperationsDependencies) {
  const { store, once, sessions, records } = dependencies
  const { end, revokeMember, revokeToken } = openRevocation(dependencies)

  const show = (caller: Caller, { items, total }: { items: SessionRow[]; total: number }) => ({
    items: items.map((session) => records.show(session, caller)),
    total,
  })

  return {
    'sessions.list': operation({
      rest: 'GET /auth/sessions',
      access: 'admin',
      live: 5,
      summary: 'The open sessions of the household',
      description:
        'Of all members, or of the one that `family_member_uuid` names. The session that asks is marked as ' +
        '`current`.',
      input: schemas.MembersPage,
      output: listOf(schemas.SessionRecord),
      errors: [],
    }).handle(({ family_member_uuid = null, ...page }, { caller }) =>
      show(caller, sessions.list(family_member_uuid, pageOf(page))),
    ),

    'sessions.end': operation({
      rest: 'DELETE /auth/sessions/{id}',
      access: 'admin',
      audited: ['id'],
      summary: 'End any session',
      description:
        'Its tokens are refused from then on, and its WebSockets and streams are closed within a second.',
      input: schemas.ById,
      output: schemas.SessionResult,
      errors: [failures.SessionNotFound],
    }).handle(({ id }, context) => store.write((tx) => end(tx, id, context))),

    'profile.sessions': operation({
      rest: 'GET /auth/profile/sessions',
      access: 'member',
      scopes: [],
      summary: 'Your own open sessions',
      description: 'The session that asks is marked as `current`.',
      input: Page,
      output: listOf(schemas.SessionRecord),
      errors: [NoMember],
    }).handle((page, { caller }) => {
      if (caller.family_member_uuid === null) throw NoMember()
      return show(caller, sessions.list(caller.family_member_uuid, pageOf(page)))
    }),

    'profile.end_session': operation({
      rest: 'DELETE /auth/profile/sessions/{id}',
      access: 'member',
      summary: 'End one of your own sessions',
      description:
        'Its tokens are refused from then on, and its WebSockets and streams are closed within a second. ' +
        "Another member's session is not found.",
      input: schemas.ById,
      output: schemas.SessionResult,
      errors: [failures.SessionNotFound],
    }).handle(({ id }, context) => {
      const { family_member_uuid } = context.caller
      if (sessions.find(id)?.family_member_uuid !== family_member_uuid) throw failures.SessionNotFound()
      return store.write((tx) => end(tx, id, context))
    }),

    'auth.revoke_tokens': operation({
      rest: 'POST /auth/tokens/revoke',
      access: 'admin',
      audited: ['session_uuid', 'family_member_uuid'],
      summary: 'Revoke the tokens of a session, of a member, or one token',
      description: 'Give exactly one of the three. With a token of a session, the session ends.',
      input: schemas.Revocation,
      output: schemas.EndedSessions,
      errors: [failures.SessionNotFound, failures.TokenNotFound],
    }).handle(async (input, context) => {
      const { session_uuid, family_member_uuid, token } = input
      if (Object.keys(input).length !== 1)
        throw invalidRequest('', 'needs exactly one of session_uuid, family_member_uuid and token')
      const revokeOne = token === undefined ? undefined : await revokeToken(token, context)
      return once(context, input, (tx) => {
        if (revokeOne) return revokeOne(tx)
        if (family_member_uuid !== undefined) return revokeMember(tx, family_member_uuid, context)
        return { sessions_ended: [end(tx, session_uuid ?? '', context).session_uuid] }
      })
    }),

    ...keyOperations(dependencies),
  }
}

function keyOperations({ once, audit, bus, keys }: SessionOperationsDependencies) {
  /** Rotates a key once for each idempotency key, and writes it down. */
  const rotated = async (input: object, context: AuthenticatedContext, key: 'signing' | 'local') => {
    const first = once.recall(context, input)
    // Kept by an operation that answers the same.
    if (first) return first as Static<typeof schemas.RotatedKey>
    const { caller, address } = context
    const kid = await (key === 'local' ? keys.rotateLocal() : keys.rotate())
    if (key === 'local') bus.publish('local_key.rotated', {})
    const details = key === 'local' ? { kid, key } : { kid }
    return once(context, input, (tx) => {
      audit.record(tx, { event: 'signing_key_rotated', actor: caller.actor, address, details })
      return { kid }
    })
  }

  return {
    'auth.rotate_keys': operation({
      rest: 'POST /auth/keys/rotate',
      access: 'admin',
      scopes: [],
      summary: 'Sign access tokens with a new key from now on; nobody is signed out',
      description:
        'Tokens that the key before has signed are accepted for another half hour, which is longer than any ' +
        'of them is valid.',
      input: Nothing,
      output: schemas.RotatedKey,
      errors: [],
    }).handle((input, context) => rotated(input, context, 'signing')),

    'auth.rotate_local_key': operation({
      rest: 'POST /auth/local-key/rotate',
      access: 'admin',
      scopes: [],
      summary: 'Replace the local key, by which programs of this machine call as `system:`',
      description:
        'Tokens that were made with the key before are refused from then on, and their WebSockets and streams closed. ' +
        'The command line and the app read the new key from the home by themselves.',
      input: Nothing,
      output: schemas.RotatedKey,
      errors: [],
    }).handle((input, context) => rotated(input, context, 'local')),
  }
}

/** Ends sessions and revokes tokens, and writes down who did. */
function openRevocation(dependencies: SessionOperationsDependencies) {
  const { audit, bus, tokens, sessions, devices, revoked } = dependencies

  /** Ends a session and writes it down; throws `NOT_FOUND` where it had ended. */
  const end = (tx: Transaction, session_uuid: string, { caller, address }: AuthenticatedContext) => {
    const session = sessions.find(session_uuid)
    if (!session || !sessions.end(tx, session_uuid)) throw failures.SessionNotFound()
    const { family_member_uuid } = session
    const about = { actor: caller.actor, address, family_member_uuid, session_uuid }
    audit.record(tx, { event: 'session_revoked', ...about })
    return { session_uuid }
  }

  const revokeMember = (tx: Transaction, family_member_uuid: string, context: AuthenticatedContext) => {
    const sessions_ended = sessions.endAll(tx, family_member_uuid)
    if (sessions_ended.length === 0) throw failures.TokenNotFound()
    devices.forgetCodesOf(tx, family_member_uuid)
    const { caller, address } = context
    const details = { sessions_ended: sessions_ended.length }
    audit.record(tx, { event: 'session_revoked', actor: caller.actor, address, family_member_uuid, details })
    return { sessions_ended }
  }

  /** The session of an access or a refresh token; a `system:` token has none and is revoked by its `jti`. */
  const revokeToken = async (token: string, context: AuthenticatedContext) => {
    const identity = await tokens.inspect(token)
    const session_uuid = identity?.session_uuid ?? sessions.ofRefreshToken(token)?.session_uuid
    return (tx: Transaction) => {
      if (session_uuid !== undefined) return { sessions_ended: [end(tx, session_uuid, context).session_uuid] }
      if (!identity) throw failures.TokenNotFound()
      const { caller, address } = context
      revoked.add(tx, { jti: identity.jti, expires_at: iso(identity.expires_at) })
      tx.afterCommit(() => bus.publish('token.revoked', { actor: identity.actor }))
      const details = { jti: identity.jti }
      audit.record(tx, { event: 'token_revoked', actor: caller.actor, address, details })
      return { sessions_ended: [] }
    }
  }

  return { end, revokeMember, revokeToken }
}
