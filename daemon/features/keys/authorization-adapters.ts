import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Consent, Grant, Grants } from './grants.ts'
import type { Clients } from './oauth-clients.ts'
import type { Passing } from './passing.ts'

export interface PendingAuthorization {
  readonly payload: AdapterPayload
  /** The member who has looked at it, and now alone may decide. */
  readonly family_member_uuid: string | null
}

/** What a member has agreed to, and what not, of all that a program asked for. */
export interface Consented extends Consent {
  readonly refused: readonly Scope[]
}

/** Where everything lies that the authorization server knows. */
export interface Stores {
  readonly clients: Clients
  readonly grants: Grants
  readonly waiting: Passing<PendingAuthorization>
  readonly codes: Passing<AdapterPayload>
  /** What members have agreed to, until the program has its key. */
  readonly consents: Passing<Consented>
  readonly clock: Clock
}

interface Place {
  /** The one thing that keys are for, as an address (RFC 8707). */
  readonly resource: string
  /** Where the present call comes from. */
  readonly address: () => string
}

const nothing = () => Promise.resolve(undefined)
const unused: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
}

/**
 * How oidc-provider keeps its models here: programs and keys in the database, what lives for minutes in memory, sessions
 * nowhere, since the pages have their own. Grants, access tokens and refresh tokens are views of the keys.
 */
export function openAdapters(stores: Stores, place: Place): (model: string) => Adapter {
  const adapters: Readonly<Record<string, Partial<Adapter>>> = {
    Client: clientAdapter(stores),
    Interaction: interactionAdapter(stores),
    AuthorizationCode: codeAdapter(stores),
    Grant: grantAdapter(stores, place),
    AccessToken: accessTokenAdapter(stores, place),
    RefreshToken: refreshTokenAdapter(stores, place),
  }
  return (model) => ({ ...unused, ...adapters[model] })
}

/** Seconds since the epoch on the clock of oidc-provider, which is not the daemon's where that is a test's. */
const onItsClock = (expires_at: number, clock: Clock) =>
  Math.floor((Date.now() + expires_at - clock.now()) / 1_000)

function clientAdapter({ clients }: Stores): Partial<Adapter> {
  return {
    upsert: async (client_id, { client_name, redirect_uris = [] }) =>
      clients.add(client_id, { redirect_uris, ...(client_name !== undefined && { client_name }) }),
    find: async (client_id) => {
      const client = clients.find(client_id)
      if (!client) return undefined
      const { name, redirect_uris } = client
      return { client_id, redirect_uris, ...(name !== null && { client_name: name }) }
    },
  }
}

function interactionAdapter({ waiting, clock }: Stores): Partial<Adapter> {
  return {
    upsert: async (id, payload, seconds = 0) => {
      const family_member_uuid = waiting.get(id)?.value.family_member_uuid ?? null
      waiting.set(id, { payload, family_member_uuid }, seconds)
    },
    find: async (id) => {
      const entry = waiting.get(id)
      return entry && { ...entry.value.payload, exp: onItsClock(entry.expires_at, clock) }
    },
    destroy: async (id) => waiting.delete(id),
  }
}

function codeAdapter({ codes, clock }: Stores): Partial<Adapter> {
  return {
    upsert: async (id, payload, seconds = 0) => codes.set(id, payload, seconds),
    find: async (id) => {
      const code = codes.get(id)
      return code && { ...code.value, exp: onItsClock(code.expires_at, clock) }
    },
    consume: async (id) => {
      const code = codes.get(id)
      if (!code) return
      const seconds = (code.expires_at - clock.now()) / 1_000
      codes.set(id, { ...code.value, consumed: true }, seconds)
    },
    revokeByGrantId: async (grantId) => codes.deleteWhere((code) => code.grantId === grantId),
  }
}

/** What is the same in all three views of a key. */
const viewOf = ({ key_uuid, family_member_uuid, client_id, scopes }: Grant) => ({
  accountId: family_member_uuid,
  clientId: client_id ?? '',
  grantId: key_uuid,
  scope: scopes.join(' '),
})

function grantAdapter({ consents, grants, clock }: Stores, { resource, address }: Place): Partial<Adapter> {
  const payloadOf = (grant: Grant, refused: readonly Scope[]): AdapterPayload => {
    const { accountId, clientId, grantId: jti, scope } = viewOf(grant)
    const exp = onItsClock(grant.expires_at, clock)
    const resources = { [resource]: scope }
    const rejected = refused.length > 0 && { rejected: { resources: { [resource]: refused.join(' ') } } }
    const payload = { kind: 'Grant', jti, accountId, clientId, exp, resources, ...rejected }
    return payload
  }
  return {
    find: async (key_uuid) => {
      const consented = consents.get(key_uuid)
      if (consented)
        return payloadOf({ ...consented.value, expires_at: consented.expires_at }, consented.value.refused)
      const grant = grants.find(key_uuid)
      return grant && payloadOf(grant, [])
    },
    destroy: async (key_uuid) => {
      consents.delete(key_uuid)
      grants.end(key_uuid, address())
    },
  }
}

function accessTokenAdapter(stores: Stores, { resource, address }: Place): Partial<Adapter> {
  const { consents, grants, clock } = stores
  return {
    upsert: async (token, { grantId = '' }) => {
      const consented = consents.get(grantId)
      if (!consented) return grants.renew(grantId, token)
      consents.delete(grantId)
      const { refused: _, ...consent } = consented.value
      return grants.begin(consent, token)
    },
    find: async (token) => {
      const grant = grants.ofToken(token)
      if (!grant) return undefined
      const exp = onItsClock(grant.expires_at, clock)
      return { ...viewOf(grant), kind: 'AccessToken', jti: token, aud: resource, exp }
    },
    destroy: async (token) => {
      const grant = grants.ofToken(token)
      if (grant) grants.end(grant.key_uuid, address())
    },
    revokeByGrantId: async (key_uuid) => grants.end(key_uuid, address()),
  }
}

function refreshTokenAdapter({ grants, clock }: Stores, { resource, address }: Place): Partial<Adapter> {
  return {
    upsert: async (token, { grantId = '' }) => grants.addRefreshToken(grantId, token),
    find: async (token) => {
      const refreshToken = grants.ofRefreshToken(token)
      if (!refreshToken) return undefined
      const exp = onItsClock(refreshToken.grant.expires_at, clock)
      const view = { ...viewOf(refreshToken.grant), gty: 'authorization_code', resource, exp }
      return { ...view, kind: 'RefreshToken', jti: token, ...(refreshToken.used && { consumed: true }) }
    },
    consume: async (token) => grants.useRefreshToken(token),
    destroy: async (token) => {
      const refreshToken = grants.ofRefreshToken(token)
      if (refreshToken) grants.end(refreshToken.grant.key_uuid, address())
    },
    revokeByGrantId: async (key_uuid) => grants.end(key_uuid, address()),
  }
}
