import type { OutputOf } from '../../client/types.ts'
import { oneLine } from '../format/text.ts'

type Response = OutputOf<'conversation.message'>['response']
type Change = Response['changes'][number]

const oneOf: Readonly<Record<Change['kind'], string>> = {
  remembered: 'remembered',
  corrected: 'memory updated',
  forgot: 'forgotten',
  remembering_stopped: 'not remembering',
  remembering_resumed: 'remembering again',
  reminder_made: 'reminder set',
  reminder_moved: 'reminder moved',
  reminder_renamed: 'reminder renamed',
  reminder_done: 'marked as done',
  reminder_cancelled: 'reminder cancelled',
}

/** Something that a message has changed, in a word or two. */
export function changeText({ kind, memory_uuids }: Change): string {
  const count = memory_uuids.length
  return kind === 'forgot' && count > 1 ? `${count} memories forgotten` : oneOf[kind]
}

/** What is to be said of a reply: what it changed, and by whom it was written where that is not as usual; often nothing. */
export function replyNotes({
  changes,
  engine,
  degraded,
  kept,
}: Pick<Response, 'changes' | 'engine' | 'degraded' | 'kept'>): string[] {
  const effective = changes.filter(({ undone_at }) => undone_at === null).map(changeText)
  return [
    ...new Set(effective),
    ...(kept ? [] : ['not kept: nothing can be written to the disk']),
    ...(degraded
      ? [`the language model could not reply${engine === 'builtin' ? ', the built-in engine did' : ''}`]
      : []),
    ...(engine === 'builtin' ? [] : [`written by ${oneLine(engine)}`]),
  ]
}
