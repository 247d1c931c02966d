import { randomUUID } from 'node:crypto'
import { type Clock, iso } from '../kernel/clock.ts'
import type { Context, MessageMetadata } from '../kernel/context.ts'
import { ResponseTimeout } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { Message } from './message.ts'
import { type Deliveries, openSubscription, type Subscriber, type Subscription } from './subscription.ts'

export type Handler = (payload: unknown, context: Context) => unknown

/** What went over the bus since it was opened, and what is on it now. */
export interface BusFigures extends Readonly<Deliveries> {
  /** Requests that reached a handler. */
  readonly requests: number
  /** Messages published, whether or not anybody subscribed. */
  readonly published: number
  readonly subscriptions: number
  /** Messages now waiting for their subscribers, all together. */
  readonly waiting: number
  /** How long the oldest of them waits, in milliseconds; 0 where none does. */
  readonly longest_wait_ms: number
}

const requestTimeout = 30_000

/**
 * Where features meet.
 *
 * - `request` reaches exactly one handler and fails with `RESPONSE_TIMEOUT` after 30 s.
 * - `publish` never waits and never throws. Each subscription receives the messages of its topic in the order of
 *   their publication, one at a time: the next only when the promise of the one before has settled.
 * - A subscription holds at most `capacity` messages. One that falls further behind is closed and told so; nobody
 *   else waits for it. Nothing is kept for who subscribes later.
 */
export class Bus {
  readonly #handlers = new Map<string, Handler>()
  readonly #topics = new Map<string, Set<Subscription>>()
  readonly #deliveries: Deliveries = { delivered: 0, dropped: 0 }
  readonly #clock: Clock
  readonly #log: Log
  #requests = 0
  #published = 0

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** Registers the one handler of an operation; a second one is a mistake in the program and throws. */
  handle(operation: string, handler: Handler): void {
    if (this.#handlers.has(operation)) throw new Error(`the operation ${operation} has two handlers`)
    this.#handlers.set(operation, handler)
  }

  /** Asks the handler of `operation`; resolves with its answer or rejects with what it threw. */
  async request(
    operation: string,
    payload: unknown,
    context: Context,
    timeout = requestTimeout,
  ): Promise<unknown> {
    const handler = this.#handlers.get(operation)
    if (!handler) throw new Error(`the operation ${operation} has no handler`)
    this.#requests += 1
    const answer = handler(payload, context)
    return answer instanceof Promise ? await this.#within(timeout, answer) : answer
  }

  /** Hands `payload` to every subscription of `topic`; `about` says whose it is, where it is anyone's. */
  publish(
    topic: string,
    payload: Message['payload'],
    about: Partial<Pick<MessageMetadata, 'family_member_uuid' | 'session_uuid'>> = {},
  ): void {
    this.#published += 1
    const message: Message = {
      topic,
      payload,
      metadata: {
        message_uuid: randomUUID(),
        family_member_uuid: about.family_member_uuid ?? null,
        session_uuid: about.session_uuid ?? null,
        timestamp: iso(this.#clock.now()),
      },
    }
    // A copy, so that who subscribes while this message is delivered hears from the next one on.
    const subscribed = [...(this.#topics.get(topic) ?? [])]
    for (const subscription of subscribed) subscription.push(message)
  }

  /** Receives what is published to `topic` from now on; call the result to unsubscribe. */
  subscribe(topic: string, subscriber: Subscriber, capacity = 1_000): () => void {
    const held = this.#topics.get(topic) ?? new Set<Subscription>()
    this.#topics.set(topic, held)
    const end = () => {
      subscription.close()
      held.delete(subscription)
      if (held.size === 0 && this.#topics.get(topic) === held) this.#topics.delete(topic)
    }
    const subscription = openSubscription(subscriber, capacity, end, this.#log, this.#deliveries)
    held.add(subscription)
    return end
  }

  /** What went over the bus so far. Counts on the way are cheap; the queues are looked at when asked. */
  figures(): BusFigures {
    const open = [...this.#topics.values()].flatMap((held) => [...held].map(({ queue }) => queue))
    const waits = open.flatMap(([oldest]) =>
      oldest ? [this.#clock.now() - Date.parse(oldest.metadata.timestamp)] : [],
    )
    return {
      requests: this.#requests,
      published: this.#published,
      ...this.#deliveries,
      subscriptions: open.length,
      waiting: open.reduce((sum, { length }) => sum + length, 0),
      longest_wait_ms: Math.max(0, ...waits),
    }
  }

  #within(timeout: number, answer: Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const cancel = this.#clock.after(timeout, () => reject(ResponseTimeout()))
    answer.then(resolve, reject).finally(cancel)
    return promise
  }
}
