import type { Log } from '../kernel/log.ts'
import type { Message } from './bus.ts'

export interface Subscriber {
  /** Takes one message; the next comes when the promise has settled. What it throws is logged. */
  receive(message: Message): void | Promise<void>
  /** Called once when the subscription was closed because it fell too far behind. */
  overflowed?(): void
}

export interface Subscription {
  push(message: Message): void
  close(): void
}

/** A queue of at most `capacity` messages before one subscriber, emptied in order. */
export function openSubscription(
  subscriber: Subscriber,
  capacity: number,
  end: () => void,
  log: Log,
): Subscription {
  const waiting: Message[] = []
  let draining = false
  let open = true

  const deliver = async (message: Message) => {
    try {
      const received = subscriber.receive(message)
      if (received) await received
    } catch (error) {
      log.error({ err: error, topic: message.topic }, 'a subscriber failed')
    }
  }

  const drain = async () => {
    draining = true
    // Closing empties the queue, so nothing is delivered afterwards.
    for (let next = waiting.shift(); next; next = waiting.shift()) await deliver(next)
    draining = false
  }

  return {
    push: (message) => {
      if (!open) return
      if (waiting.length >= capacity) {
        end()
        subscriber.overflowed?.()
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
