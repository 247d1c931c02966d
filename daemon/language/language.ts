import type { ReplyName } from './en/replies.ts'
import type { Forgetting } from './forgetting.ts'
import type { Intent } from './intents.ts'
import type { Quoted, SaidAt, Voice } from './lines.ts'
import type { ReminderAct, ReminderContext } from './reminder-acts.ts'
import type { WhoAsked } from './who-asked.ts'

/** What a model may propose to do, where a message may want it and does not say so plainly. */
export type Proposable = 'remind' | 'forget' | 'correct'

/** What one sentence was judged to be. */
export interface Judgement {
  /** What it may want beside that; left out for nothing. */
  readonly mayWant?: readonly Proposable[]
  /** The act it most likely is, and how likely, 0 to 1. */
  readonly act: string
  readonly likely: number
  readonly asks: boolean
  /** Whether it is worth keeping by itself. */
  readonly worthIt: boolean
}

export interface JudgedSentence {
  readonly text: string
  readonly act: string
  readonly likely: number
}

/** How a message of a language is understood. */
export interface Reading {
  /** A text cut where sentences may end, with the white space after each. */
  readonly cutIntoSentences: (text: string) => string[]
  /** What ends in a full stop and ends no sentence. */
  readonly abbreviation: RegExp
  readonly goesOn: RegExp
  /** The beginning of a sentence that is of somebody or something in the one before. */
  readonly pointsBack: RegExp
  /** Whether `judge` is given what a sentence means, as the embedded model has it. */
  readonly usesMeaning: boolean
  readonly judge: (text: string, before: string | null, vector: Float32Array) => Judgement
  readonly intentNamed: (name: string) => Intent | undefined
  readonly intentOf: (text: string) => Intent | undefined
  /** The intent of a text that says that somebody may come to harm; null for any other. */
  readonly dangerIn: (text: string) => string | null
  /** What a message says that wants one kept which was not understood. */
  readonly keepsIt: RegExp
  /** Whom or what somebody wants to hear everything about; null for any other sentence. */
  readonly aboutIn: (text: string) => string | null
  /** The act that a sentence asks for in so many words, by its name; null where it does not. */
  readonly plainCommand: (sentence: string) => string | null
  readonly isNoCommand: (sentence: string) => boolean
  /** Whether somebody says that they should not have told something. */
  readonly isRegret: (sentence: string) => boolean
  /** What stands instead of what was said last; null for nothing. */
  readonly toldInstead: (sentence: string) => string | null
  readonly isOfNext: (sentence: string) => boolean
  /** Whether a sentence says of what is to be forgotten that it is all of it. */
  readonly isWholly: (sentence: string) => boolean
  /** Whether a sentence also says that nothing more is to be kept. */
  readonly isStopToo: (sentence: string) => boolean
  /** Whether a sentence speaks of all that is to be forgotten. */
  readonly isOfTheSame: (wanted: Pick<Forgetting, 'about'>, sentence: string) => boolean
  /** What a sentence asks to forget; `before` is the sentence that "that" may be of, `tells` whether that tells something. */
  readonly readForgetting: (sentence: string, before?: string | null, tells?: boolean) => Forgetting
  /** What a message wants of reminders, and which of its sentences said so, by their places. */
  readonly readReminders: (
    sentences: readonly JudgedSentence[],
    context: ReminderContext,
  ) => { readonly acts: readonly ReminderAct[]; readonly used: ReadonlySet<number> }
  readonly isTimeAlone: (sentence: string, timeContext: SaidAt) => boolean
}

/** A memory, as far as what answers a question looks at it. */
export interface QuotableMemory {
  readonly content: string
  /** ISO 8601. */
  readonly created_at: string
  readonly superseded_by: string | null
  /** 0 to 1. */
  readonly score: number
  readonly keyword: number
}

/** What is quoted to a question. */
export interface Answer<Memory> {
  /** At most two: what holds now before what was said earlier where that is clear, else the likeliest first. */
  readonly quotes: readonly Memory[]
  /** Whether it answers, may be near, or there is nothing. */
  readonly certainty: 'sure' | 'near' | 'none' | 'world'
  /** How likely one of the quotes answers, 0 to 1. */
  readonly confidence: number
}

