import type { OperationDescription } from './description.ts'
import { ApiError, ConnectionError, errorCode } from './errors.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Takes an answer out of its shape: the body of a bare one, `data` of an envelope. Throws an `ApiError` for a refusal,
 * whichever shape it has, and a `ConnectionError` for what no Companion says.
 */
export async function readAnswer(
  { body: shape }: OperationDescription,
  response: Response,
): Promise<unknown> {
  const body = await parse(response)
  if (!response.ok) throw new ApiError(refusalOf(response, body))
  return shape === 'bare' ? body : body['data']
}

async function parse(response: Response): Promise<Json> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    if (isObject(body)) return body
  } catch {
    // Said below, like any other answer of somebody else.
  }
  throw new ConnectionError(`the server at ${response.url || 'this address'} is not a Companion daemon`)
}

function refusalOf(response: Response, { error, detail }: Json) {
  const seen = { status: response.status, request_id: response.headers.get('x-request-id') }
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retry_after = Number.isFinite(wait) ? wait : null
  if (!isObject(error))
    return {
      ...seen,
      code: null,
      message: typeof detail === 'string' ? detail : response.statusText,
      retry_after,
    }
  const details = isObject(error['details']) ? error['details'] : {}
  return { ...seen, code: errorCode(error['code']), message: String(error['message']), details, retry_after }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
