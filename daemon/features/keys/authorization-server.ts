import { generateKeyPairSync } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import { lazy } from '../../kernel/lazy.ts'
import type { Log } from '../../kernel/log.ts'
import { defaultScopes, userScopes } from '../../kernel/scope.ts'
import { openAdapters, type Stores } from './authorization-adapters.ts'
import { accessTokenLifetime, grantLifetime } from './grants.ts'
import { textOfKey } from './live-keys.ts'

/** How long a member may take to decide, in seconds. */
const decisionTimeout = 600
/** How long a program may take to fetch its key once it has been agreed to, in seconds. */
const codeLifetime = 60
/** One for each name that the daemon is reached by, such as `localhost`. */
const maxProviders = 4

const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

/** What programs call to get a key. */
export type OAuthEndpoint = keyof typeof paths

/** What a program sends to one of these, as its wire was read: parameters, or the metadata of a registration. */
export interface OAuthRequest {
  readonly endpoint: OAuthEndpoint
  /** The one that the daemon is called by, such as `http://127.0.0.1:8080`: also the issuer. */
  readonly origin: string
  /** Of the client, without the port. */
  readonly address: string
  readonly content: URLSearchParams | object
}

export interface OAuthAnswer {
  readonly status: number
  /** Where a browser goes next; null for none. */
  readonly location: string | null
  /** The body, JSON in text; empty for none. */
  readonly body: string
}

interface Message {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

// Most homes have no program that asks.
const loadServer = lazy(async () => {
  const [{ default: Provider, errors }, { default: inject }] = await Promise.all([
    import('oidc-provider'),
    import('light-my-request'),
  ])
  return { Provider, errors, inject }
})

/** What the daemon's keys are for, as an address. */
const resourceOf = (origin: string) => `${origin}/mcp`

/** The authorization server that programs get keys from (OAuth 2.1: codes with PKCE, programs without secrets). */
export interface AuthorizationServer {
  readonly call: (request: OAuthRequest) => Promise<OAuthAnswer>
  /** Goes on with what a member has decided on; the answer goes to the program, by the browser of that member alone. */
  readonly decide: (id: string, decision: Decision, address: string) => Promise<OAuthAnswer>
}

export type Decision =
  | { readonly login: { readonly accountId: string }; readonly consent: { readonly grantId: string } }
  | { readonly error: 'access_denied' }

/** Opens it; nothing of it is loaded before the first call. `isMember` tells whether somebody still is. */
export function openAuthorizationServer(
  stores: Stores,
  { isMember, log }: { readonly isMember: (uuid: string) => boolean; readonly log: Log },
): AuthorizationServer {
  const providers = new LRUCache<string, Provider>({ max: maxProviders })
  const key = lazy(() => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

  const providerOf = async (origin: string) => {
    const server = await loadServer()
    const opened = providers.get(origin)
    if (opened) return opened
    const { Provider, errors } = server
    const resource = resourceOf(origin)
    const provider: Provider = new Provider(origin, {
      ...settings,
      adapter: openAdapters(stores, { resource, address: () => Provider.ctx?.ip ?? '' }),
      // It wants one, and signs nothing with it: nobody is identified here.
      jwks: { keys: [key()] },
      findAccount: async (_ctx, uuid) =>
        isMember(uuid) ? { accountId: uuid, claims: async () => ({ sub: uuid }) } : undefined,
      features: {
        ...settings.features,
        resourceIndicators: {
          enabled: true,
          defaultResource: () => resource,
          useGrantedResource: () => true,
          getResourceServerInfo: (_ctx, wanted) => {
            if (wanted !== resource) throw new errors.InvalidTarget()
            return { scope: userScopes.join(' '), accessTokenFormat: 'opaque' as const }
          },
        },
      },
    })
    issueKeys(provider)
    provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the authorization server failed'))
    providers.set(origin, provider)
    return provider
  }

  const send = async (origin: string, message: Message): Promise<OAuthAnswer> => {
    const { inject } = await loadServer()
    const provider = await providerOf(origin)
    const { address: remoteAddress, headers, ...rest } = message
    const serve = provider.callback()
    const answer = await inject((request, response) => void serve(request, response), {
      ...rest,
      remoteAddress,
      headers: { host: new URL(origin).host, accept: 'application/json', ...headers },
    })
    // Its cookies stay here: whoever decides has signed in to the pages, and gets the answer there.
    const { location } = answer.headers
    return { status: answer.statusCode, location: location ?? null, body: answer.payload }
  }

  return {
    call: ({ endpoint, origin, address, content }) =>
      send(origin, { address, ...messageOf(endpoint, content) }),
    decide: async (id, decision, address) => {
      const returnTo = stores.waiting.get(id)?.value.payload.returnTo
      if (returnTo === undefined) throw new Error('nobody asks for that')
      const { origin } = new URL(returnTo)
      const provider = await providerOf(origin)
      const interaction = await provider.Interaction.find(id)
      if (!interaction) throw new Error('nobody asks for that')
      interaction.result = decision
      await interaction.persist()
      const headers = { cookie: `${provider.cookieName('resume')}=${id}` }
      return send(origin, { method: 'GET', url: `${paths.authorize}/${id}`, address, headers })
    },
  }
}

/** Has access tokens be keys. What its tokens are called by is random and as long as theirs, but its types do not know it. */
function issueKeys({ AccessToken }: Provider): void {
  const tokens = AccessToken.prototype as unknown as { generateTokenId: (this: object) => string }
  const { generateTokenId } = tokens
  tokens.generateTokenId = function () {
    return textOfKey(generateTokenId.call(this))
  }
}

/** Of a request to authorize, all that means something here (RFC 6749, 7636, 8707). */
const asked = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'prompt',
])

