import type { RetrievedMemory, Turn, Utterance } from '../../../language/turn.ts'
import { actionLines } from './actions.ts'
import { instructionsOf } from './instructions.ts'
import { goalLine, householdLines, memoryLine, personLines } from './prompt-context.ts'
import { withoutMarks } from './quoting.ts'
import { situationOf } from './situation.ts'
import { countTokens, cutTo } from './token-budget.ts'

export interface Prompt {
  readonly instructions: string
  /** By turns, the member's first and last. */
  readonly messages: readonly PromptMessage[]
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** What a chat template puts around each message, in tokens. */
export const aroundMessage = 8
/** What is known of people takes no more of the room than this share. */
const peopleShare = 0.25
/** Stands for what was said before that which still fits. */
const before: PromptMessage = { role: 'user', content: '…' }

/**
 * What a model is asked, of at most `tokens` (256 at least): first the instructions and the situation, then the message,
 * what was done because of it, who is who, the memories, the goals and of the history the newest, each as much as still
 * fits. The message is always there; where it alone is too long, it is cut with a mark. What is remembered stands as data
 * next to the message, not in the instructions: it has no more weight than what a member says, and a server can keep all
 * that comes before it.
 */
export function promptOf(turn: Turn, tokens: number): Prompt {
  const situation = situationOf(turn)
  const question = withoutMarks(turn.content)
  let left = tokens - 2 * aroundMessage - countTokens(situation) - 1
  const wanted = Math.min(countTokens(question), Math.floor(left / 3))
  const instructions = cutTo(instructionsOf(turn), left - wanted)
  left -= countTokens(instructions)
  const message = cutTo(question, left)
  left -= countTokens(message)
  const done = block('done', actionLines(turn.done, turn.time_zone), left)
  left -= countTokens(done) + 1
  const people = block(
    'people',
    [...personLines(turn), ...householdLines(turn)],
    Math.floor(left * peopleShare),
  )
  left -= countTokens(people) + 1
  const memories = memoriesBlock(turn, left)
  left -= countTokens(memories) + 1
  const goals = block('goals', turn.goals.map(goalLine(turn.time_zone)), left)
  left -= countTokens(goals) + 1
  const last = [situation, people, memories, goals, done, message].filter(Boolean).join('\n\n')
  const history = newest(turn.history, left)
  return { instructions, messages: byTurns([...history, { role: 'user', content: last }]) }
}

/** The memories that fit best, in the order of time: what came later holds against what came before. */
function memoriesBlock(turn: Turn, tokens: number): string {
  const lines = new Map(turn.memories.map((memory) => [memoryLine(turn)(memory), memory] as const))
  const fitting = linesWithin('memories', [...lines.keys()], tokens)
  const at = (line: string) => (lines.get(line) as RetrievedMemory).created_at
  return between(
    'memories',
    fitting.toSorted((one, other) => at(one).localeCompare(at(other))),
  )
}

/** The first lines that fit, between tags; nothing where there are none. */
const block = (tag: string, lines: readonly string[], tokens: number) =>
  between(tag, linesWithin(tag, lines, tokens))

const between = (tag: string, lines: readonly string[]) =>
  lines.length > 0 ? [`<${tag}>`, ...lines, `</${tag}>`].join('\n') : ''

function linesWithin(tag: string, lines: readonly string[], tokens: number): string[] {
  let left = tokens - countTokens(`<${tag}>`) - countTokens(`</${tag}>`) - 2
  return lines.filter((line) => {
    const count = countTokens(line) + 1
    if (count > left) return false
    left -= count
    return true
  })
}

/** The newest utterances that fit, the oldest first. */
function newest(history: readonly Utterance[], tokens: number): PromptMessage[] {
  // The place of what stands for all before.
  let left = tokens - aroundMessage - countTokens(before.content)
  const fitting: PromptMessage[] = []
  for (const { role, content } of history.toReversed()) {
    const text = withoutMarks(content)
    left -= countTokens(text) + aroundMessage + 1
    if (left < 0) break
    fitting.unshift({ role: role === 'user' ? 'user' : 'assistant', content: text })
  }
  return fitting
}

/** As chat templates want them: the member begins, and nobody speaks twice in a row. */
function byTurns(messages: readonly PromptMessage[]): PromptMessage[] {
  const turns: PromptMessage[] = messages[0]?.role === 'assistant' ? [before] : []
  for (const message of messages) {
    const last = turns.at(-1)
    if (last?.role !== message.role) turns.push(message)
    else turns[turns.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` }
  }
  return turns
}
