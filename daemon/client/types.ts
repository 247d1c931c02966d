import type { InputOf as Input, OutputOf as Output } from '../kernel/operation.ts'
import type { AllOperations } from '../operations.ts'

/** The name of an operation, as its feature declares it. */
export type OperationName = keyof AllOperations

/** What an operation takes: path parameters, query and body in one object. */
export type InputOf<N extends OperationName> = Input<AllOperations[N]>

/** What an operation answers, out of its envelope. */
export type OutputOf<N extends OperationName> = Output<AllOperations[N]>
