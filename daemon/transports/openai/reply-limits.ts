import { estimateTokenCount, sliceByTokens } from 'tokenx'

/** Where a reply is to end, if it does not end before. */
export interface ReplyLimits {
  /** Tokens, as they are estimated here; undefined for no limit. */
  readonly maxTokens: number | undefined
  /** The reply ends before the first of these. */
  readonly stop: readonly string[]
}

export interface ReplyCutter {
  /** What of the reply may be sent, now that this part has come. */
  readonly write: (part: string) => string
  /** The rest, once nothing more comes. */
  readonly end: () => string
  readonly sent: () => string
  readonly tooLong: () => boolean
}

/** Cuts a reply at its limits; what may be the beginning of a stop sequence waits until that is known. */
export function openReplyCutter({ maxTokens, stop }: ReplyLimits): ReplyCutter {
  let text = ''
  let sent = 0
  let over = false
  let tooLong = false

  const sendTo = (end: number): string => {
    const part = text.slice(sent, end)
    sent = Math.max(sent, end)
    return part
  }
  const stopAt = () =>
    Math.min(...stop.map((one) => text.indexOf(one, sent)).filter((at) => at !== -1), Infinity)

  const take = (waiting: number): string => {
    const stopped = stopAt()
    const end = Math.min(stopped, text.length - waiting)
    const room = maxTokens === undefined ? end : roomIn(text.slice(0, end), maxTokens)
    over = room < end || stopped <= end
    tooLong = room < end
    return sendTo(room)
  }

  return {
    write: (part) => {
      if (over) return ''
      text += part
      return take(Math.max(0, ...stop.map((one) => begunAtEnd(text, one))))
    },
    end: () => (over ? '' : take(0)),
    sent: () => text.slice(0, sent),
    tooLong: () => tooLong,
  }
}

/** How much of a text fits into so many tokens, in characters. */
function roomIn(text: string, maxTokens: number): number {
  if (estimateTokenCount(text) <= maxTokens) return text.length
  return sliceByTokens(text, 0, maxTokens).length
}

/** How many characters at the end of a text may be the beginning of a stop sequence. */
function begunAtEnd(text: string, stop: string): number {
  for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(stop.slice(0, length))) return length
  return 0
}
