import openApi from './openapi.json' with { type: 'json' }
import { resolve, type Schema } from './schema.ts'

/** One input of an operation, and where it travels. */
export interface Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: Schema
}

/** An operation as `openapi.json` describes it. */
export interface OperationDescription {
  readonly name: string
  readonly method: string
  /** Below the REST root, path parameters in braces. */
  readonly path: string
  readonly body: 'bare' | 'envelope'
  readonly access: 'anyone' | 'member' | 'admin'
  readonly summary: string
  readonly description: string | null
  /** Whether it takes an `Idempotency-Key`. */
  readonly idempotent: boolean
  readonly fields: readonly Field[]
  /** Of refusals that carry a sentence alone, the reasons that they stand for, by the sentence. */
  readonly reasons: Readonly<Record<string, string>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly 'x-access': OperationDescription['access']
  readonly 'x-body': OperationDescription['body']
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly responses?: Readonly<Record<string, { readonly 'x-reasons'?: Readonly<Record<string, string>> }>>
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
}

// TypeScript reads a JSON file as one huge literal type; this is the part of it that matters here.
const document = openApi as unknown as {
  readonly info: { readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** The version of the program that this client belongs to. */
export const clientVersion = document.info.version

/** What each group of operations is about: the first word of their names, and a sentence or two. */
export const groups: ReadonlyMap<string, string> = new Map(
  document.tags.map(({ name, description }) => [name, description]),
)

export const operations: ReadonlyMap<string, OperationDescription> = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => [
      described.operationId,
      describe(method.toUpperCase(), path, described),
    ]),
  ),
)

function describe(method: string, path: string, described: Described): OperationDescription {
  const parameters = (described.parameters ?? []).map(inFull)
  return {
    name: described.operationId,
    method,
    path,
    body: described['x-body'],
    access: described['x-access'],
    summary: described.summary,
    description: described.description ?? null,
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    fields: [
      ...parameters.flatMap((parameter): Field[] =>
        parameter.in === 'header'
          ? []
          : [
              {
                name: parameter.name,
                in: parameter.in,
                required: parameter.required ?? false,
                schema: resolve(parameter.schema, document.components.schemas),
              },
            ],
      ),
      ...bodyFields(described),
    ],
    reasons: Object.assign({}, ...Object.values(described.responses ?? {}).map((one) => one['x-reasons'])),
  }
}

function inFull(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter
  const common = document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')]
  if (!common) throw new Error(`${parameter.$ref} is not described`)
  return common
}

function bodyFields({ requestBody, 'x-body': body }: Described): Field[] {
  if (!requestBody) return []
  const whole = resolve(requestBody.content['application/json'].schema, document.components.schemas)
  const payload = body === 'envelope' ? whole.properties?.['payload'] : whole
  return Object.entries(payload?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'body',
    required: payload?.required?.includes(name) ?? false,
    schema,
  }))
}
