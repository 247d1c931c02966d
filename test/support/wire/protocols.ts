import { randomUUID } from 'node:crypto'
import { operations } from '../../../daemon/client/description.ts'
import { prepareRequest } from '../../../daemon/client/request.ts'
import { type ErrorCode, statusOf } from '../../../daemon/kernel/errors.ts'
import type { Daemon } from '../../../daemon/main.ts'
import { assertDeclared } from './declared.ts'
import { rest } from './rest.ts'
import { isLong } from '../long.ts'
import { TestSocket } from './socket.ts'

export interface Outcome {
  readonly status: number
  /** The result of a success. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly result: any
  /** The sentence of a refusal, as the interaction endpoints word it. */
  readonly detail: string | undefined
  /** What an enveloped refusal adds to its code. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly details?: any
}

/** Calls an operation as a member would, over one protocol; null for no token. */
export type Ask = (
  token: string | null,
  operation: string,
  input?: object,
  idempotencyKey?: string,
) => Promise<Outcome>

export type Protocol = 'REST' | 'WebSocket'

/** The ways to call any operation. */
export const protocols: Readonly<Record<Protocol, (daemon: Pick<Daemon, 'file'>) => Ask>> = {
  REST:
    (daemon) =>
    async (token, operation, input = {}, idempotencyKey) => {
      const described = operations.get(operation)
      if (!described) throw new Error(`openapi.json has no operation ${operation}`)
      const { method, path, headers, body } = prepareRequest(
        described,
        input as Record<string, unknown>,
        idempotencyKey,
      )
      const answer = await rest(daemon, `${method} ${path}`, {
        token: token ?? undefined,
        headers,
        ...(body === null ? {} : { body }),
      })
      const { data, detail, error } = answer.body
      return { status: answer.status, result: data ?? answer.body, detail, details: error?.details }
    },

  WebSocket:
    (daemon) =>
    async (token, operation, input = {}, idempotencyKey) => {
      await using socket = await TestSocket.open(daemon, token)
      const request = {
        operation,
        payload: input,
        ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}),
      }
      const { type, data } = await socket.ask('request', request)
      if (type === 'response') return { status: 200, result: data.result, detail: undefined }
      const { field, reason } = data.details
      const sentence = field === undefined ? data.message : `${field} ${reason}`
      const status = statusOf[data.code as ErrorCode]
      const { method, path } = operations.get(operation) ?? {}
      assertDeclared(`${method} ${path}`, status)
      return {
        status,
        result: null,
        detail: sentence,
        details: data.details,
      }
    },
}

/** The protocol of a row of a table: they take turns, as the gateway asks alike for both; long runs take the other one. */
export const protocolInTurn = (row: number): Protocol => (row % 2 === (isLong ? 1 : 0) ? 'REST' : 'WebSocket')

/** What a call needs to reach an operation, where nobody looks at the rest of it, as of who is refused. */
export const pathOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    (operations.get(name)?.fields ?? [])
      .filter((field) => field.in === 'path')
      .map((field) => [field.name, randomUUID()]),
  )
