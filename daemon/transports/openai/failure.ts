import { type Failure, sentence } from '../../kernel/errors.ts'

/** A failure as OpenAI shapes errors. */
export function openAiError(failure: Failure): object {
  const { status, code, details } = failure
  const { field, reason } = details
  return {
    error: {
      message: sentence(failure),
      type: typeOf(status),
      param: typeof field === 'string' && field !== '' ? field : null,
      // Clients tell a model that is not there by this.
      code: code === 'NOT_FOUND' && typeof reason === 'string' ? reason : code.toLowerCase(),
    },
  }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
