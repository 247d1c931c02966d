import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { compileInput } from '../../kernel/validate.ts'
import { type Failure, invalidRequest, payloadMissing, sentence } from '../../kernel/errors.ts'
import { lazy } from '../../kernel/lazy.ts'
import { closed } from '../../kernel/schema.ts'
import { version } from '../../kernel/version.ts'

export const RequestMetadata = Type.Object(
  {
    request_id: Type.Optional(Type.String({ format: 'uuid' })),
    timestamp: Type.Optional(Type.String({ format: 'date-time' })),
    client_version: Type.Optional(
      Type.String({ pattern: '^\\d+(\\.\\d+){0,3}([-+][0-9A-Za-z.+-]+)?$', maxLength: 64 }),
    ),
  },
  { ...closed, $id: 'RequestMetadata' },
)

export const ResponseMetadata = Type.Object(
  {
    request_id: Type.String({ format: 'uuid' }),
    timestamp: Type.String({ format: 'date-time' }),
    status: Type.Enum(['success', 'error']),
    version: Type.String(),
  },
  { $id: 'ResponseMetadata' },
)

const assertMetadata = compileInput(RequestMetadata, 'metadata')
const hasMetadata = lazy(() =>
  Compile(Type.Object({ metadata: Type.Object({ request_id: Type.String({ format: 'uuid' }) }) })),
)

/** The request id that a body brings, also where the rest of it is not valid. */
export function sentRequestId(body: unknown): string | undefined {
  return hasMetadata().Check(body) ? body.metadata.request_id : undefined
}

/** The payload of a request envelope; throws 400 where it is none. */
export function openEnvelope(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw invalidRequest('', 'must be a JSON object with metadata and payload')
  const { metadata, payload, ...rest } = body
  const [extra] = Object.keys(rest)
  // Whoever sends the fields bare is told where they belong.
  if (payload === undefined) throw payloadMissing()
  if (extra !== undefined) throw invalidRequest(extra, 'is unknown')
  if (metadata !== undefined) assertMetadata(metadata)
  if (!isObject(payload)) throw invalidRequest('payload', 'must be object')
  return payload
}

interface EnvelopeFacts {
  readonly request_id: string
  /** ISO 8601. */
  readonly timestamp: string
}

export function successEnvelope(data: unknown, answered: EnvelopeFacts): object {
  return { metadata: metadata('success', answered), data }
}

export function errorEnvelope({ code, message, details }: Failure, answered: EnvelopeFacts): object {
  return { metadata: metadata('error', answered), error: { code, message, details } }
}

/** The error body of the interaction endpoints: one sentence, of the table where the table has one. */
export function bareError(failure: Failure): { detail: string } {
  if (failure.status === 401) return { detail: 'authentication required' }
  if (failure.status === 403) return { detail: 'insufficient permissions' }
  return { detail: sentence(failure) }
}

const metadata = (status: 'success' | 'error', { request_id, timestamp }: EnvelopeFacts) => ({
  request_id,
  timestamp,
  status,
  version,
})

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
