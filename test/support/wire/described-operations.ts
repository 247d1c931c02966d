import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import openApi from '../../../daemon/client/openapi.json' with { type: 'json' }
import type { Schema } from './odd-input.ts'

export interface DescribedOperation {
  readonly name: string
  /** Method and path below the REST root, path parameters in braces. */
  readonly route: string
  /** Whether the input that is not in the path is in the query. */
  readonly inQuery: boolean
  readonly body: 'bare' | 'envelope'
  /** Every field of the input, wherever REST has it. */
  readonly input: Schema
  /** Whether a successful answer is as described. */
  readonly fits: (result: unknown) => boolean
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

/** A part of the description with everything that it refers to put in its place. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolved)
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node) {
    const [kind = '', name = ''] = String(node.$ref).split('/').slice(-2)
    return resolved((openApi.components as Record<string, Record<string, unknown>>)[kind]?.[name])
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value)]))
}

// oxlint-disable-next-line typescript/no-explicit-any
function readOperation(path: string, method: string, described: any): DescribedOperation {
  const sentBody = resolved(described.requestBody?.content['application/json'].schema) as Schema | undefined
  const payload = described['x-body'] === 'envelope' ? sentBody?.properties?.['payload'] : sentBody
  const parameters = (resolved(described.parameters) as Parameter[]).filter(
    ({ in: where }) => where !== 'header',
  )
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...payload?.properties,
  }
  const { content } = described.responses[200] ?? described.responses[201]
  const output = Compile(resolved(content['application/json'].schema) as TSchema)
  return {
    name: described.operationId,
    route: `${method.toUpperCase()} ${path}`,
    inQuery: method === 'get' || method === 'delete',
    body: described['x-body'],
    input: { type: 'object', properties },
    fits: (result) => output.Check(result),
  }
}

/** Every operation that the committed description of the API has. */
export function describedOperations(): DescribedOperation[] {
  return Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => readOperation(path, method, described)),
  )
}
