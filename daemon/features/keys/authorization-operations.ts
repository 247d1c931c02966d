import { randomUUID } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { memberOf, NoMember, userScopes } from '../../kernel/scope.ts'
import { operation } from '../../kernel/operation.ts'
import type { Store, Transaction } from '../../store/store.ts'
import type { Consented, Stores, PendingAuthorization } from './authorization-adapters.ts'
import * as schemas from './authorization-schemas.ts'
import {
  type AuthorizationServer,
  type OAuthAnswer,
  type OAuthRequest,
  openAuthorizationServer,
} from './authorization-server.ts'
import type { Grants } from './grants.ts'
import { openClients, RegistrationRefused } from './oauth-clients.ts'
import { openPassing } from './passing.ts'
import { TooManyKeys } from './schemas.ts'

/** How long a program may take to come for what was agreed to, in seconds: longer than its code is good. */
const consentLifetime = 120

interface AuthorizationDependencies {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly grants: Grants
  readonly requireRecentSignIn: (
    context: AuthenticatedContext,
    password: string | undefined,
  ) => Promise<(tx: Transaction) => void>
  readonly isMember: (family_member_uuid: string) => boolean
}

/** What programs ask members for by OAuth, what members decide on it, and the server between them. */
export function openAuthorizations(dependencies: AuthorizationDependencies) {
  const { store, clock, grants } = dependencies
  const stores: Stores = {
    clients: openClients({ store, clock }, grants.isUsed),
    grants,
    waiting: openPassing<PendingAuthorization>(clock),
    codes: openPassing<AdapterPayload>(clock),
    consents: openPassing<Consented>(clock),
    clock,
  }
  const server = openAuthorizationServer(stores, dependencies)
  return {
    operations: authorizationOperations({ ...dependencies, ...stores, decide: server.decide }),
    call: async (request: OAuthRequest): Promise<OAuthAnswer> => {
      if (request.endpoint !== 'register') return server.call(request)
      try {
        return await server.call({ ...request, content: stores.clients.read(request.content) })
      } catch (error) {
        if (!(error instanceof RegistrationRefused)) throw error
        const { error: code, message: error_description } = error
        const status = code === 'temporarily_unavailable' ? 429 : 400
        return { status, location: null, body: JSON.stringify({ error: code, error_description }) }
      }
    },
  }
}

type OperationDependencies = AuthorizationDependencies & Stores & Pick<AuthorizationServer, 'decide'>

function authorizationOperations(dependencies: OperationDependencies) {
  const { store, grants, consents, requireRecentSignIn } = dependencies
  const claim = claiming(dependencies)

  const decide = async (...decision: Parameters<AuthorizationServer['decide']>) => {
    const { location } = await dependencies.decide(...decision)
    if (location === null) throw schemas.AuthorizationNotFound()
    return { redirect_to: location }
  }

  return {
    'authorizations.get': operation({
      rest: 'GET /auth/authorizations/{id}',
      access: 'member',
      scopes: [],
      summary: 'What a program asks you for',
      description: 'Whoever looks at it first is asked, and nobody else.',
      input: schemas.ById,
      output: schemas.AuthorizationResult,
      errors: [NoMember, schemas.AuthorizationNotFound],
    }).handle(({ id }, { caller }) => {
      const { client, ...asked } = claim(id, memberOf(caller))
      return { authorization: { authorization_id: id, client_name: client.name, ...asked } }
    }),

    'authorizations.approve': operation({
      rest: 'POST /auth/authorizations/{id}/approve',
      access: 'member',
      summary: 'Let a program have a key for some of what it asks for',
      description:
        'Wants a sign-in of the last 5 minutes, or the password. The key is among your keys from then on.',
      input: schemas.Approval,
      output: schemas.Decided,
      errors: [NoMember, schemas.AuthorizationNotFound, TooManyKeys],
    }).handle(async ({ id, scopes, password }, context) => {
      const { caller, address } = context
      const family_member_uuid = memberOf(caller)
      const { client, scopes: asked, redirect_uri } = claim(id, family_member_uuid)
      const beyond = scopes.find((scope) => !asked.includes(scope))
      if (beyond) throw invalidRequest('scopes', `the program does not ask for ${beyond}`)
      const key_uuid = randomUUID()
      const { client_id } = client
      const succeeded = await requireRecentSignIn(context, password)
      grants.assertRoom({ family_member_uuid, client_id })
      store.write(succeeded)
      const { session_uuid } = caller
      const name = nameOfKey(client.name, redirect_uri)
      const refused = asked.filter((scope) => !scopes.includes(scope))
      const granted = { key_uuid, family_member_uuid, client_id, name, scopes: [...scopes], refused }
      consents.set(key_uuid, { ...granted, address, session_uuid }, consentLifetime)
      const agreed = { login: { accountId: family_member_uuid }, consent: { grantId: key_uuid } }
      return decide(id, agreed, address)
    }),

    'authorizations.deny': operation({
      rest: 'POST /auth/authorizations/{id}/deny',
      access: 'member',
      summary: 'Let a program have nothing of what it asks for',
      description: 'It is told that you said no, and may ask again.',
      input: schemas.ById,
      output: schemas.Decided,
      errors: [NoMember, schemas.AuthorizationNotFound],
    }).handle(async ({ id }, { caller, address }) => {
      claim(id, memberOf(caller))
      return decide(id, { error: 'access_denied' }, address)
    }),
  }
}

/** What a program asks for, which from then on is put to this member alone; throws `NOT_FOUND` where it is not theirs. */
function claiming({ waiting, clients, clock }: Pick<Stores, 'waiting' | 'clients' | 'clock'>) {
  return (id: string, family_member_uuid: string) => {
    const pending = waiting.get(id)
    const holder = pending?.value.family_member_uuid ?? family_member_uuid
    if (!pending || holder !== family_member_uuid) throw schemas.AuthorizationNotFound()
    const { payload } = pending.value
    waiting.set(id, { payload, family_member_uuid }, (pending.expires_at - clock.now()) / 1_000)
    const { client_id, redirect_uri, scope } = payload.params ?? {}
    const client = clients.find(String(client_id))
    if (!client) throw schemas.AuthorizationNotFound()
    const wanted = new Set(String(scope).split(' '))
    return {
      client,
      redirect_uri: String(redirect_uri),
      scopes: userScopes.filter((one) => wanted.has(one)),
      expires_at: iso(pending.expires_at),
    }
  }
}

/** What a key is called that a program got by asking: by its name, or by where it is answered. */
function nameOfKey(client_name: string | null, redirect_uri: string): string {
  const { protocol, host } = new URL(redirect_uri)
  return `MCP: ${client_name ?? (host || protocol)}`.slice(0, 64)
}
