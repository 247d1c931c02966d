import { type TObject, type TSchema, Type } from 'typebox'
import {
  AddressBlocked,
  AuthenticationRequired,
  type FailureKind,
  HomeIsLocked,
  IdempotencyConflict,
  IdempotencyGone,
  InsufficientPermissions,
  InternalError,
  InvalidRequest,
  RateLimited,
  ShownOnce,
  statusOf,
} from '../../kernel/errors.ts'
import { type Operation, type Operations, restRoot, routeOf, scopesOf } from '../../kernel/operation.ts'
import { version } from '../../kernel/version.ts'
import { groupOf, hoist, type Json, sorted, tagsOf } from '../description.ts'
import { RequestMetadata, ResponseMetadata } from './answers.ts'

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

const about = `The local-first backend of a personal AI companion.

Sign in with \`auth.login\`, send the access token as \`Authorization: Bearer …\` (it is valid for 15 minutes), and get new
tokens with \`auth.refresh\` before it runs out. Everything but the interactions takes \`{"payload": {…}}\` and answers
\`{"metadata": {…}, "data": {…}}\`. An error has a \`code\` for programs and a \`message\` for people. \`x-access\` says
who may call: anyone, a member, or an admin.

A program is better off with a key of its own (\`keys.create\`), which is sent in the same place and lasts. \`x-scopes\` says for
which scopes it must be made, one of them being enough; where there are none, the operation wants a person who is signed in.

The same operations can be called over the WebSocket at \`/ws\`, which also tells of events:
[asyncapi.json](${restRoot}/asyncapi.json) describes it.`

/** The OpenAPI 3.1 description of all operations. */
export function openApi(operations: Operations): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = {}
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path } = routeOf(operation)
    const described = describe(name, operation)
    ;(paths[path] ??= {})[method.toLowerCase()] = hoist(described, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Companion',
      version,
      description: about,
      contact: { name: 'The maintainers of Companion' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: restRoot, description: 'the daemon that serves this description' }],
    tags: tagsOf(Object.keys(operations)),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: sorted(schemas),
      parameters: headers,
      responses: hoist(referredTo(paths), schemas),
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
    tags: [groupOf(name)],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.access === 'anyone' ? { security: [{}, { bearer: [] }] } : {}),
    'x-access': operation.access,
    'x-scopes': scopesOf(operation),
    'x-body': body,
    parameters: [
      ...inPath.map((key) => parameter('path', key, operation)),
      ...(hasBody ? [] : rest.map(([key]) => parameter('query', key, operation))),
      ...(method === 'POST'
        ? [header(operation.shownOnce ? 'IdempotencyKeyOfSecret' : 'IdempotencyKey')]
        : []),
      ...(operation.proof ? [header('Proof')] : []),
    ],
    ...(hasBody ? requestBody(operation, Object.fromEntries(rest)) : {}),
    responses: responses(operation),
  }
}

const idempotencyHeader = (description: string) => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
})

const headers = {
  IdempotencyKey: idempotencyHeader(
    'The same key gives the first result again and changes nothing; once what it names is deleted, it is gone.',
  ),
  IdempotencyKeyOfSecret: idempotencyHeader(
    'The same key is a conflict: the secret in the first result is kept nowhere.',
  ),
  Proof: {
    name: 'DPoP',
    in: 'header',
    required: false,
    description: 'A proof that the client has a key (RFC 9449).',
    schema: { type: 'string', maxLength: 4_096 },
  },
}

const header = (name: keyof typeof headers) => ({ $ref: `#/components/parameters/${name}` })

function parameter(where: 'path' | 'query', name: string, { input }: Operation): Json {
  return {
    name,
    in: where,
    required: where === 'path' || isRequired(input, name),
    schema: input.properties[name],
  }
}

