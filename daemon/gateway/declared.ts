import type { InputOf, OutputOf } from '../kernel/operation.ts'
import type { AllOperations } from '../operations.ts'

/** The name of an operation, as its feature declares it. */
export type OperationName = keyof AllOperations

/** What is sent to an operation: the fields that it declares, where its name is known. Their values are not checked yet. */
export type Payload<N extends string> = N extends OperationName
  ? { readonly [K in keyof InputOf<AllOperations[N]>]?: unknown }
  : unknown

/** What an operation answers: as it declares where its name is known, else some object. */
export type Answer<N extends string> = N extends OperationName ? OutputOf<AllOperations[N]> : object
