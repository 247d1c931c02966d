import { Type } from 'typebox'
import { listOf } from '../../kernel/paging.ts'
import { Id, Moment, nullable } from '../../kernel/schema.ts'

const Fingerprint = Type.String({ description: 'SHA-256, in hexadecimal with colons' })

const Authority = Type.Object(
  {
    name: Type.String(),
    fingerprint: Fingerprint,
    certificate: Type.String({ description: 'PEM' }),
    expires_at: Moment,
  },
  { $id: 'CertificateAuthority' },
)

export const AuthorityResult = Type.Object({
  authority: nullable(Authority),
  trust_url: nullable(
    Type.String({ description: 'the page on which a phone learns to trust the authority; null without TLS' }),
  ),
})

const DeviceCertificate = Type.Object(
  {
    serial: Type.String(),
    fingerprint: Fingerprint,
    device_uuid: nullable(Id),
    device_name: nullable(Type.String()),
    family_member_uuid: nullable(Id),
    issued_at: Moment,
    expires_at: Moment,
  },
  { $id: 'DeviceCertificate' },
)

export const Certificates = Type.Object({
  authority: nullable(Authority),
  server: nullable(
    Type.Object({
      fingerprint: Fingerprint,
      expires_at: Moment,
      local: Type.Boolean({ description: 'whether the household’s own authority has signed it' }),
    }),
  ),
  client_certificates: Type.Enum(['optional', 'required']),
  ...listOf(DeviceCertificate).properties,
})
