import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../kernel/errors.ts'
import type { PublicAuthority, TrustFiles } from '../../kernel/tls.ts'
import { everyone } from './route-access.ts'

type Served = (authority: PublicAuthority) => string | Buffer | object | Promise<Buffer>

/** The media type that the systems of phones know each by, and what it is called where it is saved. */
const files = {
  'ca.crt': ['application/x-x509-ca-cert', 'companion.crt'],
  'ca.pem': ['application/x-pem-file', 'companion.pem'],
  'companion.mobileconfig': ['application/x-apple-aspen-config', 'companion.mobileconfig'],
  crl: ['application/pkix-crl', null],
  'ca.json': ['application/json; charset=utf-8', null],
} as const

/**
 * Serves what a device learns to trust the household's own authority by, at `/certificates/`, and the list of what that has
 * revoked: to everybody, since none of it is secret. 404 as long as there is no authority.
 */
export function addTrustFiles(server: FastifyInstance, trust: TrustFiles): void {
  const served: Record<keyof typeof files, Served> = {
    'ca.crt': ({ certificate }) => derOf(certificate),
    'ca.pem': ({ certificate }) => certificate,
    'companion.mobileconfig': trust.profile,
    crl: () => trust.revocationList(),
    'ca.json': ({ name, fingerprint, expires_at }) => ({ name, fingerprint, expires_at }),
  }
  for (const [file, [type, name]] of Object.entries(files))
    server.get(`/certificates/${file}`, everyone, async (_request, reply) => {
      const authority = trust.authority()
      if (!authority) throw NotFound()
      if (name !== null) void reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.type(type).send(await served[file as keyof typeof files](authority))
    })
}

const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