export interface FoundFor<Memory> {
  readonly question: string
  readonly memories: readonly Memory[]
  /** What was found like the best one. */
  readonly like: readonly Memory[]
  /** What is known to hold instead of the best one; null for nothing. */
  readonly newer: Memory | null
}

/** How the companion speaks a language; all times in milliseconds since the epoch. */
export interface Speech<Memory extends QuotableMemory> {
  readonly intentNamed: (name: string) => Intent | undefined
  /** What the companion says, in its voice; `before` is what it has said, the newest last. */
  readonly reply: (name: ReplyName, voice: Voice, before?: readonly string[]) => string
  readonly timesIn: (
    text: string,
    timeContext: SaidAt & { readonly forward?: boolean },
  ) => readonly { readonly at: number; readonly dayGiven: boolean }[]
  /** What the clock says, in the words that replies have places for. */
  readonly clockWords: (when: SaidAt) => Readonly<Record<string, string>>
  readonly moodNamed: (emotion: string) => string
  /** A day as it stands in a sentence. */
  readonly dayOf: (at: number, when: SaidAt) => string
  /** When a reminder comes, and how often. */
  readonly whenOf: (due_at: number | null, repeats: string | null, when: SaidAt) => string
  /** Somebody, by their name or by what they are to the member. */
  readonly personOf: (who: { readonly name: string | null; readonly relation: string | null }) => string
  /** Quotes word for word, with who said them and when. */
  readonly quotedText: (all: readonly Quoted[], when: SaidAt) => string
  /** How many years old somebody is, from and to; null where it cannot be reckoned. */
  readonly ageFrom: (
    told: {
      readonly age: { readonly value: string; readonly at: number } | null
      readonly birthday: string | null
    },
    when: SaidAt,
  ) => readonly [number, number] | null
  /** Whether a question asks how long it is until something, or since; null for any other. */
  readonly spanAsked: (question: string) => 'until' | 'ago' | null
  /** The one day that a text names which was told at `told_at`; null for none, and for several. */
  readonly dayNamed: (text: string, told_at: number, when: SaidAt, span: 'until' | 'ago') => number | null
  /** How far away a day is. */
  readonly daysAway: (day: number, when: SaidAt) => string
  /** Whom a question asks for; null for any other. */
  readonly whoAsked: (question: string) => WhoAsked | null
  /** What of the memories that were found answers a question. */
  readonly answerTo: (searches: readonly FoundFor<Memory>[]) => Answer<Memory>
}

/** A language: how it is read and spoken. It is loaded in the threads that read messages, once it is needed. */
export interface Language<Memory extends QuotableMemory = QuotableMemory> {
  readonly reading: Reading
  readonly speech: Speech<Memory>
}

/** What finds by the words of a language alone, where no model knows what they mean. */
export interface Finding {
  /** What may answer a question, the best first, with how much of its words each has and how well it fits, 0 to 1. */
  readonly search: <One extends { readonly content: string }>(
    question: string,
    told: readonly One[],
  ) => readonly { readonly one: One; readonly keyword: number; readonly score: number }[]
  /** All that speaks of somebody or something. */
  readonly speakingOf: <One extends { readonly content: string }>(
    about: string,
    told: readonly One[],
  ) => readonly One[]
  /** What somebody wants forgotten, and where nothing is that clearly, what it may be. */
  readonly matchMemories: <One extends { readonly content: string }>(
    wanted: Forgetting,
    told: readonly One[],
  ) => { readonly matches: readonly One[]; readonly candidates: readonly One[] }
  /** What of it is to stay: "all about Gus, except his birthday". */
  readonly isSpared: (wanted: Forgetting, content: string) => boolean
}

/** What the daemon says and looks up in a language outside of its threads. */
export interface Wording {
  readonly reply: (name: ReplyName, voice: Voice) => string
  /** The question whether a memory, or all of several, is to be forgotten, and what else was said of it with `besides`. */
  readonly confirmation: (
    contents: readonly string[],
    besides: boolean,
  ) => { readonly title: string; readonly prompt: string }
  /** Null for the language whose meaning the embedded model knows. */
  readonly finding: Finding | null
}
