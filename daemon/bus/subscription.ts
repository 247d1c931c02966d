import type { Log } from '../kernel/log.ts'
import type { Message } from './message.ts'

export interface Subscriber {
  /** Takes one message; the next comes when the promise has settled. What it throws is logged. */
  receive(message: Message): Promise<void> | undefined | void
  /** Called once when the subscription was closed because it fell too far behind. */
  overflowed?(): void
}

/** Counts over all subscriptions of a bus. */
export interface Deliveries {
  /** Messages handed to a subscriber. */
  delivered: number
  /** Subscriptions closed because they fell too far behind. */
  dropped: number
}

export interface Subscription {
  /** What waits, oldest first. */
  readonly queue: readonly Message[]
  push(message: Message): void
  close(): void
}

/** A queue of at most `capacity` messages before one subscriber, emptied in order. */
export function openSubscription(
  subscriber: Subscriber,
  capacity: number,
  end: () => void,
  log: Log,
  counts: Deliveries,
): Subscription {
  const waiting: Message[] = []
  let draining = false
  let open = true

  const failed = (error: unknown, { topic }: Message) => {
    log.error({ err: error, topic }, 'a subscriber failed')
  }

  const deliver = (message: Message): Promise<void> | undefined => {
    counts.delivered += 1
    try {
      return subscriber.receive(message)?.catch((error: unknown) => failed(error, message))
    } catch (error) {
      failed(error, message)
      return undefined
    }
  }

  const drain = async () => {
    draining = true
    // Closing empties the queue, so nothing is delivered afterwards.
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // Whoever needs no time is done at once, so that a burst never makes them fall behind.
      const pending = deliver(next)
      if (pending) await pending
    }
    draining = false
  }

  return {
    queue: waiting,
    push: (message) => {
      if (!open) return
      if (waiting.length >= capacity) {
        end()
        counts.dropped += 1
        try {
          subscriber.overflowed?.()
        } catch (error) {
          failed(error, message)
        }
        return
      }
      waiting.push(message)
      if (!draining) void drain()
    },
    close: () => {
      open = false
      waiting.length = 0
    },
  }
}
