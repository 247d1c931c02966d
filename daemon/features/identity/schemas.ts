import { type Static, Type } from 'typebox'
import { Recognition } from '../../kernel/evidence.ts'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { AuditHead } from '../../store/audit-head.ts'
import { restrictions } from '../../kernel/scope.ts'
import { deviceKinds } from './tables.ts'
import { secondStep } from './factors/schemas.ts'
import { MemberStanding } from './pins/pin-schemas.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
/** The length that counts is of the password itself, so the schema only keeps out what no password can be. */
const Password = Type.String({ maxLength: 1_024 })
const NewPassword = Type.String({ maxLength: 256 })
const PasswordAgain = Type.Optional(
  Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
)

export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*$',
  description: 'letters, digits, dot, dash, underscore; case makes no difference',
})

const Preferences = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 200,
  description:
    'whatever clients keep there; `engines` lists the origins of the model servers that may be given what is yours, such ' +
    'as `http://127.0.0.1:11434`',
})
const Roles = Type.Array(Type.Enum(['admin']), { maxItems: 1 })

export const FamilyMember = Type.Object(
  {
    family_member_uuid: Id,
    username: Type.String(),
    full_name: Type.String(),
    relationship: Type.String(),
    roles: Type.Array(Type.String()),
    standing: MemberStanding,
    trust_level: Type.Enum(['basic', 'trusted'], { description: 'trusted: has a trusted device' }),
    preferences: Preferences,
    created_at: Moment,
    updated_at: Moment,
  },
  { $id: 'FamilyMember' },
)
export type FamilyMember = Static<typeof FamilyMember>

export const ListedMember = Type.Object({
  ...FamilyMember.properties,
  second_factor: Type.Boolean({ description: 'whether signing in takes a second factor' }),
})