function requestBody({ rest, input, media }: Operation, properties: Record<string, TSchema>): Json {
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
  const files = Object.keys(media?.types ?? {}).map((type) => [type, {}])
  return {
    requestBody: {
      required: body === 'envelope' || required.length > 0,
      content: { ...content(schema), ...Object.fromEntries(files) },
    },
  }
}

function responses(operation: Operation): Json {
  const bare = routeOf(operation).body === 'bare'
  const success = bare ? operation.output : envelopeOf(operation.output)
  const failures = [...refusedBefore(operation), ...operation.errors]
  const byStatus = Map.groupBy(failures, ({ code }) => statusOf[code])
  const { status } = operation
  const statuses = typeof status === 'function' ? [200, 201] : [status]
  const answered = { description: 'success', content: content(success) }
  return {
    ...Object.fromEntries(statuses.map((code) => [code, answered])),
    ...Object.fromEntries(
      [...byStatus].toSorted(([a], [b]) => a - b).map(([status, kinds]) => [status, refusal(kinds, bare)]),
    ),
  }
}

/**
 * What refuses a call before its operation does, as the way there tells: a bad token also where none is needed, as a key
 * that was not made for this does; an idempotency key that stands for another call; a home that is locked.
 */
function refusedBefore({ access, limit, rest, shownOnce }: Operation): readonly FailureKind[] {
  const limits = limit || access === 'admin' ? common.RateLimited : []
  const used = [
    ...(shownOnce ? common.SecretShownOnce : common.IdempotencyConflict),
    ...common.IdempotencyGone,
  ]
  return [
    ...common.InvalidRequest,
    ...common.AuthenticationRequired,
    ...common.InsufficientPermissions,
    ...(rest.startsWith('POST ') ? used : common.HomeIsLocked),
    ...limits,
    ...common.InternalError,
  ]
}

/** What operations are refused with that have nothing of their own under a status, by its name in the description. */
const common = {
  InvalidRequest: [InvalidRequest],
  AuthenticationRequired: [AuthenticationRequired],
  InsufficientPermissions: [InsufficientPermissions, AddressBlocked],
  HomeIsLocked: [HomeIsLocked],
  IdempotencyConflict: [HomeIsLocked, IdempotencyConflict],
  SecretShownOnce: [HomeIsLocked, IdempotencyConflict, ShownOnce],
  IdempotencyGone: [IdempotencyGone],
  RateLimited: [RateLimited],
  InternalError: [InternalError],
} satisfies Record<string, readonly FailureKind[]>

const commonResponses = Object.fromEntries(
  Object.entries(common).flatMap(([name, kinds]) => [
    [name, response(kinds, false)],
    [`Interaction${name}`, response(kinds, true)],
  ]),
)

/** Those that operations refer to. */
function referredTo(paths: Json): Json {
  const text = JSON.stringify(paths)
  const isUsed = (name: string) => text.includes(`"#/components/responses/${name}"`)
  return Object.fromEntries(Object.entries(commonResponses).filter(([name]) => isUsed(name)))
}

/** What an operation is refused with under one status: written out where it is not common to many. */
function refusal(kinds: readonly FailureKind[], bare: boolean): Json {
  const own = new Set(kinds)
  const [name] =
    Object.entries(common).find(
      ([, them]) => own.size === them.length && them.every((one) => own.has(one)),
    ) ?? []
  return name === undefined
    ? response(kinds, bare)
    : { $ref: `#/components/responses/${bare ? 'Interaction' : ''}${name}` }
}

function response(kinds: readonly FailureKind[], bare: boolean): Json {
  return {
    description: [...new Set(kinds.map(({ message }) => message))].join('; '),
    ...(bare ? reasonsOf(kinds) : {}),
    content: content(bare ? BareError : EnvelopeError),
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

function content(schema: unknown): Json {
  return { 'application/json': { schema } }
}

const isRequired = (input: TObject, name: string) =>
  (input.required as readonly string[] | undefined)?.includes(name) ?? false
