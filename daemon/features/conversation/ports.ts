import type { Caller } from '../../kernel/context.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { OperationOfAct } from './acting/acts.ts'
import type { EngineServer } from '../../kernel/engine-server.ts'
import type { LanguageCode } from '../../language/codes.ts'
import type { Transaction } from '../../store/store.ts'
import type { IncomingMessage, MessageReading } from '../../language/message.ts'
import type {
  Introduced,
  Learned,
  Lesson,
  Mood,
  OpenGoal,
  Persona,
  Proposed,
  Reply,
  SentReply,
  RetrievedMemory,
  Speaker,
  Traits,
  Turn,
  Unclear,
} from '../../language/turn.ts'
import type { Remembering } from './acting/remembering.ts'
import type { Reminders } from './acting/reminders.ts'
import type { Quote } from './store.ts'

/** How the companion feels, and when that was. */
export type MoodNow = Mood & { readonly updated_at: string }

/** What is other about a companion than it is now. */
export interface OtherPersona {
  readonly traits?: Partial<Traits>
  readonly companion_name?: string
  /** Its mood, where that is known already. */
  readonly mood?: Mood
}

/** What other features do for a conversation. */
export interface Ports<Memory = RetrievedMemory> {
  readonly memory: Remembering<Memory>
  readonly engines: Engines
  readonly quote: Quote
  /** All members of the household. */
  readonly everyone: () => readonly string[]
  /** Who lives here or visits. */
  readonly household: () => readonly Introduced[]
  /** Undefined where there is no such member. */
  readonly profile: (
    family_member_uuid: string,
  ) =>
    | (Speaker & { readonly roles: readonly string[]; readonly preferences: Record<string, unknown> })
    | undefined
  /** What a member is called, also one who was removed since. */
  readonly nameOf: (family_member_uuid: string) => string | undefined
  /** As it is now, or would be with other traits or another name, or in another mood. */
  readonly persona: (family_member_uuid: string, other?: OtherPersona) => Persona
  /** What a member calls the companion. */
  readonly companionName: (family_member_uuid: string) => string
  readonly mood: (family_member_uuid: string) => MoodNow
  /** The companion feels with what was said. */
  readonly feel: (
    tx: Transaction,
    family_member_uuid: string,
    message: { content: string; message_uuid: string },
  ) => MoodNow
  /** The companion is concerned about what was said. */
  readonly concern: (tx: Transaction, family_member_uuid: string, message_uuid: string) => void
  /** Notes the language that a member speaks, or whether what they tell is kept from now on. */
  readonly prefer: (
    tx: Transaction,
    family_member_uuid: string,
    name: 'language' | 'remember',
    value: LanguageCode | boolean,
  ) => void
  readonly goals: (family_member_uuid: string) => readonly OpenGoal[]
  readonly reminders: Reminders
  readonly findInteraction: (
    interaction_id: string,
  ) => { status: string; answer_text: string | null } | undefined
  /** Puts an interaction to the member; answers its id. */
  readonly ask: (tx: Transaction, question: Question) => string
  /**
   * Decides an approval for the member it was put to, as whoever says so; false where it waits no longer, `restricted` where
   * a session that may do less may not decide it.
   */
  readonly decide: (
    tx: Transaction,
    family_member_uuid: string,
    interaction_id: string,
    decision: 'approve' | 'reject',
    by: Caller,
  ) => boolean | 'restricted'
  /** The operation that an act of a message stands for: whoever may not call it may not have it done either. */
  readonly operationOf: (name: OperationOfAct) => Pick<Operation, 'access' | 'scopes' | 'rest'>
}

/** What a member is asked about what is remembered. */
export interface Question {
  readonly user_id: string
  readonly interaction_type: 'choice' | 'approval'
  readonly title: string
  readonly prompt: string
  readonly category: string
  readonly requirement: 'optional'
  readonly severity: 'low' | 'high'
  readonly allowed_options?: string[]
}

interface WorkLimits {
  /** How long its thread may work, all calls together, in milliseconds of a processor. */
  readonly workMs: number
  /** How long may be waited for a thread, in milliseconds. */
  readonly waitMs: number
}

/** Until when a reply is waited for. */
interface ReplySignals {
  /** Aborted where nobody waits for the reply any more. */
  readonly gone: AbortSignal
  /** Aborted where a model has taken too long. */
  readonly patience: AbortSignal
  /** Aborted where the member stops it. */
  readonly stopped: AbortSignal
}

/** The engines, as they read and answer one message. */
export interface MessageEngines {
  /** What a message does; null where it could not be read in time. */
  readonly understand: (message: IncomingMessage) => Promise<MessageReading | null>
  /** What says that somebody may come to harm; null for nothing, and where it could not be read in time. */
  readonly danger: (content: string) => Promise<string | null>
  /** What a message wants done that was not understood; null for nothing, and where no model can say. */
  readonly propose: (unclear: Unclear, signal: AbortSignal) => Promise<Proposed | null>
  /** The reply of the engines that may write for the member; `write` is told every part of it, and null where it begins anew. */
  readonly reply: (
    turn: Turn,
    write: (delta: string | null) => void,
    waiting: ReplySignals,
  ) => Promise<SentReply>
  /** The reply of the built-in engine; null where it could not be written in time. */
  readonly builtinReply: (turn: Turn) => Promise<Reply | null>
  /** Gives the thread to whoever waits for it. */
  readonly rest: () => void
}

/** Who writes the words: the built-in engine, and the models that are set. */
export interface Engines {
  /** Begins to work on a message of a member; whoever began it has it rest at its end. */
  readonly forMessage: (family_member_uuid: string, limits: WorkLimits) => MessageEngines
  /** The engine that writes first for a member, as replies name it. */
  readonly firstFor: (family_member_uuid: string) => string
  readonly hasModel: (family_member_uuid: string) => boolean
  /** Whether a model is set, whoever has agreed to it. */
  readonly modelSet: () => boolean
  /** What a message of a member tells, word for word; null where no model can say. */
  readonly learn: (family_member_uuid: string, lesson: Lesson) => Promise<Learned | null>
  /** The first server that would write for a member, had they agreed to it; null where none waits for that. */
  readonly consentNeeded: (family_member_uuid: string) => EngineServer | null
  /** Loads a model of this machine before a member says something. */
  readonly warmup: {
    readonly onView: (family_member_uuid: string) => void
    /** A member has said something. */
    readonly onMessage: () => void
  }
}
