import { publicFailure } from '../kernel/errors.ts'
import type { Answer } from './declared.ts'
import type { Client, Gateway, Request } from './gateway.ts'
import type { Protocol } from './measurements.ts'

interface Calling<N extends string> {
  readonly operation: N
  readonly protocol: Protocol
  readonly token: string | null
  readonly client: Client
}

/** Takes a call that came whole through all steps of the gateway, and takes down how it went. */
export async function measuredCall<N extends string>(
  gateway: Gateway,
  { operation, protocol, token, client }: Calling<N>,
  request: Request<N>,
): Promise<Answer<N>> {
  const startedAt = performance.now()
  let status = 200
  try {
    return await gateway.dispatch(await gateway.admit(operation, token, client), request)
  } catch (error) {
    ;({ status } = publicFailure(error))
    throw error
  } finally {
    gateway.measure({ operation, protocol, status, milliseconds: performance.now() - startedAt })
  }
}