export const Registration = Type.Object(
  {
    username: Username,
    full_name: Name,
    relationship: Name,
    password: NewPassword,
    roles: Type.Optional(Roles),
    setup_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    invitation_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  closed,
)
export type Registration = Static<typeof Registration>

export const Credentials = Type.Object(
  {
    username: Type.Optional(Type.String({ maxLength: 64 })),
    password: Type.Optional(Password),
    ...secondStep,
    master: Type.Optional(
      Type.Boolean({
        description: 'whether the password is that of the owner, who reads in the profile of this username',
      }),
    ),
    recognition: Type.Optional(Recognition),
  },
  {
    ...closed,
    description:
      'one of: `username` and `password`; `mfa_token` and `method`, with what that gives; `method` alone, which is `passkey`; `recognition`',
  },
)
export type Credentials = Static<typeof Credentials>

export const StepUp = Type.Object(
  { password: Type.Optional(Password), ...secondStep },
  {
    ...closed,
    description:
      '`password`, also with `method` and `code`; or `method` alone, which is `passkey`, and then `mfa_token` and `assertion` too',
  },
)
export type StepUp = Static<typeof StepUp>

export const ProfileChange = Type.Object(
  {
    full_name: Type.Optional(Name),
    relationship: Type.Optional(Name),
    preferences: Type.Optional(Preferences),
  },
  { ...closed, minProperties: 1 },
)

export const PasswordChange = Type.Object({ current_password: Password, new_password: NewPassword }, closed)

export const EmergencyReset = Type.Object({ password: Password, confirm: Type.Literal('RESET') }, closed)

export const RoleChange = Type.Object({ id: Id, roles: Roles, password: PasswordAgain }, closed)

export const RefreshToken = Type.Object(
  { refresh_token: Type.String({ minLength: 1, maxLength: 128 }) },
  closed,
)

export const Revocation = Type.Object(
  {
    session_uuid: Type.Optional(Id),
    family_member_uuid: Type.Optional(Id),
    token: Type.Optional(Type.String({ minLength: 1, maxLength: 8_192 })),
  },
  { ...closed, description: 'exactly one of the three' },
)

export const ById = Type.Object({ id: Id }, closed)

export const MembersPage = Type.Object({ ...paging, family_member_uuid: Type.Optional(Id) }, closed)

const tokens = {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: Type.String(),
  refresh_expires_in: Type.Integer({ description: 'seconds' }),
  session_uuid: Id,
}
const restriction = Type.Optional(
  Type.Enum([...restrictions], {
    description: 'what the session may do less than its member; left out for nothing less',
  }),
)
const someTokens = Type.Partial(Type.Object({ ...tokens, restriction })).properties

export const SignedIn = Type.Object(
  { ...tokens, restriction, family_member: FamilyMember },
  { $id: 'SignedIn' },
)
export type SignedIn = Static<typeof SignedIn>

export const HandOver = Type.Object({ family_member_uuid: Id }, closed)

export const TabKey = Type.Object({ tab_key: Type.String() })
export const PageKey = Type.Object({
  page_key: Type.String({ description: '32 bytes in hexadecimal' }),
})
export const Resumption = Type.Object(
  {
    tab_key: Type.String({ minLength: 1, maxLength: 128 }),
    beside: Type.Optional(Type.Boolean({ description: 'whether another page goes on with it too' })),
  },
  closed,
)
export const Resumed = Type.Object({
  ...tokens,
  restriction,
  family_member: FamilyMember,
  tab_key: Type.String(),
})

export const Start = Type.Object({
  setup_needed: Type.Boolean({ description: 'whether this home has no owner yet' }),
  password: Type.Object({
    min_length: Type.Integer({ description: 'characters' }),
    min_score: Type.Integer({ description: 'how hard it must be to guess, 0 to 4' }),
  }),
})

export const Registered = Type.Object(
  { ...someTokens, family_member: FamilyMember },
  { description: 'the answer of a login; without tokens where an admin registered someone else' },
)

export const MemberResult = Type.Object({ family_member: FamilyMember })
export const SessionResult = Type.Object({ session_uuid: Id })
export const RotatedKey = Type.Object({ kid: Type.String() })
export const EndedSessions = Type.Object({ sessions_ended: Type.Array(Id) })

export const SessionRecord = Type.Object(
  {
    session_uuid: Id,
    family_member_uuid: Id,
    device_uuid: nullable(Id),
    parent_uuid: nullable(
      Type.String({ format: 'uuid', description: 'the session that it came of, and ends with' }),
    ),
    client: nullable(
      Type.String({ description: 'the program that it was opened with, as it says of itself' }),
    ),
    restriction: nullable(
      Type.Enum([...restrictions], { description: 'what it may do less than its member' }),
    ),
    stays: Type.Boolean({
      description: 'whether it is bound to a key of that program, which stays signed in',
    }),
    address: Type.String({ description: 'where it was last refreshed from' }),
    current: Type.Boolean({ description: 'whether this request is of it' }),
    created_at: Moment,
    authenticated_at: Moment,
    last_refreshed_at: Moment,
    last_seen_at: Moment,
    expires_at: Moment,
  },
  { $id: 'Session' },
)
export type SessionRecord = Static<typeof SessionRecord>

export const SessionInfo = Type.Object({
  ...SessionRecord.properties,
  family_member: FamilyMember,
  audit_head: Type.Union([AuditHead, Type.Null()], {
    description: 'for trusted devices and admins to keep; null for others',
  }),
})

export const Device = Type.Object(
  {
    device_uuid: Id,
    name: Type.String(),
    kind: Type.Enum([...deviceKinds]),
    trusted_at: Moment,
    last_seen_at: Moment,
    revoked_at: nullable(Moment),
    certificate: nullable(Type.String()),
  },
  { $id: 'Device' },
)
export type Device = Static<typeof Device>
export const DeviceResult = Type.Object({ device: Device })

const CertificateRequest = Type.String({
  minLength: 1,
  maxLength: 16_384,
  description:
    'PKCS #10, as PEM or as DER in base64, for a key of P-256, Ed25519 or RSA with at least 2,048 bits; its subject is left aside',
})

export const DeviceRenewal = Type.Object({ id: Id, csr: CertificateRequest, password: PasswordAgain }, closed)

export const Pairing = Type.Object(
  {
    name: Type.Optional(Name),
    kind: Type.Optional(Type.Enum([...deviceKinds])),
    password: PasswordAgain,
    pairing_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    public_key: Type.Optional(
      Type.String({ pattern: '^[\\w-]{43}$', description: 'Ed25519, 32 bytes in base64url' }),
    ),
    csr: Type.Optional(CertificateRequest),
  },
  { ...closed, description: 'name and kind with a token; pairing_code without' },
)

export const Paired = Type.Object(
  {
    pairing_code: Type.Optional(Type.String()),
    pairing_uri: Type.Optional(Type.String()),
    expires_at: Type.Optional(Moment),
    device: Type.Optional(Device),
    ...someTokens,
    family_member: Type.Optional(FamilyMember),
  },
  { description: 'with a token the code to show; with a code the trusted device and the answer of a login' },
)

const invitation = { invitation_uuid: Id, created_by: Type.String(), created_at: Moment, expires_at: Moment }
export const Invitation = Type.Object(invitation, { $id: 'Invitation' })
export const NewInvitation = Type.Object({ ...invitation, invitation_code: Type.String() })

export const ForgetMe = Type.Object({ password: Password, confirm: Type.Literal('FORGET ME') }, closed)

const issuedReceipt = {
  receipt_id: Id,
  state: Type.Enum(['begun', 'final']),
  receipt: Type.String({
    description: 'a JWS in compact form (RFC 7515), signed with the key in its header by EdDSA (Ed25519)',
  }),
}
export const IssuedReceipt = Type.Object(issuedReceipt)

const deleted = Type.Record(Type.String(), Type.Integer(), {
  description: 'how much of each kind was deleted',
})
export const Erased = Type.Object({
  deleted,
  receipt_id: Id,
  receipt: issuedReceipt.receipt,
})
export const Forgotten = Type.Object({ deleted, ...issuedReceipt })

export const ReceiptKey = Type.Object({
  key: Type.Object({
    kty: Type.String(),
    crv: Type.String(),
    x: Type.String(),
    kid: Type.String({
      description: 'the thumbprint of the key (RFC 7638), which receipts call `household`',
    }),
  }),
})
