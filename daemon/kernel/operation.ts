import type { Static, TObject, TSchema } from 'typebox'
import type { AuthenticatedContext, Caller, Context } from './context.ts'
import type { FailureKind } from './errors.ts'
import type { Scope } from './scope.ts'

/** Who may call: `anyone` (a token is checked where it is sent), `member` (any valid token) or `admin`. */
export type Access = 'anyone' | 'member' | 'admin'

/** What a call counts as: each category has its allowance, its keys and its window. */
export type LimitCategory = 'authentication' | 'conversation' | 'realtime' | 'administrative'

/**
 * What a call does: it `reads`, it `adds` to what is there or notes what changes nothing of it, or it `changes` what is
 * there, also where that takes something away.
 */
export type Effect = 'reads' | 'adds' | 'changes'

/** Everything there is to know of an operation; routes, validation, OpenAPI and the client derive from it. */
export interface Declaration<A extends Access, I extends TObject, O extends TSchema> {
  /** Method and path below the REST root, path parameters in braces. */
  readonly rest: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  /** The status of a success, 200 where it is left out; a function where it depends on the result. */
  readonly status?: Success | ((output: Static<O>) => Success)
  readonly access: A
  /** The scopes of which a key needs one, where they are not as `scopesOf` has them; none where no key may call it. */
  readonly scopes?: readonly Scope[]
  /** Whether every session may call it that belongs to a person, also a restricted one, whatever its scopes. */
  readonly anySession?: true
  /** Whether a session may call it that is for setting up a second factor. */
  readonly enrolment?: true
  /** Whether no restricted session may call it, whatever its scopes. */
  readonly unrestricted?: true
  /** What a call counts as, where it is not as its access says: see `limitOf`. */
  readonly limit?: LimitCategory | ((caller: Caller | null) => LimitCategory | null)
  /** What a call does, where its method does not tell: see `effectOf`. */
  readonly effect?: Effect
  /** Whether the same call again does nothing more, where its method does not tell: see `isRepeatable`. */
  readonly repeatable?: true
  /** How long its handler may take, in milliseconds, where that is not what the bus allows. */
  readonly timeoutMs?: number
  /** The account that a call is about, where it is not the caller's: its allowance is taken from too. */
  readonly account?: (input: Static<I>) => string | undefined
  /** How often to look at it, in seconds, where its result can be watched; of operations that only read. */
  readonly live?: number
  /** Whether its body may also be a file, which becomes `audio` of the input, and its media type `format`; at most so big. */
  readonly media?: BodyMedia
  /** Whether it also takes NDJSON: a line for each of its `memories`, answered by a line for each of its `items`. */
  readonly lines?: true
  /** Whether it reads a proof of possession (DPoP, RFC 9449), which REST has in a header. */
  readonly proof?: true
  /** Whether a device may call it over TLS without a certificate where the settings require one of all others. */
  readonly withoutCertificate?: true
  /** Whether its answer holds a secret that nobody can show again: none is kept beside an idempotency key. */
  readonly shownOnce?: true
  /** The fields of the input that the audit log keeps, where `isAudited`. */
  readonly audited?: readonly (keyof Static<I> & string)[]
  readonly summary: string
  readonly description?: string
  readonly input: I
  readonly output: O
  /** What it may refuse with, beyond what every operation may: 400, 401, 403 and 500. */
  readonly errors: readonly FailureKind[]
}

/** Media types of bodies that are taken as they are, each with the name by which the operation knows it. */
interface BodyMedia {
  readonly types: Readonly<Record<string, string>>
  readonly maxBytes: number
}

type Success = 200 | 201

export interface Operation<I extends TObject = TObject, O extends TSchema = TSchema> extends Omit<
  Declaration<Access, I, O>,
  'status' | 'account' | 'audited'
> {
  readonly status: Success | ((output: unknown) => Success)
  readonly account?: ((input: unknown) => string | undefined) | undefined
  readonly audited?: readonly string[]
  /** Called with input that the gateway has validated against `input`. */
  readonly handler: (input: unknown, context: Context) => unknown
}

export type Operations = Readonly<Record<string, Operation>>

/** What an operation takes: path parameters, query and body in one object. */
export type InputOf<D> = [D] extends [Operation<infer I, infer _O>] ? Static<I> : never

/** What an operation answers, out of its envelope. */
export type OutputOf<D> = [D] extends [Operation<infer _I, infer O>] ? Static<O> : never

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
    // The gateway validates the input and authenticates the caller before it dispatches, so the narrower type holds.
    handle: (handler) => ({
      ...(declaration as unknown as Operation<I, O>),
      status: (declaration.status ?? 200) as Operation['status'],
      handler: handler as Operation['handler'],
    }),
  }
}

/** What a call counts as; null where it is free. An operation for admins is `administrative` without saying so. */
export function limitOf(
  { access, limit }: Pick<Operation, 'access' | 'limit'>,
  caller: Caller | null,
): LimitCategory | null {
  if (limit === undefined) return access === 'admin' ? 'administrative' : null
  return typeof limit === 'function' ? limit(caller) : limit
}

/**
 * The scopes of which a key needs one to call an operation. Without saying so it is `admin` for what admins may, `read`
 * for what only reads, and none for all else: that wants a person.
 */
export function scopesOf({ access, scopes, rest }: Pick<Operation, 'access' | 'scopes' | 'rest'>) {
  const otherwise: Scope[] = onlyReads({ rest }) ? ['read'] : []
  return scopes ?? (access === 'admin' ? (['admin'] as const) : otherwise)
}

const onlyReads = ({ rest }: Pick<Operation, 'rest'>) => rest.startsWith('GET ')

/** What a call does. Without saying so a `GET` reads, a `POST` adds, and all else changes what is there. */
export function effectOf({ effect, rest }: Pick<Operation, 'effect' | 'rest'>): Effect {
  if (effect !== undefined) return effect
  if (onlyReads({ rest })) return 'reads'
  return isPost({ rest }) ? 'adds' : 'changes'
}

/** Whether the same call again does nothing more than the first. Without saying so, that is all but a `POST`. */
export const isRepeatable = ({ repeatable, rest }: Pick<Operation, 'repeatable' | 'rest'>): boolean =>
  repeatable === true || !isPost({ rest })

const isPost = ({ rest }: Pick<Operation, 'rest'>) => rest.startsWith('POST ')

/**
 * Whether the audit log keeps each call: what admins change, and what they do with secrets, which no operation does that
 * only reads. That somebody looked at a status or at the log would only hide what was done.
 */
export function isAudited({ access, rest }: Pick<Operation, 'access' | 'rest'>): boolean {
  return access === 'admin' && !onlyReads({ rest })
}

/** Where the API begins, as the path of a URL. */
export const restRoot = '/api/v1'

const bare = /^\/(interactions|admin\/interactions\/simulate)([/?]|$)/

/**
 * The shape of the bodies at a path below the REST root, also where there is no such route: `bare` for the interaction
 * endpoints, `envelope` (`metadata`, `payload`, `data`) for all others.
 */
export function bodyOf(path: string): 'bare' | 'envelope' {
  return bare.test(path) ? 'bare' : 'envelope'
}

/** Method and path below the REST root of an operation, path parameters in braces, and the shape of its bodies. */
export function routeOf({ rest }: Pick<Operation, 'rest'>) {
  const [method = '', path = ''] = rest.split(' ')
  return { method, path, body: bodyOf(path) }
}
