import { type Static, type TSchema, Type } from 'typebox'

/** The two fields of every list's input. */
export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31, default: 0 })),
}

export const Page = Type.Object(paging, { additionalProperties: false })

/** Where a page begins and how long it is, with the defaults. */
export function pageOf({ limit = 50, offset = 0 }: Static<typeof Page>): { limit: number; offset: number } {
  return { limit, offset }
}

/** A page of `items`, and how many there are in all. */
export const listOf = <T extends TSchema>(items: T) =>
  Type.Object({ items: Type.Array(items), total: Type.Integer() })
