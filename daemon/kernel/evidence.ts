import { type Static, Type } from 'typebox'
import { closed, Id } from './schema.ts'

/** What a PIN looks like, whoever's it may be. */
export const Pin = Type.String({ pattern: '^[1-9]\\d{1,3}$', description: '2 to 4 digits' })

/** What somebody gives to be recognised by; device and hour are those of the call. */
export const GivenEvidence = Type.Union([
  Type.Object({ kind: Type.Literal('pin'), pin: Pin }, closed),
  Type.Object({ kind: Type.Literal('voice'), sample_uuid: Id }, closed),
  Type.Object({ kind: Type.Literal('behaviour') }, closed),
])
export type GivenEvidence = Static<typeof GivenEvidence>

/** One, or several that are different in kind. */
export const Recognition = Type.Union([
  GivenEvidence,
  Type.Array(GivenEvidence, { minItems: 1, maxItems: 3 }),
])

const Base64Url = (maxLength: number) => Type.String({ maxLength, pattern: '^[\\w-]*$' })

/** What a browser has signed with a passkey, in WebAuthn's JSON. */
export const Assertion = Type.Object(
  {
    id: Base64Url(2_048),
    rawId: Base64Url(2_048),
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Base64Url(8_192),
      authenticatorData: Base64Url(8_192),
      signature: Base64Url(8_192),
      userHandle: Type.Optional(Base64Url(256)),
    }),
    clientExtensionResults: Type.Object({}),
  },
  { description: 'what `navigator.credentials.get` gave, in WebAuthn’s JSON' },
)
export type Assertion = Static<typeof Assertion>
