import type { MessageMetadata } from '../kernel/context.ts'

/** A published message: plain here, a Protobuf `CompanionMessage` wherever it leaves the process. */
export interface Message {
  readonly topic: string
  readonly metadata: MessageMetadata
  readonly payload: Readonly<Record<string, unknown>>
}
