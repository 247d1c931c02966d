import { status } from '@grpc/grpc-js'
import { type Failure, sentence } from '../../kernel/errors.ts'

export const grpcStatusOf: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.FAILED_PRECONDITION,
  410: status.NOT_FOUND,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  500: status.INTERNAL,
}

/** A failure as a gRPC call ends with it: the sentence, and the field where there is one. */
export function grpcError(failure: Failure): { code: status; details: string } {
  return { code: grpcStatusOf[failure.status] ?? status.INTERNAL, details: sentence(failure) }
}
