import type { Bus } from '../bus/bus.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Caller, Context, SentProof } from '../kernel/context.ts'
import {
  AddressBlocked,
  AuthenticationRequired,
  CertificateOfAnother,
  InsufficientPermissions,
  invalidRequest,
  NotFound,
  publicFailure,
} from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import {
  type Access,
  isAudited,
  type LimitCategory,
  limitOf,
  type Operation,
  type Operations,
  scopesOf,
} from '../kernel/operation.ts'
import { adminScopes, assertScope, assertUnrestricted, type Scope } from '../kernel/scope.ts'
import type { Answer, OperationName, Payload } from './declared.ts'
import { type Limits, type Quota, subjectsOf } from './limits.ts'
import type { Measured } from './measurements.ts'
import { compileInput } from '../kernel/validate.ts'
import { randomUUID } from 'node:crypto'

/** Where a call comes from. */
export interface Client {
  /** Without the port. */
  readonly address: string
  /** The program, as it says of itself. */
  readonly user_agent?: string
  readonly proof?: SentProof
  /** Of the page that calls, as its browser says; one of the daemon's own. */
  readonly origin?: string
  readonly certificate_device_uuid?: string
  /** Told of every allowance that the call takes from, also where that refuses it. */
  readonly counted?: (quota: Quota) => void
}

export interface Admission<N extends string = string> {
  readonly operation: N
  readonly caller: Caller | null
  readonly client: Client
}

/** Whether a call was admitted, and to this very operation. */
export function isAdmittedTo<N extends OperationName>(
  admission: Admission | null,
  operation: N,
): admission is Admission<N> {
  return admission?.operation === operation
}

/** What a client asks for, whatever protocol it came by. */
export interface Request<N extends string = string> {
  readonly payload: Payload<N>
  readonly idempotency_key: string | null
  readonly request_id: string
  /** Aborted where the client goes before it is answered. */
  readonly signal?: AbortSignal
  /** Told of every part of an answer that is written while the client waits; null where it begins anew. */
  readonly written?: (part: string | null) => void
}

/** Who calls with a token, which is a use of its session unless it is said to be none; throws the 401 that says why it is nobody. */
export type Authenticate = (token: string, isUse?: boolean) => Promise<Caller>

/**
 * Takes every call through the same steps, whatever the protocol: address (403), token (401), access (403), limit (429),
 * schema (400), handler. Everything rejects with nothing but a `Failure`.
 */
export interface Gateway {
  readonly operations: Operations
  /** Throws `ADDRESS_BLOCKED` where nothing may come from there. */
  readonly assertAddress: (address: string) => void
  /** The same for a call of `client`, who may be known by a certificate too. */
  readonly authenticate: (token: string, client: Client, isUse?: boolean) => Promise<Caller>
  /** The first steps for what is no operation; without scopes, any key of a member will do. */
  readonly permit: (
    dependencies: { access: Access; limit: LimitCategory | null; scopes: readonly Scope[] | null },
    token: string | null,
    client: Client,
  ) => Promise<Caller | null>
  /** The first steps, which need nothing of the request but its token: before anybody looks into a body. */
  readonly admit: <N extends string>(
    operation: N,
    token: string | null,
    client: Client,
  ) => Promise<Admission<N>>
  /** The other steps; resolves with what the operation answers. */
  readonly dispatch: <N extends string>(admission: Admission<N>, request: Request<N>) => Promise<Answer<N>>
  /** Counts one inbound message of a connection that stays open; throws `RATE_LIMITED`. */
  readonly countMessage: (connection: string) => Promise<void>
  /** Takes down how a call went, once it is answered; `status` as REST has it. */
  readonly measure: Measured
}

interface GatewayDependencies {
  readonly operations: Operations
  readonly authenticate: Authenticate
  readonly blocked: (address: string) => boolean
  /** Writes down what an admin is about to change. */
  readonly audit: (context: Context, details: Record<string, unknown>) => void
  /** Told of every error that is the daemon's own. */
  readonly failed: (error: unknown) => void
  readonly limits: Limits
  readonly measure: Measured
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
}

interface Permission {
  readonly access: Access
  readonly scopes: readonly Scope[] | null
  readonly anySession?: true
  readonly enrolment?: true
  readonly unrestricted?: true
}

const accesses: readonly unknown[] = ['anyone', 'member', 'admin'] satisfies Access[]

