import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { commandOf, proposalText } from '../../../language/en/models/prompt.ts'
import { stemsOf } from '../../../language/en/stems.ts'
import type { Proposed, Unclear } from '../../../language/turn.ts'
import { quoted } from './quoting.ts'
import { momentOf } from './situation.ts'
import type { StructuredQuestion } from './structured-answer.ts'
import { cutTo } from './token-budget.ts'

const maxMessageLength = 2_000

const Proposal = Type.Object(
  {
    act: Type.Enum(['none', 'remind', 'forget', 'correct']),
    what: Type.String({ maxLength: 200 }),
    when: Type.String({ maxLength: 100 }),
  },
  { additionalProperties: false },
)
type Proposal = Static<typeof Proposal>

/** Asks what a message wants done. */
export const proposalOf = ({ content, mayWant, now, time_zone }: Unclear): StructuredQuestion<Proposal> => ({
  name: 'wanted',
  instructions: proposalText(mayWant),
  prompt: (tokens) =>
    `<situation>\n${momentOf(time_zone, now)}\n</situation>\n\n<message>\n${cutTo(quoted(content, maxMessageLength), tokens - 60)}\n</message>`,
  schema: Proposal,
  read: (value) => (Value.Check(Proposal, value) ? value : null),
})

/**
 * What of a proposal the words of the message bear out, as a command that is understood as if the member had said it so: only what
 * the message may want, of what and when it says itself. Null for anything else.
 */
export function supportedProposal(
  { content, mayWant }: Unclear,
  { act, what, when }: Proposal,
): Proposed | null {
  const wanted = mayWant.find((one) => one === act)
  if (wanted === undefined) return null
  if (wanted === 'correct') return { act: wanted, command: content }
  const stems = new Set(stemsOf(content))
  const named = stemsOf(what)
  if (named.length === 0 || !named.every((stem) => stems.has(stem))) return null
  const time = when.trim()
  if (time !== '' && !content.toLowerCase().includes(time.toLowerCase())) return null
  return { act: wanted, command: commandOf(wanted, what.trim(), time) }
}
