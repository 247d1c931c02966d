import type { OutputOf } from '../../client/types.ts'

export type HistoryMessage = OutputOf<'conversation.history'>['items'][number]
type Answer = OutputOf<'conversation.history'>

/** What is known of a history: the oldest message is number 0, so that a number stays while more is said. */
export interface KeptHistory {
  readonly total: number
  readonly at: ReadonlyMap<number, HistoryMessage>
}

/**
 * A history with what was read at an offset. What was known of it is given up where it does not go with that: then it
 * was deleted meanwhile.
 */
export function withAnswer(
  before: KeptHistory | undefined,
  { items, total }: Answer,
  offset: number,
): KeptHistory {
  const newest = total - 1 - offset
  const at = new Map(before && goesOn(before, items, newest, total) ? before.at : [])
  items.forEach((item, place) => {
    const before = at.get(newest - place)
    // The same object, so that what shows it stays as it is.
    at.set(newest - place, before && JSON.stringify(before) === JSON.stringify(item) ? before : item)
  })
  return { total, at }
}

function goesOn(before: KeptHistory, items: Answer['items'], newest: number, total: number): boolean {
  if (before.total > total) return false
  return items.every((item, place) => {
    const earlier = before.at.get(newest - place)
    return earlier === undefined || earlier.message_uuid === item.message_uuid
  })
}

/** What to read next so that the numbers from `first` to `last` are known, at most `limit` at once; null for nothing. */
export function missing(
  { total, at }: KeptHistory,
  first: number,
  last: number,
  limit: number,
): { readonly offset: number; readonly limit: number } | null {
  let newest = Math.min(last, total - 1)
  while (newest >= first && at.has(newest)) newest -= 1
  let oldest = newest
  while (oldest - 1 >= Math.max(first, 0) && newest - oldest + 1 < limit && !at.has(oldest - 1)) oldest -= 1
  if (newest < Math.max(first, 0)) return null
  return { offset: total - 1 - newest, limit: newest - oldest + 1 }
}

/** The number of a message, where it is known. */
export function numberOf({ at }: KeptHistory, message_uuid: string): number | undefined {
  for (const [number, message] of at) if (message.message_uuid === message_uuid) return number
  return undefined
}

/** Whether a message of the last few is answered. */
export const isAnswered = ({ total, at }: KeptHistory, message_uuid: string): boolean =>
  [1, 2, 3, 4].some((back) => at.get(total - back)?.reply_to === message_uuid)

/** Which messages show that they have used a memory, by their numbers. */
export function usersOf({ at }: KeptHistory, memory_uuid: string): (readonly [number, HistoryMessage])[] {
  return [...at].filter(([, { memories_used }]) =>
    memories_used.some((used) => used.memory_uuid === memory_uuid),
  )
}

/** A history with some messages in place of those that have their numbers. */
export function withMessages(
  { total, at }: KeptHistory,
  messages: readonly (readonly [number, HistoryMessage])[],
): KeptHistory {
  return { total, at: new Map([...at, ...messages]) }
}

/** A history in which a reply says what of that which it did is undone. */
export function withChanges(
  history: KeptHistory,
  message_uuid: string,
  changes: HistoryMessage['changes'],
): KeptHistory {
  const number = numberOf(history, message_uuid)
  const message = number === undefined ? undefined : history.at.get(number)
  return number === undefined || !message
    ? history
    : withMessages(history, [[number, { ...message, changes }]])
}

/** A message without the mention of a memory. */
export function withoutMemory(message: HistoryMessage, memory_uuid: string): HistoryMessage {
  return {
    ...message,
    memories_used: message.memories_used.filter((used) => used.memory_uuid !== memory_uuid),
  }
}

/**
 * How many messages are older than one, which is its number: asks `isThere` at most some 20 times for 1,000,000 whether
 * there is a message `offset` places before it.
 */
export async function olderThan(
  total: number,
  isThere: (offset: number) => Promise<boolean>,
): Promise<number> {
  let [min, max] = [0, total]
  while (min < max) {
    const middle = Math.floor((min + max) / 2)
    // Each question is about what the one before has left open.
    if (await isThere(middle)) min = middle + 1
    else max = middle
  }
  return min
}

/** How far back the newest that the member has said is looked for. */
const recent = 20

/** The newest that the member has said in a conversation; null where it is not among the last few. */
export function lastOwn({ total, at }: KeptHistory, conversation_uuid: string | null): HistoryMessage | null {
  for (let number = total - 1; number >= Math.max(0, total - recent); number -= 1) {
    const message = at.get(number)
    if (message?.role === 'user' && message.conversation_uuid === conversation_uuid) return message
  }
  return null
}

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
