import { stemmer } from 'stemmer'
import { isAsking } from './asking-words.ts'
import type { Recalled } from './exchange/engine.ts'
import { holds, isExact } from './evidence.ts'
import { plainly } from './paraphrases.ts'
import { subjectsOf, type Wanted, wantedBy } from './questions.ts'
import { maxComparedLength } from './exchange/reading-limits.ts'
import { doerOf, stemsOf } from './word-forms.ts'
import { belongTogether, isKindOf, meanSame, roleOf } from './word-groups.ts'

/** How like two words are in meaning: the cosine of their vectors. */
export type Similarity = (one: string, other: string) => number

/** How well a memory answers a question. */
export interface Fit {
  readonly memory: Recalled
  /** 0 to 1. */
  readonly score: number
  /** The share of what is asked of that the memory speaks of, 0 to 1. */
  readonly coverage: number
}

/** Below this a memory is no answer, nor where it speaks of less than this share of what is asked. */
export const leastFit = 0.42
export const leastCoverage = 0.4

/** What somebody or something has of its own: to answer with another one of them is to answer something else. */
const attributes = stemsOf(
  'phone birthday address email surname password code size colour anniversary salary weight height passport number middle maiden',
)
/** What is said of much, and tells little of one thing. */
const faint = stemsOf('work home house place people man woman boy girl day week year life time food play')
/** What is asked where somebody's home is, and what tells of it without saying so. */
const dwelling = stemsOf('live reside based')
const whereabouts =
  /\b(?:in|near|outside|from) (?:\p{Ll}+ )?(?!January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}/u

/** A word, and whether it is said of a relative of whoever it names: of Tom in "Tom's wife". */
interface Token {
  readonly word: string
  readonly stem: string
  readonly kin: string | null
  /** Whether it is somebody else's: "his wife" is not mine. */
  readonly theirs: boolean
}

