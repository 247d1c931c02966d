import { Type } from 'typebox'
import { Assertion } from '../../../kernel/evidence.ts'
import { closed, Id, Moment, nullable } from '../../../kernel/schema.ts'

export const mfaMethods = ['totp', 'passkey', 'push', 'backup_code'] as const
export type MfaMethod = (typeof mfaMethods)[number]

const Method = Type.Enum([...mfaMethods])
const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\w-]*$' })
const password = Type.Optional(
  Type.String({ maxLength: 1_024, description: 'where the last sign-in is over 5 min ago' }),
)
const Code = Type.String({ minLength: 1, maxLength: 32 })

/** The fields that a second step is given by, beside those of the first. */
export const secondStep = {
  mfa_token: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  method: Type.Optional(Method),
  code: Type.Optional(Code),
  assertion: Type.Optional(Assertion),
}

export interface SecondStep {
  readonly mfa_token?: string
  readonly method?: MfaMethod
  readonly code?: string
  readonly assertion?: Assertion
}

const moments = { created_at: nullable(Moment), last_used_at: nullable(Moment) }

export const Passkey = Type.Object(
  {
    passkey_uuid: Id,
    name: Type.String(),
    host: Type.String({ description: 'where it works' }),
    created_at: Moment,
    last_used_at: nullable(Moment),
  },
  { $id: 'Passkey' },
)

export const Mfa = Type.Object({
  required: Type.Boolean({ description: 'whether everybody here has to have a second factor' }),
  methods: Type.Array(
    Type.Object({
      method: Method,
      enabled: Type.Boolean(),
      ...moments,
      codes_left: Type.Optional(Type.Integer({ description: 'of backup codes' })),
      passkeys: Type.Optional(Type.Array(Passkey)),
    }),
  ),
})

export const StepUpAgain = Type.Object({ password }, closed)

export const TotpOffer = Type.Object({
  secret: Type.String({ description: 'base32' }),
  uri: Type.String({ description: '`otpauth://totp/…`, for a QR code' }),
})

export const TotpConfirmation = Type.Object({ code: Code }, closed)

export const Enabled = Type.Object({ method: Method, enabled: Type.Boolean() })

export const BackupCodes = Type.Object({ codes: Type.Array(Type.String()) })

export const PasskeyOptions = Type.Object({
  options: Type.Record(Type.String(), Type.Unknown(), {
    description: 'for `navigator.credentials.create`, in WebAuthn’s JSON',
  }),
})

export const NewPasskey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
    response: Type.Object(
      {
        id: Base64Url(2_048),
        rawId: Base64Url(2_048),
        type: Type.Literal('public-key'),
        response: Type.Object({
          clientDataJSON: Base64Url(8_192),
          attestationObject: Base64Url(32_768),
          transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
        }),
        clientExtensionResults: Type.Object({}),
      },
      { description: 'what `navigator.credentials.create` gave, in WebAuthn’s JSON' },
    ),
  },
  closed,
)

export const PasskeyResult = Type.Object({ passkey: Passkey })

export const Approval = Type.Object(
  {
    interaction_id: Id,
    number: Type.Integer({ minimum: 0, maximum: 99, description: 'the one that the other screen shows' }),
  },
  closed,
)
export const Approved = Type.Object({ interaction_id: Id })

export const ByMethod = Type.Object({ method: Method }, closed)
