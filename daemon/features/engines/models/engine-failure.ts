import { EngineFailed, type EngineFailureKind } from './engine-failed.ts'

/** What there is to say of anything thrown by a call of a server; `begun` where a part of the answer had come. */
export function engineFailure(error: unknown, begun = false): EngineFailed {
  if (error instanceof EngineFailed) return error
  const causes = causesOf(error)
  const own = causes.find((cause) => cause instanceof EngineFailed)
  if (own) return own
  const code = causes.map((cause) => cause['code']).find((code) => typeof code === 'string')
  const status = causes.map((cause) => cause['statusCode']).find((status) => typeof status === 'number')
  if (status !== undefined && status >= 400) return new EngineFailed(kindOf(status), status)
  if (code !== undefined && lost.has(code)) return new EngineFailed('broken_off', code)
  if (begun) return new EngineFailed('broken_off')
  if (causes.some(({ name }) => notUnderstood.has(String(name)))) return new EngineFailed('not_understood')
  if (status !== undefined) return new EngineFailed('not_understood', status)
  // An error that the server tells of in its stream comes as the object that it sent.
  if (!(error instanceof Error)) return new EngineFailed('server_error')
  return new EngineFailed('unreachable', code ?? null)
}

/** Codes of connections that ended after they were made. */
const lost = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_ABORTED'])
const notUnderstood = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_EmptyResponseBodyError',
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
])

function kindOf(status: number): EngineFailureKind {
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'no_model'
  return status >= 500 ? 'server_error' : 'rejected'
}

/** An error and what caused it, outermost first; cut off where they go in circles. */
function causesOf(error: unknown): Record<string, unknown>[] {
  const causes: Record<string, unknown>[] = []
  let inner = error
  while (typeof inner === 'object' && inner !== null && causes.length < 8) {
    causes.push(inner as Record<string, unknown>)
    inner = (inner as { cause?: unknown }).cause
  }
  return causes
}
