import type { Static } from 'typebox'
import type { Operation } from '../kernel/operation.ts'
import type { AllOperations } from '../operations.ts'

/** The name of an operation, as its feature declares it. */
export type OperationName = keyof AllOperations

/** What an operation takes: path parameters, query and body in one object. */
export type InputOf<N extends OperationName> =
  AllOperations[N] extends Operation<infer I, infer _O> ? Static<I> : never

/** What an operation answers, out of its envelope. */
export type OutputOf<N extends OperationName> =
  AllOperations[N] extends Operation<infer _I, infer O> ? Static<O> : never
