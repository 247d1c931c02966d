import type { Bus } from '../bus/bus.ts'
import type { Message } from '../bus/message.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Subscribable } from './topics.ts'

/** An event as it goes to clients, with the number it has in the log of its owner. */
export interface LoggedEvent {
  readonly seq: number
  readonly topic: string
  readonly type: string
  /** As it was on the bus; where the topic has an external name, under that one. */
  readonly message: Message
}

const retention = { events: 1_000, milliseconds: 300_000 }

/**
 * The events of one member (or `system:` caller) on the topics that any connection of theirs has subscribed to,
 * numbered by one counter. Events of the last 5 min, 1,000 at most, can be had again.
 */
export class EventLog {
  #events: LoggedEvent[] = []
  readonly #topics = new Map<string, { topic: Subscribable; since: number; end: () => void }>()
  readonly #listeners = new Set<(event: LoggedEvent) => void>()
  readonly #bus: Bus
  readonly #clock: Clock
  /** The number of the newest event that can no longer be had. */
  #forgotten: number
  #last: number

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus
    this.#clock = clock
    // A log that starts later starts higher, also after a restart: a number from before is then known to be missed.
    this.#last = clock.now() * 1_000
    this.#forgotten = this.#last
  }

  get last(): number {
    return this.#last
  }

  /** Begins to log a topic, where it has not begun already. */
  follow(topic: Subscribable): void {
    if (this.#topics.has(topic.name)) return
    const end = this.#bus.subscribe(topic.internal, { receive: (message) => this.#append(topic, message) })
    this.#topics.set(topic.name, { topic, since: this.#last, end })
  }

  listen(listener: (event: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether anyone listens. */
  get idle(): boolean {
    return this.#listeners.size === 0
  }

  /** The events after `seq` on these topics, oldest first, and whether some are gone for good. */
  after(seq: number, topics: ReadonlySet<string>): { events: LoggedEvent[]; missed: boolean } {
    this.#expire()
    const begun = Math.max(...[...topics].map((name) => this.#topics.get(name)?.since ?? this.#last))
    return {
      events: this.#events.filter((event) => event.seq > seq && topics.has(event.topic)),
      missed: seq < Math.max(this.#forgotten, begun) || seq > this.#last,
    }
  }

  /** Stops logging the topics that fit and forgets what came on them; they can be followed anew. */
  forget(fits: (topic: Subscribable) => boolean): void {
    for (const [name, { topic, end }] of this.#topics) {
      if (!fits(topic)) continue
      end()
      this.#topics.delete(name)
      this.#events = this.#events.filter((event) => event.topic !== name)
    }
  }

  /** Forgets every event that fits and logs on; who needs one of them is told that it was missed. */
  erase(fits: (event: LoggedEvent) => boolean = () => true): void {
    const gone = this.#events.findLast(fits)
    this.#events = this.#events.filter((event) => !fits(event))
    if (gone) this.#forgotten = Math.max(this.#forgotten, gone.seq)
  }

  close(): void {
    this.forget(() => true)
    this.#listeners.clear()
  }

  #append({ name, type, mapped }: Subscribable, message: Message): void {
    this.#last += 1
    const shown = mapped ? { ...message, topic: name } : message
    const event: LoggedEvent = { seq: this.#last, topic: name, type: type(message.payload), message: shown }
    this.#events.push(event)
    this.#expire()
    for (const listener of this.#listeners) listener(event)
  }

  #expire(): void {
    const oldest = this.#clock.now() - retention.milliseconds
    const gone = this.#events.findIndex((event) => Date.parse(event.message.metadata.timestamp) >= oldest)
    const count = Math.max(gone === -1 ? this.#events.length : gone, this.#events.length - retention.events)
    const last = this.#events.splice(0, count).at(-1)
    if (last) this.#forgotten = last.seq
  }
}
