import { type Static, Type } from 'typebox'
import { failure } from '../../kernel/errors.ts'
import { listOf, paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { scopes } from '../../kernel/scope.ts'

/** How many keys a member may have at once. */
export const maxKeys = 50

export const TooManyKeys = failure('UNPROCESSABLE', `you have ${maxKeys} keys already; revoke one first`)

const Scopes = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'what it may be used for; metrics and admin are for the keys of admins',
})
const Operations = Type.Array(Type.String({ pattern: '^[a-z]+\\.[a-z_]+$', maxLength: 64 }), {
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
})

export const NewKey = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '\\S',
      description: 'the program that gets it',
    }),
    scopes: Scopes,
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'when it ends; never where it is left out' }),
    ),
    allowed_operations: Type.Optional(
      Type.Array(Operations.items, {
        ...Operations,
        description: 'the only operations that it may call, such as interactions.get',
      }),
    ),
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
    ),
  },
  closed,
)
export type NewKey = Static<typeof NewKey>

export const ApiKey = Type.Object(
  {
    key_uuid: Id,
    family_member_uuid: Id,
    name: Type.String(),
    scopes: Scopes,
    allowed_operations: nullable(Operations),
    created_at: Moment,
    last_used_at: nullable(Moment),
    expires_at: nullable(Moment),
  },
  { $id: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKey>

export const CreatedKey = Type.Object({
  key: Type.String({ description: 'shown this once: `cmp_` and 43 characters' }),
  api_key: ApiKey,
})
export const KeyResult = Type.Object({ api_key: ApiKey })

export const KeysPage = Type.Object({ ...paging, family_member_uuid: Type.Optional(Id) }, closed)
export const Keys = listOf(ApiKey)

export const ById = Type.Object({ id: Id }, closed)
