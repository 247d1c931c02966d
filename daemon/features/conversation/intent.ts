import type { Beside } from './manner.ts'

/** How a reply sounds. */
export type Voice = 'plain' | 'warm' | 'formal' | 'lively'

/** Something that people say which asks nothing of the memory, and what is said to it. */
export interface Intent {
  readonly name: string
  /** What it looks like; one is enough. */
  readonly patterns: readonly RegExp[]
  /** Some ways to say it; what is near enough in meaning to one is meant too. */
  readonly examples: readonly string[]
  /** Whether it is meant only where nothing else of the message says more. */
  readonly aside?: boolean
  /** Whether it is answered only where the message does nothing else. */
  readonly alone?: boolean
  /** Whether it is a feeling: told and not asked, and answered before all else, instead of saying that it was noted. */
  readonly felt?: boolean
  /** Whether it is over tomorrow, so that in a few words there is nothing to keep. */
  readonly passing?: boolean
  /** Whether somebody may come to harm: looked for before all else, and nothing of it is kept. */
  readonly urgent?: boolean
  /** `{name}` is the member, `{companion}` the companion, `{Greeting}` one by the time of day, `{mood}` how it feels. */
  readonly replies: Readonly<Partial<Record<Voice, readonly string[]>> & { plain: readonly string[] }>
  /** What is said beside it, or not, as the companion is; the same words for every voice. */
  readonly beside?: Beside
  readonly confidence: number
}
