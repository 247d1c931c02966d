import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const closed = { additionalProperties: false }
const words = Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })
const localTime = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$' })

const Expectation = Type.Object(
  {
    /** Each must be in the reply, as words of their own, in any case. */
    all: Type.Optional(words),
    /** At least one must be in the reply. */
    any: Type.Optional(words),
    /** None may be in the reply. */
    none: Type.Optional(words),
    /** The reply must say that this was never told, with a confidence below a half. */
    unknown: Type.Optional(Type.Literal(true)),
    /** The reply must be one of sympathy. */
    comfort: Type.Optional(Type.Literal(true)),
    /** An open goal must be there with these words in its title, due at this minute of local time. */
    goal: Type.Optional(Type.Object({ title: words, due: Type.Optional(localTime) }, closed)),
    confidence_at_least: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    uses_memory: Type.Optional(Type.Literal(true)),
  },
  { ...closed, minProperties: 1 },
)

const Turn = Type.Object(
  {
    say: Type.String({ minLength: 1, maxLength: 8_000 }),
    /** Minutes that pass before; half a one where it says nothing. */
    after_minutes: Type.Optional(Type.Number({ minimum: 0 })),
    /** What kind of turn it is. */
    note: Type.Optional(Type.String({ minLength: 1 })),
    /** The turns, counted from 0, that a question cannot be answered without; the one with the answer first. */
    depends_on: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 })),
    expect: Type.Optional(Expectation),
  },
  closed,
)

const Dialogue = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    /** The username of the one who speaks. */
    member: Type.String({ minLength: 1 }),
    /** Local time of the first turn. */
    starts: localTime,
    turns: Type.Array(Turn, { minItems: 1 }),
  },
  closed,
)

/** What a member says, turn by turn, and what must be in the replies. */
export type Dialogue = Static<typeof Dialogue>
export type Turn = Static<typeof Turn>

/** What the judge looks at in a reply; `confidence` is 0 to 1. */
export interface Reply {
  readonly content: string
  readonly confidence: number
  readonly memories_used: readonly unknown[]
}

export interface DialogueGoal {
  readonly title: string
  readonly status: string
  /** ISO 8601, or null. */
  readonly due_at: string | null
}

/** The companion, as one who speaks with it meets it. */
export interface Partner {
  readonly talk: (content: string) => Promise<{ readonly response: Reply }>
  /** The goals after the last reply; asked for only where a turn expects one. */
  readonly goals?: () => Promise<readonly DialogueGoal[]>
  /** Lets this many minutes pass. */
  readonly pass?: (minutes: number) => void | Promise<void>
}

/** A turn that expected something, and why its reply was wrong; no reasons for a right one. */
export interface Judgement {
  readonly turn: number
  readonly note: string
  readonly say: string
  readonly reply: string
  /** How sure the reply was, 0 to 1. */
  readonly confidence: number
  readonly reasons: readonly string[]
}

/** A reply to a question that is longer recites what it holds instead of answering. */
const maxReplyLength = 600

