import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { type Clock, iso } from '../../kernel/clock.ts'
import type { AuthenticatedContext } from '../../kernel/context.ts'
import { homeKeyOf } from '../../kernel/encryption/home-key.ts'
import {
  addPasskey,
  PasskeyQuestion,
  PasskeySecret,
  passkeysOf,
  removePasskey,
} from '../../kernel/encryption/key-file.ts'
import { failure, NotFound } from '../../kernel/errors.ts'
import type { Home } from '../../kernel/home.ts'
import { operation } from '../../kernel/operation.ts'
import { closed, Nothing } from '../../kernel/schema.ts'

const NotEncrypted = failure('CONFLICT', 'this home is not encrypted', 'not_encrypted')
const PasskeyThere = failure('CONFLICT', 'this passkey opens the home already', 'passkey_there')
const TooManyPasskeys = failure('CONFLICT', 'there are as many passkeys as there may be', 'too_many_passkeys')

const maxPasskeys = 20

const HomePasskey = Type.Object(
  {
    passkey_uuid: Type.String({ format: 'uuid' }),
    name: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'HomePasskey' },
)

const HomePasskeys = Type.Object(
  {
    encrypted: Type.Boolean({ description: 'whether the home is encrypted' }),
    items: Type.Array(HomePasskey, { description: 'the passkeys that unlock it' }),
  },
  { $id: 'HomePasskeys' },
)

const NewHomePasskey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }),
    credential_id: PasskeyQuestion.properties.credential_id,
    salt: PasskeyQuestion.properties.salt,
    prf_secret: PasskeySecret,
  },
  { ...closed, $id: 'NewHomePasskey' },
)

interface EncryptionDependencies {
  readonly home: Home
  readonly clock: Clock
}

interface EncryptionPorts {
  readonly requireRecentSignIn: (context: AuthenticatedContext) => Promise<unknown>
}

/** The encryption of a home that is unlocked, and the passkeys that unlock it the next time. */
export function openEncryption(
  { home, clock }: EncryptionDependencies,
  { requireRecentSignIn }: EncryptionPorts,
) {
  const passkeys = () => ({
    encrypted: homeKeyOf(home.path) !== null,
    items: passkeysOf(home).map(({ passkey_uuid, name, created_at }) => ({ passkey_uuid, name, created_at })),
  })
  const operations = {
    'encryption.passkeys': operation({
      rest: 'GET /encryption/passkeys',
      access: 'admin',
      summary: 'The passkeys that unlock the home',
      description: 'And whether it is encrypted at all: where it is not, there are none.',
      input: Nothing,
      output: HomePasskeys,
      errors: [],
    }).handle(passkeys),

    'encryption.add_passkey': operation({
      rest: 'POST /encryption/passkeys',
      status: 201,
      access: 'admin',
      scopes: [],
      summary: 'Let a passkey unlock the home',
      description:
        'Wants a sign-in of the last 5 minutes. The passkey is one of `localhost`, whose authenticator makes a secret of the salt (the ' +
        'extension `prf` of WebAuthn, 32 bytes each, in base64url). The secret is not kept: the key of the home is encrypted with it.',
      input: NewHomePasskey,
      output: HomePasskeys,
      errors: [NotEncrypted, PasskeyThere, TooManyPasskeys],
    }).handle(async ({ name, credential_id, salt, prf_secret }, context) => {
      await requireRecentSignIn(context)
      const key = homeKeyOf(home.path)
      if (key === null) throw NotEncrypted()
      const existing = passkeysOf(home)
      if (existing.some((one) => one.credential_id === credential_id)) throw PasskeyThere()
      if (existing.length >= maxPasskeys) throw TooManyPasskeys()
      const made = { passkey_uuid: randomUUID(), name: name.trim(), created_at: iso(clock.now()) }
      addPasskey(home, key, { ...made, credential_id, salt, rp_id: 'localhost' }, prf_secret)
      return passkeys()
    }),

    'encryption.remove_passkey': operation({
      rest: 'DELETE /encryption/passkeys/{id}',
      access: 'admin',
      scopes: [],
      summary: 'Let a passkey unlock the home no more',
      description: 'Wants a sign-in of the last 5 minutes.',
      input: Type.Object({ id: Type.String({ format: 'uuid' }) }, closed),
      output: HomePasskeys,
      errors: [NotFound],
    }).handle(async ({ id }, context) => {
      await requireRecentSignIn(context)
      if (!removePasskey(home, id)) throw NotFound()
      return passkeys()
    }),
  }
  return { operations }
}
