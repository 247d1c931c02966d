import { anyOf, compile, compileAny, type Slots } from './templates.ts'

/** How something is said, by the voice that a companion has. */
export type ReplyTexts = Readonly<
  { plain: readonly string[] } & Partial<Record<'warm' | 'formal', readonly string[]>>
>

/** Something that people say which asks nothing of the memory, and what is said to it. */
export interface Intent {
  readonly name: string
  /** Whether somebody may come to harm: answered before and instead of all else, and nothing of it is kept. */
  readonly urgent: boolean
  /** Whether it is a feeling, which is answered before anything else. */
  readonly felt: boolean
  /** Whether it is a feeling of which nobody is asked anything back. */
  readonly sad: boolean
  /** Whether it tells nothing that is worth keeping, whatever its words are. */
  readonly unkept: boolean
  /** Whether a language model could do it. */
  readonly beyond: boolean
  readonly patterns: readonly RegExp[]
  readonly examples: readonly string[]
  readonly replies: ReplyTexts
  /** What is said once every reply was. */
  readonly spent?: ReplyTexts
}

export interface IntentSource {
  readonly name: string
  readonly urgent?: boolean
  readonly felt?: boolean
  readonly sad?: boolean
  readonly beyond?: boolean
  readonly unkept?: boolean
  /** What a sentence is from beginning to end, whatever polite words stand around it. */
  readonly whole?: readonly string[]
  /** What a sentence has somewhere. */
  readonly templates?: readonly string[]
  readonly examples: readonly string[]
  readonly replies: ReplyTexts
  readonly spent?: ReplyTexts
}

export interface Intents {
  /** All that there are; the first that a sentence has is meant. */
  readonly intents: readonly Intent[]
  readonly intentNamed: (name: string) => Intent | undefined
  /** What a sentence is, if it is one of them. */
  readonly intentOf: (text: string) => Intent | undefined
  /** The intent of a text that says that somebody may come to harm; null for any other. */
  readonly dangerIn: (text: string) => string | null
}

/** Compiles what was written down of intents; `around` has the words that may stand before and after a whole sentence. */
export function openIntents(written: readonly IntentSource[], around: Slots): Intents {
  const whole = (templates: readonly string[]) =>
    String.raw`^(?:[lead][\s,.!…-]+)*(?:${anyOf(templates)})(?:[\s,.!…-]+[tail])*[\s\p{P}\p{Emoji_Presentation}]*$`
  const intents = written.map(
    ({
      urgent = false,
      felt = false,
      sad = false,
      beyond = false,
      unkept = false,
      whole: all = [],
      templates = [],
      ...rest
    }): Intent => ({
      urgent,
      felt,
      sad,
      beyond,
      unkept,
      // One expression for all of a kind is compiled in half the time that each takes by itself.
      patterns: [
        ...(all.length > 0 ? [compile(whole(all), around)] : []),
        ...(templates.length > 0 ? [compileAny(templates, around)] : []),
      ],
      ...rest,
    }),
  )
  const byName = new Map(intents.map((intent) => [intent.name, intent]))
  const urgent = intents.filter((intent) => intent.urgent)
  const has = (text: string) => (intent: Intent) => intent.patterns.some((pattern) => pattern.test(text))
  return {
    intents,
    intentNamed: (name) => byName.get(name),
    intentOf: (text) => intents.find(has(text)),
    dangerIn: (text) => urgent.find(has(text))?.name ?? null,
  }
}
