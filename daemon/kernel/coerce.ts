/** As much of a schema as says what a text would have to be. */
interface Shape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[] | undefined
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

const whole = /^-?\d{1,15}$/
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * What was sent as its schema means it, of clients that have nothing but text for everything, or null for what they leave
 * out: a text that is a number where that is wanted, `true` and `false`, and no field where null is none of its values and
 * it may be missing. What does not read as that stays as it is, for validation to refuse.
 */
export function coerce(value: unknown, schema: Shape = {}): unknown {
  if (typeof value === 'string') return read(value, schema)
  if (typeof value !== 'object' || value === null) return value
  const { type, items, properties = {}, required = [] } = orNull(schema)
  if (Array.isArray(value)) return type === 'array' ? value.map((item) => coerce(item, items)) : value
  if (type !== 'object') return value
  const fields = Object.entries(value).map(([name, inner]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return { name, inner: coerce(inner, own), own }
  })
  const leftOut = ({ name, inner, own }: (typeof fields)[number]) =>
    inner === null && own !== undefined && !required.includes(name) && !takesNull(own)
  return Object.fromEntries(fields.filter((field) => !leftOut(field)).map(({ name, inner }) => [name, inner]))
}

function read(text: string, schema: Shape): unknown {
  const { type } = orNull(schema)
  if (type === 'integer' && whole.test(text)) return Number(text)
  if (type === 'number' && decimal.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The one schema that a value has to fit which is not null; the schema itself where there are several. */
function orNull(schema: Shape): Shape {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only !== undefined && others.length === 0 ? orNull(only) : schema
}

const takesNull = ({ type, anyOf }: Shape): boolean => type === 'null' || (anyOf?.some(takesNull) ?? false)
