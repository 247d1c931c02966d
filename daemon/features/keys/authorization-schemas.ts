import { type Static, Type } from 'typebox'
import { failure } from '../../kernel/errors.ts'
import { closed, Moment, nullable } from '../../kernel/schema.ts'
import { userScopes } from '../../kernel/scope.ts'

export const AuthorizationNotFound = failure(
  'NOT_FOUND',
  'this request of a program is unknown or too old; start again from the program',
)

const AuthorizationId = Type.String({ pattern: '^[\\w-]{1,64}$' })
const Scope = Type.Enum([...userScopes])

export const ById = Type.Object({ id: AuthorizationId }, closed)

/** What a program asks a member for. */
const Authorization = Type.Object(
  {
    authorization_id: AuthorizationId,
    client_name: nullable(
      Type.String({ description: 'as the program says of itself: nobody has checked it' }),
    ),
    redirect_uri: Type.String({ description: 'where the answer goes' }),
    scopes: Type.Array(Scope, { description: 'what it asks for' }),
    expires_at: Moment,
  },
  { $id: 'Authorization' },
)
export type Authorization = Static<typeof Authorization>

export const AuthorizationResult = Type.Object({ authorization: Authorization })

export const Approval = Type.Object(
  {
    id: AuthorizationId,
    scopes: Type.Array(Scope, {
      minItems: 1,
      maxItems: userScopes.length,
      uniqueItems: true,
      description: 'what it may, of that which it asks for',
    }),
    password: Type.Optional(
      Type.String({ maxLength: 1_024, description: 'needed where the last sign-in is over 5 min ago' }),
    ),
  },
  closed,
)

export const Decided = Type.Object({
  redirect_to: Type.String({ description: 'where the browser goes now, with the answer to the program' }),
})
