import { compile } from '../templates.ts'
import companion from './intents/companion.json' with { type: 'json' }
import courtesy from './intents/courtesy.json' with { type: 'json' }
import danger from './intents/danger.json' with { type: 'json' }
import feelings from './intents/feelings.json' with { type: 'json' }
import requests from './intents/requests.json' with { type: 'json' }
import around from './intents/around.json' with { type: 'json' }

/** How something is said, by the voice that a companion has. */
export type Said = Readonly<
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
  readonly replies: Said
  /** What is said once every reply was. */
  readonly spent?: Said
}

interface Written {
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
  readonly replies: Said
  readonly spent?: Said
}

const whole = (template: string) =>
  compile(
    String.raw`^(?:[lead][\s,.!…-]+)*(?:${template})(?:[\s,.!…-]+[tail])*[\s\p{P}\p{Emoji_Presentation}]*$`,
    around,
  )

const read = ({
  name,
  urgent = false,
  felt = false,
  sad = false,
  beyond = false,
  unkept = false,
  whole: all = [],
  templates = [],
  ...rest
}: Written): Intent => ({
  name,
  urgent,
  felt,
  sad,
  beyond,
  unkept,
  patterns: [...all.map(whole), ...templates.map((template) => compile(template, around))],
  ...rest,
})

const written: readonly (readonly Written[])[] = [danger, feelings, companion, requests, courtesy]

/** All that there are; the first that a sentence has is meant. */
export const intents: readonly Intent[] = written.flat().map(read)
const byName = new Map(intents.map((intent) => [intent.name, intent]))
const urgent = intents.filter((intent) => intent.urgent)

export const intentNamed = (name: string): Intent | undefined => byName.get(name)

/** What a sentence is, if it is one of them. */
export const intentOf = (text: string): Intent | undefined =>
  intents.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))

/** The intent of a text that says that somebody may come to harm; null for any other. */
export const dangerIn = (text: string): string | null =>
  urgent.find(({ patterns }) => patterns.some((pattern) => pattern.test(text)))?.name ?? null
