import type { Caller } from '../../../kernel/context.ts'
import type { RetrievedMemory } from '../../../language/turn.ts'
import type { Wording } from '../../../language/language.ts'
import type { Person, StatedFact } from '../../../language/person.ts'
import type { State } from '../store.ts'

export interface MessageReference {
  readonly conversation_uuid: string
  readonly message_uuid: string
}

export interface Remembering<Memory = RetrievedMemory> {
  readonly recall: (member: string, text: string, limit: number) => Promise<Memory[]>
  readonly newest: (member: string, limit: number) => Memory[]
  /** Undefined for one that the member does not see. */
  readonly find: (member: string, memory_uuid: string) => Memory | undefined
  /** Whom the member has told of, and others with the household. */
  readonly people: (member: string) => readonly Person[]
  /** Says whether it was known, and whether it took the place of another value of the same thing. */
  readonly remember: (
    member: string,
    told: { content: string; kind: RetrievedMemory['kind'] },
    source: MessageReference,
  ) => Promise<{ memory_uuid: string; known: boolean; updates: boolean }>
  /** Notes what a memory of the member states besides what is read from it; nothing where it is no longer there. */
  readonly state: (member: string, memory_uuid: string, facts: readonly StatedFact[]) => void
  readonly supersede: (member: string, holds: string, over: string) => void
  /**
   * Forgets what a member has said and what is in no memory, so that it can be taken back as one of an id that is given; once
   * for each. Answers that id.
   */
  readonly unsay: (
    member: string,
    source: MessageReference & { readonly content: string },
    memory_uuid: string,
  ) => string
  /** Forgets those of them that are the member's, all or none. */
  readonly forget: (member: string, memory_uuids: readonly string[]) => void
  /** Takes back what was forgotten; false where it can no longer be, or was not. */
  readonly restore: (member: string, memory_uuid: string) => Promise<boolean>
  readonly used: (member: string, memory_uuids: readonly string[]) => void
}

/** Whose message it is, and what goes with it. */
export interface Setting {
  readonly member: string
  readonly source: MessageReference
  /** What they had said before it in the same conversation; null for nothing. */
  readonly last: (MessageReference & { readonly content: string }) | null
  readonly before: State
  readonly keeps: boolean
  /** Whether anything can be changed: false where the disk takes nothing. */
  readonly writable: boolean
  /** Who says it for the member: a session that may do less forgets not more than one thing at once, a key what it was made for. */
  readonly caller: Caller
  /** When it is said, in milliseconds since the epoch, and where. */
  readonly now: number
  readonly time_zone: string
  /** How the daemon speaks the language of the message. */
  readonly wording: Wording
}
