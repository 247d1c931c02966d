import type { LanguageCode } from './codes.ts'
import type { Proposable } from './language.ts'
import type { ReminderDraft } from './reminder-acts.ts'
import type { Person, StatedFact } from './person.ts'

/** Whom the companion talks with. */
export interface Speaker {
  readonly family_member_uuid: string
  readonly full_name: string
  readonly relationship: string
}

/** Somebody who lives here or visits, as the household has introduced them. */
export interface Introduced {
  readonly person_uuid: string
  readonly full_name: string
  readonly kind: 'member' | 'guest'
  readonly relationship: string
  /** The member whom the relationship is to; null for the household. */
  readonly related_to: string | null
}

/** How the companion comes across, from its traits and its mood; see the personality. */
export interface Expression {
  readonly tone: string
  /** Each 0 to 1. */
  readonly warmth: number
  readonly humor: number
  readonly formality: number
  readonly energy: number
  readonly verbosity: number
}

/** The five traits of a companion, each 0 to 1. */
export type Traits = Readonly<
  Record<'openness' | 'conscientiousness' | 'extraversion' | 'agreeableness' | 'neuroticism', number>
>

/** The companion as this member knows it. */
export interface Persona {
  readonly companion_name: string
  readonly traits: Traits
  readonly expression: Expression
}

/** How the companion feels. */
export interface Mood {
  /** Each -1 to 1. */
  readonly valence: number
  readonly arousal: number
  readonly dominance: number
  readonly emotion: string
  /** 0 to 1. */
  readonly intensity: number
}

/** A memory that may help with a reply, the most fitting first. */
export interface RetrievedMemory {
  readonly memory_uuid: string
  readonly content: string
  readonly kind: 'fact' | 'preference' | 'event' | 'note'
  /** ISO 8601. */
  readonly created_at: string
  /** Whether something speaks for it that it has to do with the question. */
  readonly related: boolean
  readonly score: number
  /** Cosine of the question's and its meaning. */
  readonly semantic: number
  /** The share of the question's telling words that it has, 0 to 1. */
  readonly keyword: number
  readonly why: string
  /** The one that holds instead; null where it holds itself. */
  readonly superseded_by: string | null
  readonly family_member_uuid: string
  /** Who said it, where that was somebody else. */
  readonly said_by: string | null
  /** Whether it was said in a conversation, not noted down. */
  readonly said: boolean
}

export interface SearchFindings {
  readonly question: string
  readonly memories: readonly RetrievedMemory[]
  /** What was found like the best one. */
  readonly like: readonly RetrievedMemory[]
  /** What is known to hold instead of the best one; null for nothing. */
  readonly newer: RetrievedMemory | null
}

/** What was told of somebody's age or birthday, as it was said; without name and relation of the member's own. */
export interface AgeFound {
  readonly name: string | null
  readonly relation: string | null
  /** What states it. */
  readonly memory: RetrievedMemory
  /** The time in milliseconds since the epoch. */
  readonly age: { readonly value: string; readonly at: number } | null
  readonly birthday: string | null
}

export interface OpenGoal {
  readonly title: string
  readonly status: string
  /** ISO 8601. */
  readonly due_at: string | null
  /** An RRULE of RFC 5545; null or left out for once. */
  readonly repeats?: string | null
}

/** What was said before in the same conversation. */
export interface Utterance {
  readonly role: 'user' | 'companion'
  readonly content: string
  /** The memories that a reply stands on. */
  readonly memory_uuids?: readonly string[]
}

export interface Reminder {
  readonly goal_uuid: string
  readonly title: string
  /** Milliseconds since the epoch; null where no time was said. */
  readonly due_at: number | null
  /** An RRULE of RFC 5545; null for once. */
  readonly repeats: string | null
}

