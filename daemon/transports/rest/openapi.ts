import { type TObject, type TSchema, Type } from 'typebox'
import {
  AuthenticationRequired,
  type FailureKind,
  InsufficientPermissions,
  InternalError,
  InvalidRequest,
  RateLimited,
  statusOf,
} from '../../kernel/errors.ts'
import { type Operation, type Operations, restRoot, routeOf } from '../../kernel/operation.ts'
import { version } from '../../kernel/version.ts'
import { RequestMetadata, ResponseMetadata } from './envelope.ts'

type Json = Record<string, unknown>

const EnvelopeError = Type.Object(
  {
    metadata: ResponseMetadata,
    error: Type.Object({
      code: Type.Enum(Object.keys(statusOf)),
      message: Type.String(),
      details: Type.Record(Type.String(), Type.Unknown()),
    }),
  },
  { $id: 'Error' },
)
const BareError = Type.Object({ detail: Type.String() }, { $id: 'InteractionError' })

const everywhere: readonly FailureKind[] = [InvalidRequest, InternalError]

/** The OpenAPI 3.1 description of all operations. */
export function openApi(operations: Operations): Json {
  const paths: Record<string, Json> = {}
  const components: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path } = routeOf(operation)
    const described = describe(name, operation)
    ;(paths[path] ??= {})[method.toLowerCase()] = hoist(described, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Companion',
      version,
      description: 'The local-first backend of a personal AI companion.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: restRoot }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function describe(name: string, operation: Operation): Json {
  const { method, path, body } = routeOf(operation)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter)
  const rest = Object.entries(operation.input.properties).filter(([key]) => !inPath.includes(key))
  const hasBody = method === 'POST' || method === 'PUT'
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.access === 'anyone' ? { security: [{}, { bearer: [] }] } : {}),
    'x-access': operation.access,
    'x-body': body,
    parameters: [
      ...inPath.map((key) => parameter('path', key, operation)),
      ...(hasBody ? [] : rest.map(([key]) => parameter('query', key, operation))),
      ...(method === 'POST' ? [idempotencyHeader] : []),
    ],
    ...(hasBody ? requestBody(operation, Object.fromEntries(rest)) : {}),
    responses: responses(operation),
  }
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key gives the first result again and changes nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

function parameter(where: 'path' | 'query', name: string, { input }: Operation): Json {
  return {
    name,
    in: where,
    required: where === 'path' || isRequired(input, name),
    schema: input.properties[name],
    ...(where === 'query' ? { style: 'form', explode: true } : {}),
  }
}

function requestBody({ rest, input }: Operation, properties: Record<string, TSchema>): Json {
  const { body } = routeOf({ rest })
  const names = Object.keys(properties)
  if (body === 'bare' && names.length === 0) return {}
  const required = names.filter((name) => isRequired(input, name))
  const payload = {
    type: 'object',
    ...(required.length ? { required } : {}),
    properties,
    additionalProperties: false,
  }
  const schema =
    body === 'bare'
      ? payload
      : {
          type: 'object',
          required: ['payload'],
          properties: { metadata: RequestMetadata, payload },
          additionalProperties: false,
        }
  return { requestBody: { required: body === 'envelope' || required.length > 0, content: content(schema) } }
}

function responses(operation: Operation): Json {
  const bare = routeOf(operation).body === 'bare'
  const success = bare ? operation.output : envelopeOf(operation.output)
  const error = bare ? BareError : EnvelopeError
  const guards = operation.access === 'anyone' ? [] : [AuthenticationRequired, InsufficientPermissions]
  const limits = operation.limit || operation.access === 'admin' ? [RateLimited] : []
  const failures = [...everywhere, ...guards, ...limits, ...operation.errors]
  const byStatus = Map.groupBy(failures, ({ code }) => statusOf[code])
  const { status } = operation
  const statuses = typeof status === 'function' ? [200, 201] : [status]
  const answered = { description: 'success', content: content(success) }
  return {
    ...Object.fromEntries(statuses.map((code) => [code, answered])),
    ...Object.fromEntries(
      [...byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, kinds]) => [
          status,
          {
            description: [...new Set(kinds.map(({ message }) => message))].join('; '),
            ...(bare ? reasonsOf(kinds) : {}),
            content: content(error),
          },
        ]),
    ),
  }
}

/** Of errors that carry a sentence alone, the reasons by which programs tell them apart: `x-reasons`, by the sentence. */
function reasonsOf(kinds: readonly FailureKind[]): Json {
  const reasons = kinds.flatMap(({ message, reason }) => (reason === undefined ? [] : [[message, reason]]))
  return reasons.length === 0 ? {} : { 'x-reasons': Object.fromEntries(reasons) }
}

const envelopeOf = (data: TSchema) => ({
  type: 'object',
  required: ['metadata', 'data'],
  properties: { metadata: ResponseMetadata, data },
})

const content = (schema: unknown) => ({ 'application/json': { schema } })

const isRequired = (input: TObject, name: string) =>
  (input.required as readonly string[] | undefined)?.includes(name) ?? false

/** Moves every schema that has a `$id` to the components and leaves a reference. */
function hoist(node: unknown, components: Record<string, Json>): Json {
  return move(node) as Json

  function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move)
    if (typeof value !== 'object' || value === null) return value
    const { $id, ...rest } = value as Json & { $id?: string }
    const moved = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, move(inner)]))
    if ($id === undefined) return moved
    components[$id] = moved
    return { $ref: `#/components/schemas/${$id}` }
  }
}
