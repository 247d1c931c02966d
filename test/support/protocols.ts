import openApi from '../../daemon/client/openapi.json' with { type: 'json' }
import { type ErrorCode, statusOf } from '../../daemon/kernel/errors.ts'
import type { Daemon } from '../../daemon/main.ts'
import { rest } from './rest.ts'
import { TestSocket } from './socket.ts'

export interface Outcome {
  readonly status: number
  /** The result of a success. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly result: any
  /** The sentence of a refusal, as the interaction endpoints word it. */
  readonly detail: string | undefined
}

/** Calls an operation as a member would, over one protocol. */
export type Ask = (
  token: string,
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
      const { route, body } = routeFor(operation, input)
      const answer = await rest(daemon, route, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
      })
      return { status: answer.status, result: answer.body.data ?? answer.body, detail: answer.body.detail }
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
      const sentence = reason === undefined ? data.message : `${field} ${reason}`
      return { status: statusOf[data.code as ErrorCode], result: null, detail: sentence }
    },
}

/** Where REST has an operation: the route with its parameters filled in, and the body where it takes one. */
function routeFor(operation: string, input: object): { route: string; body: object | undefined } {
  for (const [path, methods] of Object.entries(openApi.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      if (described.operationId !== operation) continue
      const rest = new Map<string, unknown>(Object.entries(input))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = String(rest.get(name))
        rest.delete(name)
        return encodeURIComponent(value)
      })
      const inQuery = method === 'get' || method === 'delete'
      const query = inQuery ? queryOf(rest) : ''
      const payload = Object.fromEntries(rest)
      const body = described['x-body'] === 'envelope' ? { payload } : payload
      return { route: `${method.toUpperCase()} ${filled}${query}`, body: inQuery ? undefined : body }
    }
  }
  throw new Error(`openapi.json has no operation ${operation}`)
}

function queryOf(parameters: Map<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) for (const one of [value].flat()) query.append(name, String(one))
  return parameters.size === 0 ? '' : `?${query.toString()}`
}
