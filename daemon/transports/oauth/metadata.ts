import type { FastifyRequest } from 'fastify'
import { userScopes } from '../../kernel/scope.ts'

export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
} as const

/** Where it is said who gives keys for `/mcp` (RFC 9728, 3.1), and by what means (RFC 8414, 3). */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'
export const serverMetadataPath = '/.well-known/oauth-authorization-server'

/** The name that the daemon is called by: what programs know it under must be what they come to. */
export const originOf = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`

/** Who gives keys for `/mcp`, as a program asks for them (RFC 9728). */
export function resourceMetadata(origin: string): object {
  return {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: userScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Companion',
  }
}

/** How it gives them (RFC 8414). */
export function serverMetadata(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: origin + oauthPaths.authorize,
    token_endpoint: origin + oauthPaths.token,
    registration_endpoint: origin + oauthPaths.register,
    revocation_endpoint: origin + oauthPaths.revoke,
    scopes_supported: userScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** What a program without a good key is told: where it gets one, and what it may ask for. */
export function challenge(request: FastifyRequest): string {
  const parameters = {
    ...(request.headers.authorization !== undefined && { error: 'invalid_token' }),
    resource_metadata: `${originOf(request)}${resourceMetadataPath}/mcp`,
    scope: userScopes.join(' '),
  }
  const words = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  return `Bearer ${words.join(', ')}`
}
