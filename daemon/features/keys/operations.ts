import { randomBytes, randomUUID } from 'node:crypto'
import type { Bus } from '../../bus/bus.ts'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { failure, InsufficientPermissions, invalidRequest } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember, adminScopes } from '../../kernel/scope.ts'
import { moment } from '../../kernel/moment.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf } from '../../kernel/paging.ts'
import type { Audit } from '../../store/audit.ts'
import type { Idempotency } from '../../store/idempotency.ts'
import type { Store, Transaction } from '../../store/store.ts'
import { openAuthorizations } from './authorization-operations.ts'
import { openGrants } from './grants.ts'
import { hashOfKey, type LiveKeys, openLiveKeys, textOfKey } from './live-keys.ts'
import * as schemas from './schemas.ts'
import { type KeyQueries, type KeyRow, keyStore } from './store.ts'

const KeyNotFound = failure('NOT_FOUND', 'key not found')

interface KeysDependencies {
  readonly store: Store
  readonly once: Idempotency
  readonly audit: Audit<'key_created' | 'key_revoked'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly isOperation: (name: string) => boolean
}

interface KeysPorts {
  /**
   * Throws `AUTHENTICATION_REQUIRED` (`reason` is `step_up`) unless the password was given within 5 min, or is now. The
   * answer counts the success, in the transaction of what it was for.
   */
  readonly requireRecentSignIn: (
    context: AuthenticatedContext,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
  readonly isAdmin: (family_member_uuid: string) => boolean
  readonly isMember: (family_member_uuid: string) => boolean
}

/** Keys: what programs come with instead of a sign-in, each for what its owner made it for. */
export function openKeys(dependencies: KeysDependencies, ports: KeysPorts) {
  const { store, clock } = dependencies
  const queries = keyStore(store)
  store.write((tx) => queries.forget(tx, clock.now()))
  const live = openLiveKeys({ ...dependencies, ...ports, queries })
  const grants = openGrants({ ...dependencies, ...ports, queries, live })
  const authorizations = openAuthorizations({ ...dependencies, ...ports, grants })
  return {
    operations: {
      ...keyOperations({ ...dependencies, ...ports, queries, live }),
      ...authorizations.operations,
    },
    /** Answers a program that asks for a key by OAuth. */
    authorize: authorizations.call,
    /** Null where it does not look like a key; else who calls with it, or throws 401. */
    authenticate: live.authenticate,
    erase: (tx: Transaction, family_member_uuid: string) => {
      tx.afterCommit(() => live.end((row) => row.family_member_uuid === family_member_uuid))
      return { keys: queries.erase(tx, family_member_uuid) }
    },
    suspend: live.suspend,
    /** Writes down which keys were used last. */
    stop: live.flush,
  }
}

interface OperationDependencies extends KeysDependencies, KeysPorts {
  readonly queries: KeyQueries
  readonly live: LiveKeys
}

function keyOperations(dependencies: OperationDependencies) {
  const { store, once, audit, clock, queries, live, requireRecentSignIn } = dependencies

  const show = (row: KeyRow): schemas.ApiKey => {
    const { key_hash: _, client_id: __, token_expires_at: ___, ...shown } = row
    return { ...shown, last_used_at: live.lastUsed(row) }
  }

  return {
    'keys.create': operation({
      rest: 'POST /auth/keys',
      status: 201,
      access: 'member',
      shownOnce: true,
      summary: 'Make a key for a program',
      description:
        'A program sends it wherever an access token is sent, and is its owner there, for nothing but its scopes. ' +
        'The key is in this answer only. Wants a sign-in of the last 5 minutes, or the password.',
      input: schemas.NewKey,
      output: schemas.CreatedKey,
      errors: [NoMember, schemas.TooManyKeys],
    }).handle(async ({ password, ...wanted }, context) => {
      once.recall(context, wanted)
      const { caller, address } = context
      const family_member_uuid = memberOf(caller)
      const row = newRow(wanted, { ...dependencies, family_member_uuid, admin: caller.admin })
      const succeeded = await requireRecentSignIn(context, password)
      const key = textOfKey(randomBytes(32).toString('base64url'))
      const made = { ...row, key_hash: hashOfKey(key) }
      // Without the password: a quick hash of the request is stored beside the key.
      return once(context, wanted, (tx) => {
        succeeded(tx)
        if (live.countOf(family_member_uuid) >= schemas.maxKeys) throw schemas.TooManyKeys()
        queries.insert(tx, made)
        const { key_uuid, name, scopes } = made
        const { actor, session_uuid } = caller
        const details = { key_uuid, name, scopes }
        audit.record(tx, { event: 'key_created', actor, address, family_member_uuid, session_uuid, details })
        tx.afterCommit(() => live.add(made))
        return { key, api_key: show(made) }
      })
    }),

    'keys.list': operation({
      rest: 'GET /auth/keys',
      access: 'member',
      scopes: [],
      summary: 'Your keys, newest first',
      description:
        'Without the keys themselves, which nobody can show again. Admins may ask for those of another member, and ' +
        "programs of this machine for everybody's.",
      input: schemas.KeysPage,
      output: schemas.Keys,
      errors: [],
    }).handle(({ family_member_uuid, ...page }, { caller }) => {
      const whose = family_member_uuid ?? caller.family_member_uuid
      if (whose !== caller.family_member_uuid && !caller.admin) throw InsufficientPermissions()
      const { items, total } = queries.list(whose, clock.now(), pageOf(page))
      return { items: items.map(show), total }
    }),

    'keys.revoke': operation({
      rest: 'DELETE /auth/keys/{id}',
      access: 'member',
      summary: 'Revoke a key',
      description:
        'It is refused from then on, and what was opened with it is closed. Admins may revoke those of other members.',
      input: schemas.ById,
      output: schemas.KeyResult,
      errors: [KeyNotFound],
    }).handle(({ id }, { caller, address }) => {
      const row = live.find(id)
      if (!row || !(caller.admin || row.family_member_uuid === caller.family_member_uuid)) throw KeyNotFound()
      store.write((tx) => {
        queries.remove(tx, id)
        const { key_uuid, name, family_member_uuid } = row
        const { actor, session_uuid } = caller
        const details = { key_uuid, name }
        audit.record(tx, { event: 'key_revoked', actor, address, family_member_uuid, session_uuid, details })
        tx.afterCommit(() => live.end(({ key_uuid }) => key_uuid === id))
      })
      return { api_key: show(row) }
    }),
  }
}

interface Owner extends Pick<KeysDependencies, 'clock' | 'isOperation'> {
  readonly family_member_uuid: string
  readonly admin: boolean
}

/** The row of a new key, but for its hash; throws 400 and 403 where it may not be made. */
function newRow(
  { name, scopes, expires_at, allowed_operations }: Omit<schemas.NewKey, 'password'>,
  { family_member_uuid, admin, clock, isOperation }: Owner,
): Omit<KeyRow, 'key_hash'> {
  const beyond = scopes.find((scope) => adminScopes.has(scope) && !admin)
  if (beyond) throw InsufficientPermissions({ scope: beyond })
  const unknown = allowed_operations?.find((operation) => !isOperation(operation))
  if (unknown !== undefined) throw invalidRequest('allowed_operations', `names no operation: ${unknown}`)
  const now = clock.now()
  const end = expires_at === undefined ? null : moment('expires_at', expires_at)
  if (end !== null && end <= now) throw invalidRequest('expires_at', 'must be in the future')
  return {
    key_uuid: randomUUID(),
    family_member_uuid,
    name: name.trim(),
    scopes: [...scopes],
    allowed_operations: allowed_operations ?? null,
    created_at: iso(now),
    last_used_at: null,
    expires_at: end === null ? null : iso(end),
    client_id: null,
    token_expires_at: null,
  }
}
