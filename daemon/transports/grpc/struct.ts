/** JSON as `google.protobuf.Value` and `Struct`, and moments as `Timestamp`, in the objects that the proto loader takes. */
interface StructValue {
  nullValue?: 'NULL_VALUE'
  boolValue?: boolean
  numberValue?: number
  stringValue?: string
  listValue?: { values: StructValue[] }
  structValue?: Struct
}

export interface Struct {
  fields: Record<string, StructValue>
}

/** A JSON object as `google.protobuf.Struct`; fields that are undefined are left out, as in JSON. */
export function toStruct(object: object): Struct {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return { fields: Object.fromEntries(entries.map(([key, value]) => [key, toValue(value)])) }
}

function toValue(value: unknown): StructValue {
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return { numberValue: value }
    case 'string':
      return { stringValue: value }
    case 'object':
      if (value === null) return { nullValue: 'NULL_VALUE' }
      return Array.isArray(value)
        ? { listValue: { values: value.map(toValue) } }
        : { structValue: toStruct(value) }
    default:
      throw new TypeError(`${typeof value} has no place in JSON`)
  }
}

/** An ISO 8601 moment as `google.protobuf.Timestamp`. */
export function toTimestamp(moment: string): { seconds: number; nanos: number } {
  const milliseconds = Date.parse(moment)
  const seconds = Math.floor(milliseconds / 1_000)
  return { seconds, nanos: (milliseconds - seconds * 1_000) * 1_000_000 }
}

/** A JSON object that came as `google.protobuf.Struct`. */
export function fromStruct({ fields }: Struct): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, fromValue(value)]))
}

function fromValue({ boolValue, numberValue, stringValue, listValue, structValue }: StructValue): unknown {
  if (listValue) return listValue.values.map(fromValue)
  if (structValue) return fromStruct(structValue)
  return boolValue ?? numberValue ?? stringValue ?? null
}
