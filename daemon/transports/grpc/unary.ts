import { randomUUID } from 'node:crypto'
import type { handleUnaryCall, Metadata, sendUnaryData } from '@grpc/grpc-js'
import { bearerToken, type Gateway } from '../../gateway/gateway.ts'
import type { Answer, OperationName, Payload } from '../../gateway/declared.ts'
import { publicFailure } from '../../kernel/errors.ts'
import type { ClientOf } from './host.ts'
import { grpcError } from './status.ts'

interface Unary<N extends OperationName, Request, Response> {
  readonly payload: (request: Request) => Payload<N>
  readonly response: (result: Answer<N>) => Response
}

/** A method that answers once, with what an operation answers. */
export function unary<N extends OperationName, Request, Response>(
  gateway: Gateway,
  clientOf: ClientOf,
  operation: N,
  { payload, response }: Unary<N, Request, Response>,
): handleUnaryCall<Request, Response> {
  return (call, done) => {
    void respond(gateway, operation, done, async () => {
      const admission = await gateway.admit(operation, tokenOf(call.metadata), clientOf(call))
      const gone = new AbortController()
      call.once('cancelled', () => gone.abort())
      const gatewayRequest = {
        payload: payload(call.request),
        idempotency_key: null,
        request_id: randomUUID(),
        signal: gone.signal,
      }
      return response(await gateway.dispatch(admission, gatewayRequest))
    })
  }
}

/** Ends a call with what `answer` resolves with, or with the status of its failure, and takes down how it went. */
export async function respond<Response>(
  gateway: Gateway,
  operation: string,
  done: sendUnaryData<Response>,
  answer: () => Promise<Response>,
): Promise<void> {
  const startedAt = performance.now()
  let status = 200
  try {
    done(null, await answer())
  } catch (error) {
    const failure = publicFailure(error)
    ;({ status } = failure)
    done(grpcError(failure))
  }
  gateway.measure({ operation, protocol: 'grpc', status, milliseconds: performance.now() - startedAt })
}

/** The token that a call brings; null for none. */
export function tokenOf(metadata: Metadata): string | null {
  const values = metadata.get('authorization')
  if (values.length === 0) return null
  // Two of them, or another scheme, are no token of ours: refused like one, not taken for none.
  return (values.length === 1 && bearerToken(String(values[0]))) || ''
}
