import type { Recalled } from '../exchange/engine.ts'
import type { State } from '../state.ts'

/** Where something was said. */
interface Said {
  readonly conversation_uuid: string
  readonly message_uuid: string
}

/** The memory, as a conversation uses it. */
export interface Remembering<Memory = Recalled> {
  readonly recall: (member: string, text: string, limit: number) => Promise<Memory[]>
  readonly newest: (member: string, limit: number) => Memory[]
  /** Undefined for one that the member does not see. */
  readonly find: (member: string, memory_uuid: string) => Memory | undefined
  readonly remember: (
    member: string,
    told: { content: string; kind: Recalled['kind'] },
    said: Said,
  ) => Promise<{ memory_uuid: string; known: boolean }>
  /** Says which of two memories holds. */
  readonly settle: (member: string, holds: string, over: string) => void
  readonly forget: (member: string, memory_uuid: string) => boolean
  /** Takes back what was forgotten; false where it can no longer be, or was not. */
  readonly restore: (member: string, memory_uuid: string) => Promise<boolean>
  /** Notes that a reply has used these. */
  readonly used: (member: string, memory_uuids: readonly string[]) => void
}

/** Whose message it is, and what goes with it. */
export interface Setting {
  readonly member: string
  readonly said: Said
  readonly before: State
  /** Whether what is told is kept. */
  readonly keeps: boolean
}