function tokensOf(text: string): Token[] {
  const found = [
    ...text
      .normalize('NFKC')
      .matchAll(/(?<word>[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*)(?<plural>['’](?= ))?/gu),
  ]
  const tokens = found.map(({ groups = {} }) => {
    const said = groups['word'] ?? ''
    const word = said.replace(/['’]s$/, '')
    return { word, stem: stemmer(word.toLowerCase()), owns: word !== said || groups['plural'] !== undefined }
  })
  return tokens.map(({ word, stem, owns }, at) => {
    const things = owns ? tokens.slice(at + 1, at + 3) : []
    const theirs = /^(?:his|her|their)$/i.test(tokens[at - 1]?.word ?? '')
    return { word, stem, theirs, kin: things.flatMap((thing) => roleOf(thing.stem) ?? [])[0] ?? null }
  })
}

/** What a question asks of, word by word. */
interface Asked {
  readonly word: string
  /** The stems by which it is known. */
  readonly known: readonly string[]
  readonly weight: number
  /** Whether it says of whom or of which of their things is asked. */
  readonly key: boolean
  /** Whether it is something that they have of their own. */
  readonly attribute: boolean
  readonly aside: boolean
}

function askedOf(question: string, names: (word: string) => readonly string[]): Asked[] {
  const seen = new Set<string>()
  // Who does something is known by what they do.
  const does = /\bwho(?:['’]\p{L}+)? (?<verb>\p{Ll}+)/iu.exec(question)?.groups?.['verb']
  return subjectsOf(question).flatMap(({ word, aside }) => {
    const stem = stemmer(word.toLowerCase())
    if (seen.has(stem)) return []
    seen.add(stem)
    const attribute = attributes.has(stem)
    const key = /^\p{Lu}/u.test(word) || roleOf(stem) !== null || attribute
    const weight = (key ? 2 : faint.has(stem) ? 0.5 : does === word ? 1.5 : 1) * (aside ? 0.5 : 1)
    const known = [stem, ...names(word).map((other) => stemmer(other.toLowerCase()))]
    return [{ word, known, weight, key: key && !aside, attribute, aside }]
  })
}

/** How surely a word of a memory means what a stem of the question says, 0 to 1. */
function meant(
  stem: string,
  isName: boolean,
  { word, stem: other }: Token,
  like: (word: string) => number,
): number {
  if (stem === other) return 1
  if (isName) return 0
  if (meanSame(stem, other)) return 0.95
  if (isKindOf(other, stem)) return 0.85
  if (doerOf(word, stem) || doerOf(stem, other)) return 0.85
  if (roleOf(stem) !== null) return isKindOf(stem, other) ? 0.85 : 0
  const together = belongTogether(stem, other) ? 0.6 : 0
  if (isAsking(word)) return together
  const cosine = like(word.toLowerCase())
  return cosine > 0.5 ? Math.max(together, Math.min(0.8, cosine + 0.1)) : together
}

/** How surely a memory speaks of what a word of the question says, 0 to 1. */
function spokenOf(
  { word, known }: Asked,
  tokens: readonly Token[],
  roles: ReadonlySet<string>,
  like: Similarity,
): number {
  const lower = word.toLowerCase()
  const isName = /^\p{Lu}/u.test(word)
  // What is said of Tom's wife is not said of Tom, whoever else he is.
  const ofKin = tokens.some(({ stem, kin }) => stem === known[0] && kin !== null && !roles.has(kin))
  let best = 0
  for (const token of tokens)
    for (const stem of ofKin ? known.slice(0, 1) : known) {
      const sure = meant(stem, isName && stem === known[0], token, (said) => like(lower, said))
      // Nor is his wife mine, where somebody is known as my wife.
      const another = token.theirs && stem !== known[0]
      const other = another || (token.kin !== null && !roles.has(token.kin))
      best = Math.max(best, other ? sure * 0.6 : sure)
      if (best === 1) return 1
    }
  return best
}

/** Where nothing in a memory can be an answer of that kind, it is none; how much less it then counts. */
const strict: Readonly<Partial<Record<Wanted, number>>> = {
  job: 0.5,
  time: 0.6,
  number: 0.6,
  age: 0.5,
  duration: 0.55,
  person: 0.65,
  name: 0.5,
  place: 0.8,
  disliking: 0.6,
  avoiding: 0.6,
  allergy: 0.6,
  liking: 0.6,
  wish: 0.6,
}
/** Kinds of which most memories have one. */
const general: ReadonlySet<Wanted> = new Set([
  'time',
  'place',
  'number',
  'duration',
  'person',
  'reason',
  'yes-no',
  'anything',
])
/** What is wished for is not so yet. */
const wishful =
  /\b(?:i['’]d (?:\p{L}+ )?(?:love|like) to|want to|hope to|dream of|desperate to|if i ever)\b/iu
const ofSpeaker =
  /\b(?:do|does|did|am|are|was|were|have|had|can|could|will|should|would|['’]ve|['’]d|['’]m|(?:is|was) it) (?:i|we)\b|^(?:am|have|do|did|was|can) (?:i|we)\b|\bi['’](?:m|ve|d|ll)\b/i
const bySpeaker =
  /\b(?:i|me|we|us|i['’]\p{L}+|we['’]\p{L}+)\b|^(?:been|can['’]t|don['’]t|haven['’]t|got|had|went|found|\p{L}+ing)\b/iu

/** How well each memory answers a question, the best first. `names` gives who a name or role is by another name. */
export function fits(
  question: string,
  memories: readonly Recalled[],
  like: Similarity,
  names: (word: string) => readonly string[],
): Fit[] {
  const wanted = wantedBy(question)
  const asked = askedOf(question, names)
  const roles = new Set(
    [...asked.flatMap(({ known }) => known), ...relatives(asked)].flatMap((stem) => roleOf(stem) ?? []),
  )
  const total = asked.reduce((sum, { weight }) => sum + weight, 0)
  const ofNothing = asked.every(({ aside }) => aside)
  const newest = Math.max(1, ...memories.map(({ created_at }) => Date.parse(created_at)))
  const mine = ofSpeaker.test(question)
  // Where it is asked of nothing in particular, whatever is of the kind may be meant; of the speaker it is rarely more than one.
  const anything = mine || !general.has(wanted) ? 0.9 : 0.38
  return memories
    .map((memory) => {
      const content = memory.content.slice(0, maxComparedLength)
      const tokens = tokensOf(plainly(content))
      const held = holds(wanted, content, question)
      const parts = asked.map((one) => ({ ...one, spoken: spokenOf(one, tokens, roles, like) }))
      const missed = parts.some(({ key, spoken }) => key && spoken < 0.8)
      const known = parts.some(({ key, spoken }) => key && spoken >= 0.8)
      // Where somebody is, they may live.
      const lives = wanted === 'place' && known && whereabouts.test(content)
      const sure = parts.map((part) =>
        lives && dwelling.has(part.known[0] ?? '') ? { ...part, spoken: Math.max(part.spoken, 0.5) } : part,
      )
      const spoken = sure.reduce((sum, { weight, spoken: share }) => sum + weight * share, 0)
      // Where all of it is said beside the question, it only tells which of several is meant.
      const coverage = ofNothing ? (held ? Math.min(1, anything + 0.1 * spoken) : 0) : spoken / total
      const owned = parts.some(({ attribute, spoken }) => attribute && spoken >= 0.8)
      const actions = owned ? [] : sure.filter(({ key, aside }) => !key && !aside)
      const score =
        (0.6 * coverage +
          0.22 * (held ? 1 : 0) +
          0.1 * Math.max(0, Math.min(1, memory.semantic)) +
          0.02 * memory.keyword +
          (isExact(question, content) ? 0.05 : 0) +
          (comesFirst(parts[0], tokens) ? 0.03 : 0) +
          0.03 * (Date.parse(memory.created_at) / newest)) *
        (missed ? 0.5 : 1) *
        // It speaks of them, but of nothing that is asked.
        (known && actions.some(({ weight }) => weight >= 1) && actions.every(({ spoken }) => spoken < 0.45)
          ? 0.5
          : 1) *
        (held ? 1 : (strict[wanted] ?? 1)) *
        (wanted !== 'wish' && wanted !== 'liking' && wishful.test(content) && !wishful.test(question)
          ? 0.85
          : 1) *
        (mine && !bySpeaker.test(content) ? 0.9 : 1) *
        (memory.superseded ? 0.5 : 1)
      return { memory, score, coverage }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Whether a memory begins with what is asked of. */
const comesFirst = (asked: Asked | undefined, tokens: readonly Token[]) =>
  asked !== undefined && tokens.slice(0, 4).some(({ stem }) => asked.known.includes(stem))

/** Relatives that a question speaks of by another word: who is married has a wife or a husband. */
function relatives(asked: readonly Asked[]): string[] {
  return asked.some(({ known }) => meanSame(known[0] ?? '', stemmer('married')))
    ? ['wife', 'husband', 'partner'].map(stemmer)
    : []
}
