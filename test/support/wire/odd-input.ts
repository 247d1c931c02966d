import * as fc from 'fast-check'

/** As much of JSON Schema as the declarations use. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff\ud800z',
  '\uffff',
  '\u202etfel',
  '\ufeffmark',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦',
  'ﷺ',
  'İıß',
  "'; DROP TABLE members; --",
  '../../etc/passwd',
  '%00%2f',
  '{"a":1}',
  'null',
  'constructor',
  '__proto__',
  'everyone',
  'nobody',
] as const

const oddMoments = [
  '2025-02-30T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-06-30T23:59:60Z',
  '2025-06-30T24:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '9999-12-31T23:59:59.999999999999Z',
  '+275760-09-13T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2025-01-01',
  '2025-01-01T00:00:00',
  '2025-01-01t00:00:00z',
] as const

const oddNumbers = [0, -0, -1, 0.5, 1e-7, 5e-324, 1e308, -1e308, 2 ** 31, 2 ** 53, 8.64e15 + 1] as const

const oddStructures = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { constructor: { prototype: {} } },
  { toString: 1, valueOf: null, hasOwnProperty: 0 },
  JSON.parse('{"toJSON":"x","then":1,"length":-1}') as unknown,
  JSON.parse('{"__proto__":{"admin":true}}') as unknown,
] as const

/** Anything JSON can say, with a taste for what programs stumble over. `ids` are of things that exist. */
export function oddValue(ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(...oddTexts, ...oddMoments, ...oddNumbers, ...oddStructures, ...ids),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
  )
}

/** A value that fits a schema, most of the time exactly at the edge of it. */
export function fittingValue(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fittingValue(one, ids)))
  switch (schema.type) {
    case 'string':
      return fittingText(schema, ids)
    case 'integer':
    case 'number':
      return edges(schema.minimum ?? -10, schema.maximum ?? 1_000, (number) => number)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fittingValue(schema.items ?? {}, ids), { maxLength: 4 })
    case 'object':
      return schema.properties
        ? fc.record(
            mapValues(schema.properties, (inner) => fittingValue(inner, ids)),
            {
              requiredKeys: [...(schema.required ?? [])],
            },
          )
        : fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
    default:
      return oddValue(ids)
  }
}

/** An input that fits a schema but for a field or two: of another type, out of range, missing or unknown. */
export function nearMiss({ properties = {} }: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const odd = oddValue(ids)
  const fields = mapValues(properties, (inner) =>
    fc.oneof(
      { weight: 7, arbitrary: fittingValue(inner, ids) },
      { weight: 1, arbitrary: justOutside(inner) },
      { weight: 1, arbitrary: odd },
    ),
  )
  const few = fc.record(fields, { requiredKeys: [] })
  const all = fc.record(fields)
  const extra = fc.dictionary(fc.constantFrom(...oddTexts, 'prompt', 'roles'), odd, {
    minKeys: 1,
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: 6, arbitrary: all },
    { weight: 3, arbitrary: few },
    { weight: 1, arbitrary: fc.tuple(all, extra).map(([fitting, more]) => ({ ...fitting, ...more })) },
    { weight: 1, arbitrary: odd },
  )
}

function fittingText({ format, pattern, minLength = 0, maxLength = 60 }: Schema, ids: readonly string[]) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === 'date-time') {
    const dates = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
    return fc.oneof(
      dates.map((date) => date.toISOString()),
      fc.constantFrom(...oddMoments),
    )
  }
  if (pattern) return fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/)
  return fc.oneof(
    fc.string({ unit: 'binary', minLength: Math.max(1, minLength), maxLength: Math.min(60, maxLength) }),
    fc.constantFrom(...oddTexts),
    edges(minLength, maxLength, (length) => 'x'.repeat(length)),
  )
}

function justOutside({ type, minLength, maxLength, minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  if (type === 'string') {
    return fc.constantFrom(
      ...[(minLength ?? 1) - 1, (maxLength ?? 60) + 1].map((length) => 'x'.repeat(Math.max(0, length))),
    )
  }
  return fc.constantFrom((minimum ?? 0) - 1, (maximum ?? 0) + 1, (minimum ?? 0) + 0.5, String(minimum ?? 1))
}

const edges = <T>(min: number, max: number, make: (number: number) => T) =>
  fc.oneof(fc.constantFrom(min, max), fc.integer({ min: min, max: Math.min(max, min + 50) })).map(make)

const mapValues = <T, U>(object: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
