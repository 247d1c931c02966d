import type { TSchema } from 'typebox'
import type { Scope } from './scope.ts'

/** Who may have a topic: each member their own, anyone, or admins alone. */
export type Audience = 'own' | 'everyone' | 'admins'

/** Everything there is to know of a topic that clients may subscribe to. */
export interface Topic {
  readonly summary: string
  /** The `type` of its messages; a payload whose schema has a literal `type` goes by that one. */
  readonly type: string
  readonly audience: Audience
  /** The scopes of which a key needs one: `read`, or `admin` for what admins alone have, where it is not said. */
  readonly scopes?: readonly Scope[]
  /** What is published: an object, or a union of objects. */
  readonly payload: TSchema
}

export type Topics = Readonly<Record<string, Topic>>

/** The topic on the bus that is one member's own. */
export function ownTopic(name: string, family_member_uuid: string): string {
  return `${name}.${family_member_uuid}`
}

/** The `type` of a message of a topic, by what was published. */
export function messageType(
  { type, payload: schema }: Topic,
  payload: Readonly<Record<string, unknown>>,
): string {
  return (
    payloadsOf(schema)
      .map(literalType)
      .find((own) => own !== undefined && own === payload['type']) ?? type
  )
}

/** What a topic publishes, by the `type` of the messages that carry it. */
export function payloadsByType({ type, payload }: Topic): ReadonlyMap<string, readonly TSchema[]> {
  return Map.groupBy(payloadsOf(payload), (one) => literalType(one) ?? type)
}

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly properties?: { readonly type?: { readonly const?: string } }
}

/** A schema, or where it is a union each that it is of. */
const payloadsOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema]

const literalType = ({ properties }: Schema) => properties?.type?.const
