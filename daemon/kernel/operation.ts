import type { Static, TObject, TSchema } from 'typebox'
import type { AuthenticatedContext, Context } from './context.ts'
import type { FailureKind } from './errors.ts'

/** Who may call: `anyone` (a token is checked where it is sent), `member` (any valid token) or `admin`. */
export type Access = 'anyone' | 'member' | 'admin'

/** Everything there is to know of an operation; routes, validation, OpenAPI and the client derive from it. */
export interface Declaration<A extends Access, I extends TObject, O extends TSchema> {
  /** Method and path below the REST root, path parameters in braces. */
  readonly rest: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  /** `bare` for the interaction endpoints; `envelope` (`metadata`, `payload`, `data`) for all others. */
  readonly body: 'bare' | 'envelope'
  /** The status of a success, 200 where it is left out. */
  readonly status?: 200 | 201
  readonly access: A
  readonly summary: string
  readonly description?: string
  readonly input: I
  readonly output: O
  /** What it may refuse with, beyond what every operation may: 400, 401, 403 and 500. */
  readonly errors: readonly FailureKind[]
}

export interface Operation<I extends TObject = TObject, O extends TSchema = TSchema> extends Declaration<
  Access,
  I,
  O
> {
  /** Called with input that the gateway has validated against `input`. */
  readonly handler: (input: unknown, context: Context) => unknown
}

export type Operations = Readonly<Record<string, Operation>>

type ContextOf<A extends Access> = A extends 'anyone' ? Context : AuthenticatedContext

/** Declares an operation; `handle` gives it its one handler. */
export function operation<A extends Access, I extends TObject, O extends TSchema>(
  declaration: Declaration<A, I, O>,
): {
  handle(
    handler: (input: Static<I>, context: ContextOf<A>) => Static<O> | Promise<Static<O>>,
  ): Operation<I, O>
} {
  return {
    // The gateway validates the input and demands the caller before it dispatches, so the narrower type holds.
    handle: (handler) => ({ ...declaration, handler: handler as Operation['handler'] }),
  }
}

/** Method and path below the REST root of an operation, path parameters in braces. */
export function routeOf({ rest }: Pick<Operation, 'rest'>): { method: string; path: string } {
  const [method = '', path = ''] = rest.split(' ')
  return { method, path }
}
