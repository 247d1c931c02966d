import { failure } from './errors.ts'

/**
 * What a key may be made for: `read` its owner's own data, `talk` with the companion, `remember` (store and change
 * memories), `ask` (put interactions to people, read and cancel those), `act` (answer, approve, reject, goals), `metrics`
 * of the daemon, `admin` operations. The last two are for the keys of admins.
 */
export const scopes = ['read', 'talk', 'remember', 'ask', 'act', 'metrics', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What an admin alone may give to a key. */
export const adminScopes: ReadonlySet<Scope> = new Set(['metrics', 'admin'])

export const userScopes = ['read', 'talk', 'remember', 'ask', 'act'] as const satisfies readonly Scope[]

/** What of that a program has unless somebody says otherwise: it answers, approves and clears nothing. */
export const defaultScopes: ReadonlySet<Scope> = new Set(['read', 'talk', 'remember', 'ask'])

/**
 * What a session may do less than its member: one of a `pin` has what a key may have, one that is `read_only` reads, one of
 * an `enrolment` sets up a second factor and nothing else, one of a `recovery` a new password. None may do what wants a
 * person, nor administer.
 */
export const restrictions = ['pin', 'read_only', 'enrolment', 'recovery'] as const
export type Restriction = (typeof restrictions)[number]

const scopesOfRestricted: Readonly<Record<Restriction, ReadonlySet<Scope>>> = {
  pin: new Set(userScopes),
  read_only: new Set(['read']),
  enrolment: new Set(),
  recovery: new Set(),
}

export interface CallerKey {
  readonly key_uuid: string
  readonly name: string
  /** Those that its owner still has: `metrics` and `admin` go with the role. */
  readonly scopes: ReadonlySet<Scope>
  /** The only operations that it may call, whatever its scopes; null for no such limit. */
  readonly allowed_operations: ReadonlySet<string> | null
}

export const ScopeMissing = failure('INSUFFICIENT_PERMISSIONS', 'the key was not made for this')
export const PersonRequired = failure(
  'INSUFFICIENT_PERMISSIONS',
  'this wants a person who is signed in, not a key',
  'person',
)
/** `details.reason` is what the session is restricted to: one of `restrictions`. */
export const SessionRestricted = failure(
  'INSUFFICIENT_PERMISSIONS',
  'this wants a sign-in with your password',
  'restricted',
)

interface Scoped {
  readonly key: CallerKey | null
  readonly restriction: Restriction | null
}

/**
 * Throws 403 where a caller came with a key that has none of the `wanted` scopes, or may not call `operation`; with none
 * wanted, no key will do. `operation` is left out of what is no operation, which a key with a list of them may not use. A
 * restricted session has the scopes of its restriction.
 */
export function assertScope(
  { key, restriction }: Scoped,
  wanted: readonly Scope[],
  operation?: string,
): void {
  if (restriction && !wanted.some((scope) => scopesOfRestricted[restriction].has(scope)))
    throw SessionRestricted({ reason: restriction })
  const refusal = refusalOf(key, wanted, operation)
  if (refusal) throw refusal
}

/** Why a key may not do what wants these scopes; null where it may, and where there is none. */
function refusalOf(key: CallerKey | null, wanted: readonly Scope[], operation = ''): Error | null {
  if (!key) return null
  if (wanted.length === 0) return PersonRequired()
  if (!wanted.some((scope) => key.scopes.has(scope))) return ScopeMissing({ scope: wanted[0] })
  if (key.allowed_operations && !key.allowed_operations.has(operation))
    return ScopeMissing({ reason: 'operation' })
  return null
}

/** Whether a caller may do what an operation of that name and those scopes does, as far as that is up to a key. */
export const keyPermits = (
  { key }: Pick<Scoped, 'key'>,
  wanted: readonly Scope[],
  operation: string,
): boolean => refusalOf(key, wanted, operation) === null

/** Throws 403 where a restricted session calls. */
export function assertUnrestricted({ restriction }: Pick<Scoped, 'restriction'>): void {
  if (restriction) throw SessionRestricted({ reason: restriction })
}

/** Throws 403 where a key or a restricted session calls. */
export function assertPerson(caller: Scoped): void {
  assertScope(caller, [])
}

export const NoMember = failure('NOT_FOUND', 'this token belongs to no member')

/** The member who calls; throws `NOT_FOUND` for a program that is none. */
export function memberOf({ family_member_uuid }: { readonly family_member_uuid: string | null }): string {
  if (family_member_uuid === null) throw NoMember()
  return family_member_uuid
}
