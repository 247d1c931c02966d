import { type Static, Type } from 'typebox'
import { Assertion, Pin } from '../../kernel/evidence.ts'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })

export const Person = Type.Object(
  {
    person_uuid: Type.String({
      format: 'uuid',
      description: 'that of a member is their `family_member_uuid`',
    }),
    full_name: Type.String(),
    relationship: Type.String(),
    related_to: nullable(
      Type.String({
        format: 'uuid',
        description: 'the member whom the relationship is to; null for the household',
      }),
    ),
    kind: Type.Enum(['member', 'guest'], { description: 'a guest has no account' }),
    introduced_by: nullable(Type.String({ description: 'user:<uuid> or system:<name>' })),
    voice_enrolled: nullable(
      Type.Boolean({ description: 'whether their voice is known; for themselves and for admins' }),
    ),
    created_at: Moment,
    removed_at: nullable(Moment),
    erased_at: nullable(
      Type.String({ format: 'date-time', description: 'until when a removal can be undone' }),
    ),
  },
  { $id: 'KnownPerson' },
)
export type Person = Static<typeof Person>
export const PersonResult = Type.Object({ person: Person })

export const Introduction = Type.Object(
  {
    full_name: Name,
    relationship: Name,
    related_to: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'the member whom the relationship of a guest is to; whoever introduces them unless said',
      }),
    ),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    password: Type.Optional(Type.String({ maxLength: 256 })),
    samples: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 10, uniqueItems: true, description: 'of their voice' }),
    ),
  },
  { ...closed, description: 'with username and password somebody with an account, else a guest' },
)
export type Introduction = Static<typeof Introduction>

export const FamilyPage = Type.Object(
  {
    ...paging,
    removed: Type.Optional(
      Type.Boolean({ description: 'those whose removal can still be undone instead; for admins' }),
    ),
  },
  closed,
)

export const ById = Type.Object({ id: Id }, closed)

const Amounts = Type.Record(Type.String(), Type.Integer())
export const Removal = Type.Object({
  person: Person,
  goes: Type.Object(
    { counts: Amounts },
    {
      description:
        'how much of each kind is erased: `memories`, `conversations`, `messages`, `goals`, `interactions`, `devices`, ' +
        '`sessions`, `keys`, `pins`, `second_factors` (authenticator app, passkeys, approvals), `backup_codes`, ' +
        '`voices` and the `recordings` that were kept of one',
    },
  ),
  stays: Type.Object(
    { counts: Amounts },
    { description: 'what the household may read, with the name of who told it' },
  ),
  undo_days: Type.Integer(),
  last_admin: Type.Boolean({ description: 'whether nobody else is an admin, and this cannot be done' }),
})

export const Identification = Type.Object({ sample_uuid: Type.Optional(Id) }, closed)

const IdentifiedEvidence = Type.Object({
  kind: Type.Enum(['pin', 'device', 'behaviour', 'voice']),
  weight: Type.Number({
    description: 'how much it speaks for the first candidate, as the logarithm of the odds',
  }),
  says: Type.String(),
})
export type IdentifiedEvidence = Static<typeof IdentifiedEvidence>

export const Identified = Type.Object({
  candidates: Type.Array(
    Type.Object({
      family_member_uuid: Id,
      full_name: Type.String(),
      kind: Type.Enum(['member', 'guest']),
      confidence: Type.Integer({ minimum: 0, maximum: 100, description: 'percent' }),
    }),
  ),
  decision: Type.Enum(['proceed', 'verify', 'ask'], {
    description: 'proceed from 95 %, verify gently from 80 %, ask who it is below',
  }),
  evidence: Type.Array(IdentifiedEvidence),
})

export const Verification = Type.Object(
  {
    family_member_uuid: Type.Optional(Id),
    method: Type.Optional(Type.Enum(['pin', 'passkey', 'family'])),
    pin: Type.Optional(Pin),
    mfa_token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'with `assertion`: what the challenge came with',
      }),
    ),
    assertion: Type.Optional(Assertion),
    verification_uuid: Type.Optional(Id),
    wait: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60, description: 'how many seconds to wait for the family' }),
    ),
  },
  {
    ...closed,
    description:
      'who and how (`pin` with `pin`, `passkey` alone and then with `mfa_token` and `assertion`, `family`), or the ' +
      '`verification_uuid` of what the family was asked',
  },
)
export type Verification = Static<typeof Verification>

/** The answer of a login, as identity makes it. */
export interface SignedIn {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly refresh_expires_in: number
  readonly session_uuid: string
}

export const Verified = Type.Object(
  {
    state: Type.Enum(['verified', 'waiting'], { description: '`waiting` until the family has answered' }),
    verification_uuid: Type.Optional(Id),
    expires_at: Type.Optional(Moment),
    access_token: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.Literal('Bearer')),
    expires_in: Type.Optional(Type.Integer({ description: 'seconds' })),
    refresh_token: Type.Optional(Type.String()),
    refresh_expires_in: Type.Optional(Type.Integer({ description: 'seconds' })),
    session_uuid: Type.Optional(Id),
    family_member: Type.Optional(
      Type.Object({
        family_member_uuid: Id,
        full_name: Type.String(),
        relationship: Type.String(),
      }),
    ),
  },
  { description: 'once it is verified, the answer of a login; it may do what a session of a PIN may' },
)
export type Verified = Static<typeof Verified>