/** What was done because of the message, before the reply. */
export type ActionResult =
  | {
      readonly kind: 'kept'
      readonly memory_uuid: string
      readonly content: string
      readonly known: boolean
      /** Whether it took the place of another value of the same thing. */
      readonly updates: boolean
    }
  /** `before` is the memory that no longer holds. */
  | {
      readonly kind: 'corrected'
      readonly memory_uuid: string
      readonly content: string
      readonly before: string
    }
  | {
      readonly kind: 'forgot'
      readonly memory_uuids: readonly string[]
      readonly contents: readonly string[]
    }
  /** The member is asked whether all of it is to be forgotten; `besides`, what they said of it and was not remembered, too. */
  | {
      readonly kind: 'forget_confirmation'
      readonly interaction_id: string
      readonly memories: readonly RetrievedMemory[]
      readonly besides: boolean
    }
  | { readonly kind: 'nothing to forget' }
  /** The member does not want forgotten what they were asked about. */
  | { readonly kind: 'forget_declined' }
  /** `disk`: nothing can be written, so nothing was changed. */
  | { readonly kind: 'no room'; readonly for: 'memories' | 'goals' | 'disk' }
  | { readonly kind: 'remembering'; readonly on: boolean }
  | ({ readonly kind: 'reminder made' } & Reminder)
  /** `before` is when it was due, `repeats_before` how often. */
  | ({
      readonly kind: 'reminder moved'
      readonly before: number | null
      readonly repeats_before: string | null
    } & Reminder)
  /** `before` is what it was called. */
  | ({ readonly kind: 'reminder renamed'; readonly before: string } & Reminder)
  | { readonly kind: 'reminder ended'; readonly reminders: readonly Reminder[]; readonly done: boolean }
  | { readonly kind: 'reminders listed'; readonly reminders: readonly Reminder[] }
  /** It is not clear of which one the sentence is. */
  | {
      readonly kind: 'which reminder'
      readonly reminders: readonly Reminder[]
      readonly sentence: string
    }
  | {
      readonly kind: 'no reminder'
      readonly reason: 'passed' | 'too often' | 'of what' | 'a time' | 'such a day'
      readonly wanted: ReminderDraft
    }
  /** `found` is what was found for the question, and for the same question in other words. */
  | {
      readonly kind: 'asked'
      readonly question: string
      readonly found: readonly SearchFindings[]
      readonly age: AgeFound | null
    }
  /** All that was told of somebody or something, the newest first. */
  | { readonly kind: 'asked about'; readonly about: string; readonly memories: readonly RetrievedMemory[] }
  | { readonly kind: 'said'; readonly intent: string }

/** One message that wants a reply, with all that an engine may know. */
export interface Turn {
  readonly speaker: Speaker
  readonly persona: Persona
  readonly mood: Mood
  readonly content: string
  /** What it is answered in; English where left out. */
  readonly language?: LanguageCode
  /** What was done because of it, in its order. */
  readonly done: readonly ActionResult[]
  /** Whether some of it was more than could be read at once. */
  readonly partly?: boolean
  /** Whether the speaker may be told how the companion gets a language model, and whether they are an admin who can add one. */
  readonly hint?: 'admin' | 'member' | null
  /** The oldest first, without the message itself. */
  readonly history: readonly Utterance[]
  readonly memories: readonly RetrievedMemory[]
  readonly goals: readonly OpenGoal[]
  /** Who lives here or visits; nobody where left out. */
  readonly household?: readonly Introduced[]
  /** Who is known, and what of them; left out where no model writes. */
  readonly people?: readonly Person[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** An IANA name, such as Europe/Berlin. */
  readonly time_zone: string
}

/** A memory that a reply stands on, and why. */
export interface UsedMemory {
  readonly memory_uuid: string
  readonly content: string
  readonly why: string
}

export interface Reply {
  readonly content: string
  /** How sure the engine is that this is right, 0 to 1. */
  readonly confidence: number
  /** The memories that it stands on. */
  readonly memories_used: readonly UsedMemory[]
  /** Where the companion asks something itself: what a bare answer means, with `…` in its place. */
  readonly asked?: string | null
  /** Whether it tells how the companion gets a language model. */
  readonly hinted?: boolean
}

/** What a member gets for a message. */
export interface SentReply extends Reply {
  readonly engine: string
  /** Whether another engine was wanted and could not. */
  readonly degraded: boolean
}

export interface Engine {
  /** As replies name it: `builtin`, or the host and the model, as in `127.0.0.1:11434:llama3`. */
  readonly name: string
  /**
   * Writes a reply; `write` is told every part of it as it comes. Rejects where it cannot, and soon after `signal` is
   * aborted.
   */
  readonly reply: (turn: Turn, write: (delta: string) => void, signal: AbortSignal) => Promise<Reply>
}

/** A message to learn from, and what stands around it. */
export interface Lesson {
  readonly content: string
  /** What was said just before it, the oldest first. */
  readonly before: readonly string[]
  /** Whom the member told of, and what is known of each. */
  readonly people: readonly Person[]
  /** When it was said, in milliseconds since the epoch, and where. */
  readonly now: number
  readonly time_zone: string
}

/** What a message tells, word for word. */
export interface Learned {
  /** The sentences that are worth keeping. */
  readonly sentences: readonly string[]
  /** What it states of people, each within a `quote` of it. */
  readonly facts: readonly (StatedFact & { readonly quote: string })[]
}

/** A message that may want something that was not understood. */
export interface Unclear {
  readonly content: string
  readonly mayWant: readonly Proposable[]
  /** When it is said, in milliseconds since the epoch, and where. */
  readonly now: number
  readonly time_zone: string
}

/** What a message wants done, as a plain command. */
export interface Proposed {
  readonly act: Proposable
  readonly command: string
}
