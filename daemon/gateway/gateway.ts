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
import type { Operations } from '../kernel/operation.ts'
import { compileInput } from './validate.ts'

/** Who calls which operation, and may. */
export interface Admission {
  readonly operation: string
  readonly caller: Caller | null
}

/** What a client asks for, whatever protocol it came by. */
export interface Request {
  readonly payload: unknown
  readonly idempotency_key: string | null
  /** The address of the client, without its port. */
  readonly address: string
  readonly request_id: string
}

/** Who calls with a token; throws the 401 that says why it is nobody. */
export type Authenticate = (token: string) => Promise<Caller>

/**
 * Takes every call through the same steps, whatever the protocol: token (401), access (403), schema (400), handler.
 * Everything rejects with nothing but a `Failure`.
 */
export interface Gateway {
  readonly operations: Operations
  readonly authenticate: Authenticate
  /** The first steps, which need nothing of the request but its token: before anybody looks into a body. */
  readonly admit: (operation: string, token: string | null) => Promise<Admission>
  /** The other steps; resolves with the result. */
  readonly dispatch: (admission: Admission, request: Request) => Promise<unknown>
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

  const contextOf = ({ operation, caller }: Admission, request: Request): Context => ({
    operation,
    caller,
    idempotency_key: request.idempotency_key,
    address: request.address,
    metadata: {
      message_uuid: randomUUID(),
      family_member_uuid: caller?.family_member_uuid ?? null,
      session_uuid: caller?.session_uuid ?? null,
      timestamp: iso(clock.now()),
    },
  })

  /** The failure to show for an error, which is logged where it is the daemon's own. */
  const refuse = (error: unknown, operation: string, request_id?: string) => {
    const failure = publicFailure(error)
    if (failure.status >= 500) log.error({ operation, request_id, err: error }, 'an operation failed')
    else log.debug({ operation, request_id, code: failure.code }, 'a call was refused')
    return failure
  }

  return {
    operations,
    authenticate,

    admit: async (operation, token) => {
      try {
        const access = known.get(operation)?.access
        if (access === undefined) throw NotFound({ operation })
        if (token === null && access !== 'anyone') throw AuthenticationRequired()
        const caller = token === null ? null : await authenticate(token)
        if (access === 'admin' && !caller?.admin) throw InsufficientPermissions()
        return { operation, caller }
      } catch (error) {
        throw refuse(error, operation)
      }
    },

    dispatch: async (admission, request) => {
      try {
        if (request.idempotency_key !== null && !idempotencyKey.test(request.idempotency_key)) {
          throw invalidRequest('Idempotency-Key', 'must be 1 to 200 visible ASCII characters')
        }
        known.get(admission.operation)?.validate(request.payload)
        return await bus.request(admission.operation, request.payload, contextOf(admission, request))
      } catch (error) {
        throw refuse(error, admission.operation, request.request_id)
      }
    },
  }
}
