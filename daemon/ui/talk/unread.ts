import type { HistoryMessage, KeptHistory } from './kept-history.ts'

/** Whether the companion began with it by itself. */
export const isBegun = ({ role, reply_to }: Pick<HistoryMessage, 'role' | 'reply_to'>): boolean =>
  role === 'companion' && reply_to === null

/** The number of the oldest message that is not read, where that many are not; null where it is not known. */
export function firstUnread({ total, at }: KeptHistory, unread: number): number | null {
  let left = unread
  for (let number = total - 1; left > 0 && number >= 0; number -= 1) {
    const message = at.get(number)
    if (!message) return null
    if (isBegun(message)) left -= 1
    if (left === 0) return number
  }
  return null
}

/** Whether the member has said something after a message. */
export function isAnsweredAfter({ total, at }: KeptHistory, number: number): boolean {
  for (let later = number + 1; later < total; later += 1) if (at.get(later)?.role === 'user') return true
  return false
}