function messageOf(endpoint: OAuthEndpoint, content: URLSearchParams | object) {
  const url = paths[endpoint]
  if (!(content instanceof URLSearchParams)) {
    const headers = { 'content-type': 'application/json' }
    // Without it being said, it would make a secret.
    const metadata = { ...content, token_endpoint_auth_method: 'none' }
    return { method: 'POST', url, payload: JSON.stringify(metadata), headers } as const
  }
  const parameters = withKnownScopes(content)
  if (endpoint !== 'authorize') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', url, payload: parameters.toString(), headers } as const
  }
  const accepted = new URLSearchParams([...parameters].filter(([name]) => asked.has(name)))
  if (!accepted.has('scope')) accepted.set('scope', [...defaultScopes].join(' '))
  return { method: 'GET', url: `${url}?${accepted.toString()}` } as const
}

/** Without scopes that others have and this daemon has not, such as `openid`: programs ask for them unasked. */
function withKnownScopes(content: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams(content)
  const wanted = new Set(parameters.getAll('scope').flatMap((scope) => scope.split(' ')))
  const scopes = userScopes.filter((scope) => wanted.has(scope))
  parameters.delete('scope')
  if (scopes.length > 0) parameters.set('scope', scopes.join(' '))
  return parameters
}

interface OfClient {
  readonly clientId?: string | undefined
}

const settings = {
  routes: {
    authorization: paths.authorize,
    token: paths.token,
    revocation: paths.revoke,
    registration: paths.register,
  },
  responseTypes: ['code'],
  scopes: [],
  clientAuthMethods: ['none'],
  clientDefaults: {
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'Ed25519',
  },
  enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  clientBasedCORS: () => false,
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  formats: { bitsOfOpaqueRandomness: 256 },
  expiresWithSession: async () => false,
  ttl: {
    AccessToken: accessTokenLifetime,
    AuthorizationCode: codeLifetime,
    Grant: grantLifetime,
    Interaction: decisionTimeout,
    RefreshToken: grantLifetime,
    Session: decisionTimeout,
  },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx: unknown, client: OfClient, token: OfClient) =>
        token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  interactions: {
    url: async (_ctx: unknown, { uid }: { uid: string }) => `/#/connect?authorization=${uid}`,
  },
  renderError: async (ctx: { type: string; body: unknown }, out: object) => {
    ctx.type = 'json'
    ctx.body = JSON.stringify(out)
  },
} as const
