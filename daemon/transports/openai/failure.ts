import { type Failure, sentence } from '../../kernel/errors.ts'

/** A failure as OpenAI shapes errors. */
export function openAiError(failure: Failure): object {
  const { status, code, details } = failure
  const { field } = details
  return {
    error: {
      message: sentence(failure),
      type: typeOf(status),
      param: typeof field === 'string' && field !== '' ? field : null,
      code: code.toLowerCase(),
    },
  }
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
