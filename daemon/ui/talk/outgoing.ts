import type { HistoryMessage, KeptHistory } from './history.ts'

/** A message that is on its way. */
export interface Outgoing {
  /** The same at every attempt, so that it is said once. */
  readonly key: string
  readonly content: string
  /** The message that it is said instead of. */
  readonly replaces?: string
  /** `unkept`: it was answered, and neither it nor its reply could be kept. */
  readonly state: 'waiting' | 'sending' | 'failed' | 'unkept'
  /** The newest message when it was first sent; null where there was none, or where it was not sent yet. */
  readonly after: string | null
  readonly sent: boolean
  /** What was replied to one that is not kept. */
  readonly reply?: string
  readonly error?: unknown
}

/** How far back a message that is on its way is looked for. */
const recent = 60

/** Which messages of the history are those on their way: the daemon writes them down before they are answered. */
export function arrived(outgoing: readonly Outgoing[], { total, at }: KeptHistory): Map<string, Outgoing> {
  const matches = new Map<string, Outgoing>()
  for (const one of outgoing.filter(({ sent }) => sent)) {
    const match = after(one.after).find(
      ({ role, content, message_uuid }) =>
        role === 'user' && content === one.content && !matches.has(message_uuid),
    )
    if (match) matches.set(match.message_uuid, one)
  }
  return matches

  function after(message_uuid: string | null): HistoryMessage[] {
    const later: HistoryMessage[] = []
    for (let number = total - 1; number >= Math.max(0, total - recent); number -= 1) {
      const message = at.get(number)
      if (!message || message.message_uuid === message_uuid) break
      later.unshift(message)
    }
    return later
  }
}
