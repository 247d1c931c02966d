import { type TSchema, Type } from 'typebox'

/** Of an object that has no other fields than those that are said. */
export const closed = { additionalProperties: false }

export const Id = Type.String({ format: 'uuid' })

/** ISO 8601, in UTC. */
export const Moment = Type.String({ format: 'date-time' })

/** The input of what needs to know nothing. */
export const Nothing = Type.Object({}, closed)

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
