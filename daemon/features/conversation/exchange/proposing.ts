import type { Proposed } from '../../../language/turn.ts'
import type { MessageEngines } from '../ports.ts'
import type { Act, IncomingMessage, MessageReading } from '../../../language/message.ts'

/** A longer message is not taken for a correction as a whole, in characters. */
const maxCorrection = 280
/** What a reminder may be made by. */
const reminding: ReadonlySet<Act['kind']> = new Set(['remind', 'move reminder'])

/** What a message does; where that could not be read in time nothing, unless that somebody may come to harm. */
export async function understand(
  message: IncomingMessage,
  reading: Pick<MessageEngines, 'understand' | 'danger'>,
): Promise<MessageReading> {
  const understood = await reading.understand(message)
  if (understood) return understood
  const intent = await reading.danger(message.content)
  return { acts: intent === null ? [] : [{ kind: 'say', intent }], partly: true, danger: intent !== null }
}

/**
 * What a message does, with what a model finds that it wants where that was not understood. The model does nothing itself: what
 * it proposes is put as a plain command in the words of the message, understood as such, and done by the same acts; before anything is
 * forgotten the member is asked.
 */
export async function withProposed(
  heard: IncomingMessage,
  understood: MessageReading,
  reading: MessageEngines,
  signal: AbortSignal,
): Promise<readonly Act[]> {
  const { acts, mayWant = [] } = understood
  if (mayWant.length === 0 || understood.danger) return acts
  const { content, reminders } = heard
  const { now, time_zone } = reminders
  const proposed = await reading.propose({ content, mayWant, now, time_zone }, signal)
  if (proposed === null) return acts
  return proposed.act === 'correct'
    ? correcting(acts, content)
    : [...acts, ...(await meant(proposed, heard, reading))]
}

/** The acts of a command, where it is understood as what was proposed. */
async function meant(
  { act, command }: Proposed,
  heard: IncomingMessage,
  reading: MessageEngines,
): Promise<Act[]> {
  const { acts } = await understand({ ...heard, content: command, before: null }, reading)
  return acts.flatMap((one): Act[] => {
    if (act === 'remind') return reminding.has(one.kind) ? [one] : []
    return one.kind === 'forget' && !one.everything && one.unsaid === null ? [{ ...one, asks: true }] : []
  })
}

/** The same acts where what is told puts something right. */
function correcting(acts: readonly Act[], content: string): Act[] {
  const told = acts.some(({ kind }) => kind === 'tell')
  if (told) return acts.map((act) => (act.kind === 'tell' ? { ...act, corrects: true } : act))
  return content.length > maxCorrection ? [...acts] : [{ kind: 'tell', content, corrects: true }, ...acts]
}
