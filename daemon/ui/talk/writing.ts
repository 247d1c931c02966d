export interface Writing {
  /** Whether it is at it. */
  readonly typing: boolean
  /** The message that it answers, once that is known. */
  readonly reply_to: string | null
  /** What it has written so far. */
  readonly text: string
}

export const idle: Writing = { typing: false, reply_to: null, text: '' }

/** What is being written after an event of the conversation (its data). */
export function writingAfter(before: Writing, data: Readonly<Record<string, unknown>>): Writing {
  switch (data['event']) {
    case 'typing_started':
      return { typing: true, reply_to: null, text: '' }
    case 'typing_stopped':
      // What is written stays to be seen until it is read from the history.
      return { ...before, typing: false }
    case 'delta':
      return before.typing ? withDelta(before, data) : before
    default:
      return before
  }
}

function withDelta(
  before: Writing,
  { delta, reply_to, restart }: Readonly<Record<string, unknown>>,
): Writing {
  const same = before.reply_to === reply_to && restart !== true
  return { typing: true, reply_to: String(reply_to), text: (same ? before.text : '') + String(delta) }
}