const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Makes the gateway before operations whose handlers are on the bus. Throws where one does not say who may call it. */
export function openGateway(dependencies: GatewayDependencies): Gateway {
  const { operations, limits, bus, clock, log } = dependencies
  const byName = new Map(
    Object.entries(operations).map(([name, operation]) => {
      if (!accesses.includes(operation.access)) throw new Error(`the operation ${name} has no access`)
      const who = { ...operation, scopes: scopesOf(operation) }
      return [
        name,
        { operation, who, audited: isAudited(operation), validate: compileInput(operation.input) },
      ]
    }),
  )

  /** The failure to show for an error, which is logged where it is the daemon's own. */
  const refuse = (error: unknown, operation: string, request?: Request) => {
    const failure = publicFailure(error)
    const request_id = request?.request_id
    if (failure.status >= 500) dependencies.failed(error)
    // Nobody hears of it where the client has gone.
    if (failure.status >= 500 && !request?.signal?.aborted)
      log.error({ operation, request_id, err: error }, 'an operation failed')
    else log.debug({ operation, request_id, code: failure.code }, 'a call was refused')
    return failure
  }

  const assertAddress = (address: string) => {
    if (dependencies.blocked(address)) throw AddressBlocked()
  }

  const { authenticate, identify } = openCallers(dependencies.authenticate)
  const { count, countAccount } = openCounting(limits)

  return {
    operations,
    assertAddress,
    authenticate,
    measure: (call) => {
      if (byName.has(call.operation)) dependencies.measure(call)
    },
    countMessage: (connection) => limits.count('realtime', { kind: 'connection', key: connection }),

    permit: async ({ limit, ...who }, token, client) => {
      try {
        assertAddress(client.address)
        const caller = await identify(who, token, client)
        await count(limit, caller, client)
        return caller
      } catch (error) {
        throw refuse(error, 'none')
      }
    },

    admit: async <N extends string>(name: N, token: string | null, client: Client) => {
      try {
        assertAddress(client.address)
        const { operation, who } = byName.get(name) ?? {}
        if (!operation || !who) throw NotFound({ operation: name })
        const caller = await identify(who, token, client, name)
        await count(limitOf(operation, caller), caller, client)
        return { operation: name, caller, client }
      } catch (error) {
        throw refuse(error, name)
      }
    },

    dispatch: async <N extends string>(admission: Admission<N>, request: Request<N>) => {
      try {
        if (request.idempotency_key !== null && !idempotencyKey.test(request.idempotency_key)) {
          throw invalidRequest('Idempotency-Key', 'must be 1 to 200 visible ASCII characters')
        }
        const { operation, audited, validate } = byName.get(admission.operation) ?? {}
        if (!operation) throw NotFound({ operation: admission.operation })
        validate?.(request.payload)
        await countAccount(operation, admission, request.payload)
        const { caller, client } = admission
        const { idempotency_key, signal, written } = request
        const { counted: _, ...from } = client
        const call = { ...from, operation: admission.operation, caller, idempotency_key }
        const more = { ...(signal && { signal }), ...(written && { written }) }
        const context = contextOf({ ...call, ...more }, clock, operation)
        if (audited) dependencies.audit(context, auditedOf(operation, request.payload))
        // Its one handler answers what the operation declares.
        const { timeoutMs } = operation
        return (await bus.request(admission.operation, request.payload, context, timeoutMs)) as Answer<N>
      } catch (error) {
        throw refuse(error, admission.operation, request)
      }
    },
  }
}

function openCallers(callerOf: Authenticate) {
  const authenticate: Gateway['authenticate'] = async (token, { certificate_device_uuid }, isUse) => {
    const caller = await callerOf(token, isUse)
    const isAnother = caller.device_uuid !== null && caller.device_uuid !== certificate_device_uuid
    if (certificate_device_uuid !== undefined && isAnother) throw CertificateOfAnother()
    return caller
  }

  const identify = async (
    { access, scopes, anySession, enrolment, unrestricted }: Permission,
    token: string | null,
    client: Client,
    operation?: string,
  ) => {
    if (token === null && access !== 'anyone') throw AuthenticationRequired()
    const caller = token === null ? null : await authenticate(token, client)
    const free = caller?.key === null && (anySession || (enrolment && caller.restriction === 'enrolment'))
    if (caller && scopes && !free) assertScope(caller, scopes, operation)
    if (caller && unrestricted) assertUnrestricted(caller)
    // A key has the scopes of admins only while its owner is one.
    const admin = caller?.admin || (caller?.key && scopes?.some((scope) => adminScopes.has(scope)))
    if (access === 'admin' && !admin) throw InsufficientPermissions()
    return caller
  }

  return { authenticate, identify }
}

/** What calls take from their allowances. */
function openCounting(limits: Limits) {
  const count = async (
    category: LimitCategory | null,
    caller: Caller | null,
    { address, counted }: Client,
  ) => {
    if (category === null) return
    for (const subject of subjectsOf(category, caller, address))
      await limits.count(category, subject, counted)
  }

  /** The account that a sign-in is about: the one that its input names, else the caller's own. */
  const countAccount = async (operation: Operation, { caller, client }: Admission, input: unknown) => {
    if (limitOf(operation, caller) !== 'authentication') return
    const key = operation.account ? operation.account(input) : caller?.actor
    if (key !== undefined) await limits.count('authentication', { kind: 'account', key }, client.counted)
  }

  return { count, countAccount }
}

/** The token of an `Authorization` value, for every protocol; undefined for another scheme. */
export function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

/** The handler's context for a call made now. */
export function contextOf(
  call: Omit<Context, 'metadata'>,
  clock: Clock,
  { shownOnce }: Pick<Operation, 'shownOnce'> = {},
): Context {
  return {
    ...call,
    ...(shownOnce && { shown_once: true }),
    metadata: {
      message_uuid: randomUUID(),
      family_member_uuid: call.caller?.family_member_uuid ?? null,
      session_uuid: call.caller?.session_uuid ?? null,
      timestamp: iso(clock.now()),
    },
  }
}

/** What the audit log keeps of the input of an operation for admins. */
export function auditedOf(
  { audited = [] }: Pick<Operation, 'audited'>,
  input: unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input as object).filter(([name]) => audited.includes(name)))
}
