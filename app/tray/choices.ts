import type { OperationName } from '../../daemon/client/types.ts'
import { type Interaction, seenBy } from '../../daemon/client/interaction.ts'
import type { Texts } from '../texts/en.ts'

export interface Choice {
  readonly text: string
  readonly operation: OperationName
  readonly input: Readonly<Record<string, unknown>>
}

/** How many buttons a notification has room for: Windows shows five, and a Mac hides all but the first in a menu. */
const maxChoices = 3

/** What can be decided about an interaction by one click; none where it takes words, or more choices than there is room for. */
export function choicesOf(interaction: Interaction, { act }: Pick<Texts, 'act'>): Choice[] {
  const { allowed_options, interaction_type } = interaction
  switch (interaction_type) {
    case 'approval':
      return [
        { text: act.approve, operation: 'interactions.approve', input: {} },
        { text: act.reject, operation: 'interactions.reject', input: {} },
      ]
    case 'ack':
      return [{ text: act.seen, operation: seenBy(interaction), input: {} }]
    case 'choice':
      return allowed_options.length <= maxChoices
        ? allowed_options.map((option) => answer(option, option))
        : []
    default:
      return []
  }
}

/** Whether an interaction takes free text: a number or a date needs an input field of its own. */
export const takesWords = ({ interaction_type, expected_answer_type }: Interaction): boolean =>
  (interaction_type === 'question' || interaction_type === 'dialogue') &&
  (expected_answer_type === null || expected_answer_type === 'text')

/** A free-text answer; null for a blank one. */
export function replyOf(reply: string): Choice | null {
  const words = reply.trim()
  return words === '' ? null : answer(words, words)
}

const answer = (text: string, answer_text: string): Choice => ({
  text,
  operation: 'interactions.answer',
  input: { answer_text },
})
