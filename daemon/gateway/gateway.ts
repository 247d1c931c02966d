import { randomUUID } from 'node:crypto'
import type { Bus } from '../bus/bus.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Caller, Context } from '../kernel/context.ts'
import {
  AuthenticationRequired,
  InsufficientPermissions,
  invalidRequest,
  NotFound,
  publicFailure,
} from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Operation, Operations } from '../kernel/operation.ts'
import { compileInput } from './validate.ts'

/** One request of a client, whatever protocol it came by. */
export interface Call {
  readonly operation: string
  readonly payload: unknown
  /** The access token as it was sent, or null. */
  readonly token: string | null
  readonly idempotency_key: string | null
  /** The address of the client, without its port. */
  readonly address: string
  readonly request_id: string
}

/** Who calls with a token; throws the 401 that says why it is nobody. */
export type Authenticate = (token: string) => Promise<Caller>

export interface Gateway {
  readonly operations: Operations
  readonly authenticate: Authenticate
  /**
   * Takes a call through the same steps for every protocol: token (401), access (403), schema (400), handler. Resolves
   * with the result and rejects with nothing but a `Failure`.
   */
  call(call: Call): Promise<unknown>
}

const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Makes the gateway before `operations`, whose handlers are on the bus. */
export function openGateway(
  operations: Operations,
  authenticate: Authenticate,
  bus: Bus,
  clock: Clock,
  log: Log,
): Gateway {
  const known = new Map(
    Object.entries(operations).map(([name, operation]) => [
      name,
      { access: operation.access, validate: compileInput(operation.input) },
    ]),
  )

  const identify = async (token: string | null, access: Operation['access']): Promise<Caller | null> => {
    if (token === null) {
      if (access === 'anyone') return null
      throw AuthenticationRequired()
    }
    const caller = await authenticate(token)
    if (access === 'admin' && !caller.admin) throw InsufficientPermissions()
    return caller
  }

  const dispatch = async (call: Call): Promise<unknown> => {
    const operation = known.get(call.operation)
    if (!operation) throw NotFound({ operation: call.operation })
    const caller = await identify(call.token, operation.access)
    if (call.idempotency_key !== null && !idempotencyKey.test(call.idempotency_key)) {
      throw invalidRequest('Idempotency-Key', 'must be 1 to 200 visible ASCII characters')
    }
    operation.validate(call.payload)
    return bus.request(call.operation, call.payload, contextOf(call, caller))
  }

  const contextOf = (call: Call, caller: Caller | null): Context => ({
    operation: call.operation,
    caller,
    idempotency_key: call.idempotency_key,
    address: call.address,
    metadata: {
      message_uuid: randomUUID(),
      family_member_uuid: caller?.family_member_uuid ?? null,
      session_uuid: caller?.session_uuid ?? null,
      timestamp: iso(clock.now()),
    },
  })

  return {
    operations,
    authenticate,
    call: async (call) => {
      try {
        return await dispatch(call)
      } catch (error) {
        const failure = publicFailure(error)
        const line = { operation: call.operation, request_id: call.request_id }
        if (failure.status >= 500) log.error({ ...line, err: error }, 'an operation failed')
        else log.debug({ ...line, code: failure.code }, 'a call was refused')
        throw failure
      }
    },
  }
}
