import { clientVersion, type OperationDescription } from './description.ts'

export interface PreparedRequest {
  readonly method: string
  /** Below the REST root, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

type Input = Readonly<Record<string, unknown>>

/** Puts each part of an input where the operation expects it: path, query or body. */
export function prepareRequest(
  operation: OperationDescription,
  input: Input,
  idempotencyKey: string | null = null,
): PreparedRequest {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const inPath = new Set(operation.fields.filter((field) => field.in === 'path').map(({ name }) => name))
  const rest = given.filter(([name]) => !inPath.has(name))
  const path = fillPath(operation, input)
  const hasBody = operation.method === 'POST' || operation.method === 'PUT'
  const body = hasBody ? bodyOf(operation, Object.fromEntries(rest)) : null
  return {
    method: operation.method,
    path: hasBody ? path : `${path}${queryOf(rest)}`,
    headers: {
      accept: 'application/json',
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body,
  }
}

function fillPath({ name, path }: OperationDescription, input: Input): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = input[key]
    // An empty part would be another path, and with it another operation.
    if (typeof value !== 'string' || value === '') throw new TypeError(`${name} needs ${key}`)
    return encodeURIComponent(value)
  })
}

function queryOf(given: readonly (readonly [string, unknown])[]): string {
  const query = new URLSearchParams()
  for (const [name, value] of given) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size === 0 ? '' : `?${query.toString()}`
}

function bodyOf({ body }: OperationDescription, payload: Input): string | null {
  if (body === 'bare') return Object.keys(payload).length === 0 ? null : JSON.stringify(payload)
  const metadata = {
    request_id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    client_version: clientVersion,
  }
  return JSON.stringify({ metadata, payload })
}
