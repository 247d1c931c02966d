import { admits, asks, isOfTheSpeaker } from '../../../language/claims.ts'
import type { Reply, Turn } from '../../../language/turn.ts'
import { tellingWords } from '../../../language/en/telling-words.ts'
import { correctionFor, unsupportedIn } from './unsupported.ts'
import { type Use, usedMemory, usesOf } from './used-memories.ts'

/** From here a memory fits a message, by its words or its meaning. */
const fitting = 0.5
/** How sure a reply is at most that says what nothing bears out. */
const unsupportedConfidence = 0.2

/** A reply with what it stands on and how sure it is; `write` is told what is put under it where nothing bears it out. */
export function judged(turn: Turn, content: string, write: (delta: string) => void): Reply {
  const uses = usesOf(turn, content)
  const memories_used = uses.map(usedMemory)
  const confidence = confidenceOf(turn, content, uses)
  const correction = correctionFor(content, unsupportedIn(turn, content))
  if (correction === null) return { content, confidence, memories_used }
  const added = `\n\n${correction}`
  write(added)
  return {
    content: content + added,
    confidence: Math.min(confidence, unsupportedConfidence),
    memories_used,
  }
}

/**
 * How sure a model's reply is to be right, 0 to 1, by what it stands on, since models do not tell themselves. It is
 * never over 0.9: a model may put a right memory wrongly.
 *
 * - A question for something of the speaker: 0.6 to 0.9 by how well the memories fit that the reply uses, 0.45 where
 *   those no longer hold, 0.7 where it stands on what was said before in the conversation, 0.25 where on nothing.
 * - A reply that admits not to know: 0.5, but 0.3 where a memory fits that it overlooked.
 * - Any other question: 0.5, what a local model has learned at large. All else, where little can be wrong: 0.65.
 */
function confidenceOf(turn: Turn, reply: string, uses: readonly Use[]): number {
  if (!asks(turn.content)) return 0.65
  if (admits(reply)) return turn.memories.some((memory) => fit(memory) >= fitting) ? 0.3 : 0.5
  const holding = uses.filter(({ memory }) => memory.superseded_by === null)
  if (holding.length > 0) return 0.9 - 0.3 * (1 - Math.max(...holding.map(({ memory }) => fit(memory))))
  if (!isOfTheSpeaker(turn.content)) return 0.5
  if (uses.length > 0) return 0.45
  return standsOnHistory(turn, reply) ? 0.7 : 0.25
}

const fit = ({ semantic, keyword }: Turn['memories'][number]) => Math.min(1, Math.max(0, semantic, keyword))

/** Whether the reply brings a telling word that the member said before. */
function standsOnHistory({ content, history }: Turn, reply: string): boolean {
  const asked = tellingWords(content)
  const toldBefore = tellingWords(
    history.map(({ role, content }) => (role === 'user' ? content : '')).join(' '),
  )
  return [...tellingWords(reply).keys()].some((stem) => toldBefore.has(stem) && !asked.has(stem))
}
