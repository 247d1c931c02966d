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