const unknownPhrases: readonly RegExp[] = [
  /\bi (?:\w+ )?(?:don't|do not|can't|cannot) (?:\w+ )?(?:know|remember|recall|have|find|say|tell)\b/,
  /\b(?:haven't|have not|hasn't|has not|never|didn't|did not)(?: \w+){0,3} (?:told|tell|said|say|mentioned|mention)\b/,
  /\b(?:know|remember|have|heard) nothing\b/,
  /\bno (?:memory|note|record|idea)\b/,
]

const comfortPhrases =
  /\b(?:sorry|condolences|your loss|miss (?:him|her|them)|grief|grieving|heartbreaking|hurts?|painful|hard|here (?:for|with) you|here to listen|here if)\b/

const defaultMinutes = 0.5
const validator = Compile(Dialogue)
const folder = join(import.meta.dirname, 'dialogues')

/** The dialogue of this name. Throws as `parseDialogue` does. */
export function loadDialogue(name: string): Dialogue {
  return parseDialogue(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
}

/** Checks a dialogue. Throws where it does not fit, or a turn depends on one that is not before it. */
export function parseDialogue(written: unknown): Dialogue {
  if (!validator.Check(written)) {
    const [error] = validator.Errors(written)
    throw new Error(`dialogue: ${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`)
  }
  for (const [index, { depends_on = [], expect }] of written.turns.entries()) {
    if (depends_on.some((earlier) => earlier >= index)) {
      throw new Error(`dialogue: turn ${index} depends on one that is not before it`)
    }
    if (depends_on.length > 0 && !expect) throw new Error(`dialogue: turn ${index} asks and expects nothing`)
  }
  return written
}

/** Why a reply to this turn is wrong; empty where it is right or the turn expects nothing. */
export function judge(
  { expect = {}, depends_on }: Turn,
  reply: Reply,
  goals: readonly DialogueGoal[],
): string[] {
  const text = normalise(reply.content)
  const missing = (expect.all ?? []).filter((term) => !says(text, term))
  const forbidden = (expect.none ?? []).filter((term) => says(text, term))
  const { any, goal, confidence_at_least: least = 0 } = expect
  const problems: readonly (readonly [boolean, string])[] = [
    [missing.length > 0, `lacks ${missing.join(', ')}`],
    [any !== undefined && !any.some((term) => says(text, term)), `has none of ${any?.join(', ')}`],
    [forbidden.length > 0, `has ${forbidden.join(', ')}`],
    [expect.unknown === true && !admits(text), 'does not say that it does not know'],
    [expect.unknown === true && reply.confidence >= 0.5, `is ${reply.confidence} sure of not knowing`],
    [expect.comfort === true && !comfortPhrases.test(text), 'gives no comfort'],
    [reply.confidence < least, `is only ${reply.confidence} sure`],
    [expect.uses_memory === true && reply.memories_used.length === 0, 'names no memory'],
    [depends_on !== undefined && text.length > maxReplyLength, `has ${text.length} characters`],
    [goal !== undefined && !goals.some((made) => fits(made, goal)), `made no goal ${goal?.title.join(' ')}`],
  ]
  return problems.filter(([wrong]) => wrong).map(([, reason]) => reason)
}

/** Speaks a dialogue to its end; a judgement for each turn that expects something. */
export async function runDialogue({ turns }: Dialogue, partner: Partner): Promise<Judgement[]> {
  const judgements: Judgement[] = []
  for (const [index, turn] of turns.entries()) {
    await partner.pass?.(turn.after_minutes ?? defaultMinutes)
    const { response } = await partner.talk(turn.say)
    if (!turn.expect) continue
    const goals = turn.expect.goal ? ((await partner.goals?.()) ?? []) : []
    const reasons = judge(turn, response, goals)
    const { content: reply, confidence } = response
    judgements.push({ turn: index, note: turn.note ?? '', say: turn.say, reply, confidence, reasons })
  }
  return judgements
}

/** How many replies were right, of how many that were judged; `rate` is 0 to 1. */
export function scoreOf(judgements: readonly Judgement[]): { right: number; of: number; rate: number } {
  const right = judgements.filter(({ reasons }) => reasons.length === 0).length
  return { right, of: judgements.length, rate: judgements.length === 0 ? 0 : right / judgements.length }
}

const normalise = (text: string) => text.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ')
const admits = (text: string) => unknownPhrases.some((phrase) => phrase.test(text))

/** Whether the text has this term as words of their own: `14` is in `14th` and not in `2014`. */
function says(text: string, term: string): boolean {
  const literal = RegExp.escape(normalise(term))
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?:'?s|st|nd|rd|th|am|pm)?(?![\\p{L}\\p{N}])`, 'u').test(
    text,
  )
}

function fits(goal: DialogueGoal, { title, due }: { title: readonly string[]; due?: string }): boolean {
  if (['completed', 'cancelled'].includes(goal.status)) return false
  if (!title.every((term) => says(normalise(goal.title), term))) return false
  if (due === undefined) return true
  return goal.due_at !== null && Date.parse(goal.due_at) === new Date(due).getTime()
}
