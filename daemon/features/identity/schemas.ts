import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false }
const Id = Type.String({ format: 'uuid' })
const Moment = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
/** The length that counts is of the password itself, so the schema only keeps out what no password can be. */
const Password = Type.String({ maxLength: 1_024 })

export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*$',
  description: 'letters, digits, dot, dash, underscore; case makes no difference',
})

export const FamilyMember = Type.Object(
  {
    family_member_uuid: Id,
    username: Type.String(),
    full_name: Type.String(),
    relationship: Type.String(),
    roles: Type.Array(Type.String()),
    created_at: Moment,
    updated_at: Moment,
  },
  { $id: 'FamilyMember' },
)
export type FamilyMember = Static<typeof FamilyMember>

export const Registration = Type.Object(
  {
    username: Username,
    full_name: Name,
    relationship: Name,
    password: Type.String({ maxLength: 256 }),
    roles: Type.Optional(Type.Array(Type.Enum(['admin']), { maxItems: 1 })),
    setup_code: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  closed,
)
export type Registration = Static<typeof Registration>

export const Credentials = Type.Object(
  { username: Type.String({ maxLength: 64 }), password: Password },
  closed,
)

export const RefreshToken = Type.Object(
  { refresh_token: Type.String({ minLength: 1, maxLength: 128 }) },
  closed,
)

export const Nothing = Type.Object({}, closed)

const tokens = {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'seconds' }),
  refresh_token: Type.String(),
  refresh_expires_in: Type.Integer({ description: 'seconds' }),
  session_uuid: Id,
}

export const SignedIn = Type.Object({ ...tokens, family_member: FamilyMember }, { $id: 'SignedIn' })
export type SignedIn = Static<typeof SignedIn>

export const Registered = Type.Object(
  { ...Type.Partial(Type.Object(tokens)).properties, family_member: FamilyMember },
  { description: 'the answer of a login; without tokens where an admin registered someone else' },
)

export const LoggedOut = Type.Object({ session_uuid: Id })

export const SessionInfo = Type.Object({
  session_uuid: Id,
  family_member: FamilyMember,
  created_at: Moment,
  authenticated_at: Moment,
  last_refreshed_at: Moment,
  expires_at: Moment,
})
