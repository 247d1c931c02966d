/** The part of JSON Schema that the inputs of operations use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const prefix = '#/components/schemas/'

/** The schema with its references to `components` filled in; throws where one leads nowhere. */
export function resolve(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  const { $ref, items, anyOf, properties, ...rest } = schema
  if ($ref !== undefined) {
    const target = components[$ref.replace(prefix, '')]
    if (!target) throw new Error(`${$ref} is not described`)
    return resolve(target, components)
  }
  return {
    ...rest,
    ...(items ? { items: resolve(items, components) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((inner) => resolve(inner, components)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, resolve(inner, components)]),
          ),
        }
      : {}),
  }
}

/** Splits off `null`: what else the schema allows, and whether it allows null. */
export function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const { anyOf, ...outer } = schema
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = others
  if (!anyOf || others.length === anyOf.length || !only) return { schema, nullable: false }
  return { schema: others.length === 1 ? { ...outer, ...only } : { ...outer, anyOf: others }, nullable: true }
}
