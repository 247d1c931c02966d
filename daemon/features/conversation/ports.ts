import type { EngineServer } from '../../kernel/engine-server.ts'
import type { LanguageCode } from '../../language/codes.ts'
import type { Transaction } from '../../store/store.ts'
import type {
  Engine,
  Introduced,
  Learned,
  Lesson,
  Mood,
  OpenGoal,
  Persona,
  Proposed,
  Speaker,
  Traits,
  Unclear,
} from '../../language/turn.ts'
import type { Remembering } from './acting/remembering.ts'
import type { Reminders } from './acting/reminders.ts'

/** How the companion feels, and when that was. */
export type MoodNow = Mood & { readonly updated_at: string }

/** What is other about a companion than it is now. */
export interface OtherPersona {
  readonly traits?: Partial<Traits>
  readonly companion_name?: string
}

/** What other features do for a conversation. */
export interface Ports {
  readonly memory: Remembering
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
  /** As it is now, or would be with other traits or another name. */
  readonly persona: (family_member_uuid: string, other?: OtherPersona) => Persona
  readonly mood: (family_member_uuid: string) => MoodNow
  /** The companion feels with what was said. */
  readonly feel: (
    tx: Transaction,
    family_member_uuid: string,
    said: { content: string; message_uuid: string },
  ) => MoodNow
  /** The companion is concerned about what was said. */
  readonly concern: (tx: Transaction, family_member_uuid: string, message_uuid: string) => void
  /** Notes the language that a member speaks. */
  readonly speak: (tx: Transaction, family_member_uuid: string, language: LanguageCode) => void
  /** Keeps what a member tells from now on, or does not. */
  readonly keep: (tx: Transaction, family_member_uuid: string, on: boolean) => void
  readonly goals: (family_member_uuid: string) => readonly OpenGoal[]
  readonly reminders: Reminders
  /** An interaction as it is now. */
  readonly findInteraction: (
    interaction_id: string,
  ) => { status: string; answer_text: string | null } | undefined
  /** Puts an interaction to the member; answers its id. */
  readonly ask: (tx: Transaction, question: Question) => string
  /**
   * Decides an approval for the member it was put to; false where it waits no longer, `restricted` where a session that may
   * do less may not decide it.
   */
  readonly decide: (
    tx: Transaction,
    family_member_uuid: string,
    interaction_id: string,
    decision: 'approve' | 'reject',
    restricted: boolean,
  ) => boolean | 'restricted'
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>
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

/** A model that may write for a member; each rejects, or answers null, where it cannot. */
export interface Model extends Engine {
  /** Whether a reply would be tried at all: not while the model is left alone after failures. */
  readonly available: () => boolean
  /** What a message tells, word for word; null where the model cannot say. */
  readonly learn: (lesson: Lesson) => Promise<Learned | null>
  /** What a message wants done that was not understood; null for nothing, and where the model cannot say. */
  readonly propose: (unclear: Unclear, signal: AbortSignal) => Promise<Proposed | null>
}

/** The models that write beside the built-in engine. */
export interface Engines {
  /** Those that may write for a member now, the first one first; none for the built-in engine alone. */
  readonly modelsFor: (family_member_uuid: string) => readonly Model[]
  /** Whether a model is set, whoever has agreed to it. */
  readonly modelSet: () => boolean
  /** The first server that would write for a member, had they agreed to it; null where none waits for that. */
  readonly consentNeeded: (family_member_uuid: string) => EngineServer | null
  /** Loads a model of this machine before a member says something. */
  readonly warmup: {
    /** A member looks at the conversation. */
    readonly onView: (family_member_uuid: string) => void
    /** A member has said something. */
    readonly onMessage: () => void
  }
}
