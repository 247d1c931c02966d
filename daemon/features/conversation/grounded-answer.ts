import { type Fit, fits, leastCoverage, leastFit } from './answering.ts'
import type { Recalled, Turn } from './exchange/engine.ts'
import type { OpenSimilarity } from './similarity.ts'
import { spokenDate } from './moments.ts'
import { otherNames } from './other-names.ts'
import { type Part, spokenMemory, used } from './part.ts'
import { yesOrNo } from './polarity.ts'
import { isPolar } from './questions.ts'
import { admit, fill } from './wording.ts'
import { asksOfWorld } from './models/world.ts'

/** The answer to a question from what was told, or what says plainly that nothing was. */
export async function groundedAnswer(
  question: string,
  turn: Turn,
  similarity: OpenSimilarity,
): Promise<Part> {
  const like = await similarity(question, turn.memories)
  const names = otherNames(turn.memories)
  const found = fits(
    question,
    [...turn.memories, ...turn.goals.map((goal) => asMemory(goal, turn))],
    like,
    names,
  )
  const [best] = found
  if (!best || best.score < 0.35 || best.coverage < 0.3)
    return { text: asksOfWorld(question) ? admitOfWorld(turn) : admit(turn), confidence: 0.15 }
  if (best.score < leastFit || best.coverage < leastCoverage)
    return { text: nearest(best, turn), confidence: 0.3, used: usedOf(best.memory) }
  return {
    text: told(question, best, turn),
    confidence: confidenceOf(best, found[1]),
    used: usedOf(best.memory),
  }
}

/** Surer the better it fits, and the further the next one is behind. */
function confidenceOf({ score }: Fit, next: Fit | undefined): number {
  const lead = score - (next?.score ?? 0)
  return Math.max(0.5, Math.min(0.97, 0.3 + 0.6 * score + Math.min(0.12, lead)))
}

/** What is to be done is known as what was told is. */
function asMemory({ title, due_at }: Turn['goals'][number], { now, time_zone }: Turn): Recalled {
  const when = due_at === null ? '' : ` on ${spokenDate(Date.parse(due_at), time_zone, true)}`
  const content = `I am supposed to ${title}${when}`
  const created_at = new Date(now).toISOString()
  return {
    memory_uuid: '',
    content,
    kind: 'note',
    created_at,
    score: 0,
    semantic: 0,
    keyword: 0,
    why: '',
    superseded: false,
  }
}

const usedOf = (memory: Recalled) => (memory.memory_uuid === '' ? [] : [used(memory)])

/** What comes nearest to an answer, for what it is. */
function nearest({ memory }: Fit, turn: Turn): string {
  return `${admit(turn)} The nearest that you have told me is that ${spokenMemory(memory)}.`
}

/** A memory as the answer to a question. */
function told(question: string, { memory, coverage }: Fit, turn: Turn): string {
  const said = spokenMemory(memory)
  const yes = isPolar(question) && coverage >= allAsked ? yesOrNo(question, memory.content) : ''
  const source =
    turn.persona.expression.verbosity > 0.6
      ? ` (you told me on ${spokenDate(Date.parse(memory.created_at), turn.time_zone)})`
      : ''
  if (yes !== '') return `${yes}: you told me that ${said}${source}.`
  return `You told me that ${said}${source}.`
}

/** From which coverage a memory speaks of all that is asked, so that it says yes or no. */
const allAsked = 0.8

/** That the world is not what the companion knows of, nor has it been told. */
const admitOfWorld = (turn: Turn) =>
  fill(
    "I can't tell you that, {name}: I know only what you have told me, and you haven't told me that.",
    turn,
  )
