import { actionLines } from './actions.ts'
import type { OpenGoal, Recalled, Turn, Utterance } from '../exchange/engine.ts'
import { instructionsOf } from './instructions.ts'
import { quoted, withoutMarks } from './quoting.ts'
import { dayIn, situationOf } from './situation.ts'
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
/** No memory or goal takes more, in characters. */
const maxMemoryLength = 600
const maxGoalLength = 160
/** Stands for what was said before that which still fits. */
const before: PromptMessage = { role: 'user', content: '…' }

/**
 * What a model is asked, of at most `tokens` (256 at least): first the instructions and the situation, then the message,
 * what was done because of it, the memories, the goals and of the history the newest, each as much as still fits. The message is always there; where
 * it alone is too long, it is cut with a mark. What is remembered stands as data next to the message, not in the
 * instructions: it has no more weight than what a member says, and a server can keep all that comes before it.
 */
export function promptOf(turn: Turn, tokens: number): Prompt {
  const situation = situationOf(turn)
  const said = withoutMarks(turn.content)
  let left = tokens - 2 * aroundMessage - countTokens(situation) - 1
  const wanted = Math.min(countTokens(said), Math.floor(left / 3))
  const instructions = cutTo(instructionsOf(turn), left - wanted)
  left -= countTokens(instructions)
  const message = cutTo(said, left)
  left -= countTokens(message)
  const done = block('done', actionLines(turn.done, turn.time_zone), left)
  left -= countTokens(done) + 1
  const memories = block('memories', turn.memories.map(memoryLine(turn.time_zone)), left)
  left -= countTokens(memories) + 1
  const goals = block('goals', turn.goals.map(goalLine(turn.time_zone)), left)
  left -= countTokens(goals) + 1
  const last = [situation, memories, goals, done, message].filter(Boolean).join('\n\n')
  const history = newest(turn.history, left)
  return { instructions, messages: byTurns([...history, { role: 'user', content: last }]) }
}

const memoryLine =
  (timeZone: string) =>
  ({ content, kind, created_at, superseded_by, said_by }: Recalled) =>
    `<memory kind="${kind}" noted="${dayIn(timeZone, created_at)}"${said_by === null ? '' : ` by="${quoted(said_by, 60)}"`}${superseded_by === null ? '' : ' outdated="yes"'}>${quoted(content, maxMemoryLength)}</memory>`

const goalLine =
  (timeZone: string) =>
  ({ title, status, due_at }: OpenGoal) =>
    `<goal status="${quoted(status, 20)}"${due_at === null ? '' : ` due="${dayIn(timeZone, due_at)}"`}>${quoted(title, maxGoalLength)}</goal>`

/** The first lines that fit, between tags; nothing where there are none. */
function block(tag: string, lines: readonly string[], tokens: number): string {
  const empty = [`<${tag}>`, `</${tag}>`]
  let left = tokens - empty.reduce((sum, line) => sum + countTokens(line) + 1, 0)
  const fitting = lines.filter((line) => {
    const count = countTokens(line) + 1
    if (count > left) return false
    left -= count
    return true
  })
  return fitting.length > 0 ? [empty[0], ...fitting, empty[1]].join('\n') : ''
}

/** The newest utterances that fit, the oldest first. */
function newest(history: readonly Utterance[], tokens: number): PromptMessage[] {
  // The place of what stands for all before.
  let left = tokens - aroundMessage - countTokens(before.content)
  const fitting: PromptMessage[] = []
  for (const { role, content } of history.toReversed()) {
    const said = withoutMarks(content)
    left -= countTokens(said) + aroundMessage + 1
    if (left < 0) break
    fitting.unshift({ role: role === 'user' ? 'user' : 'assistant', content: said })
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
