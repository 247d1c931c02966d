import { RateLimited } from './errors.ts'

/**
 * Lets the messages of one member follow one another: what one says is understood after what was said before. Where
 * `maxWaiting` wait already, the next rejects with 429 `RATE_LIMITED`; each of them may take `turnMs` milliseconds.
 */
export function openTurns(
  maxWaiting: number,
  turnMs: number,
): <T>(member: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, { ended: Promise<unknown>; count: number }>()
  return async (member, work) => {
    const turns = last.get(member) ?? { ended: Promise.resolve(), count: 0 }
    if (turns.count > maxWaiting)
      throw RateLimited({ retry_after_seconds: Math.ceil((turns.count * turnMs) / 1_000) })
    turns.count += 1
    // Whatever became of the one before.
    const mine = turns.ended.then(work, work)
    turns.ended = mine
    last.set(member, turns)
    try {
      return await mine
    } finally {
      turns.count -= 1
      if (turns.count === 0) last.delete(member)
    }
  }
}

/** What a member waits for until one is free; null where that takes longer than they wait. */
type Waiter<T> = (free: T | null) => void

export interface TurnQueue<T> {
  /** Takes one for a member, or null where none is free for them within so many milliseconds. */
  readonly take: (member: string, waitMs: number) => Promise<T | null>
  readonly give: (member: string, taken: T) => void
}

/**
 * Hands out a few of something. A member has one at a time, and members take turns: who has just had one comes after all
 * others who wait, however often they ask.
 */
export function openTurnQueue<T>(all: readonly T[]): TurnQueue<T> {
  /** The one given back last comes first: it is the one that is warm. */
  const free = all.toReversed()
  const busy = new Set<string>()
  const waiting = new Map<string, Waiter<T>[]>()

  /** Puts what a member waits for behind all others, without what has ended. */
  const putBehind = (member: string, ended?: Waiter<T>) => {
    const left = (waiting.get(member) ?? []).filter((one) => one !== ended)
    waiting.delete(member)
    if (left.length > 0) waiting.set(member, left)
  }

  const serve = () => {
    while (free.length > 0) {
      const turn = [...waiting].find(([member]) => !busy.has(member))
      const [member = '', [next] = []] = turn ?? []
      const one = next && free.pop()
      if (!next || one === undefined) return
      putBehind(member, next)
      busy.add(member)
      next(one)
    }
  }

  return {
    take: (member, waitMs) =>
      new Promise((resolve) => {
        const settle: Waiter<T> = (one) => {
          clearTimeout(timer)
          resolve(one)
        }
        const timer = setTimeout(
          () => {
            putBehind(member, settle)
            resolve(null)
          },
          Math.max(0, waitMs),
        )
        waiting.set(member, [...(waiting.get(member) ?? []), settle])
        serve()
      }),
    give: (member, taken) => {
      busy.delete(member)
      putBehind(member)
      free.push(taken)
      serve()
    },
  }
}
