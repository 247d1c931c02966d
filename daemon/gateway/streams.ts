import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Caller } from '../kernel/context.ts'
import { EventLog, type LoggedEvent } from './event-log.ts'
import { resolveTopic } from './topics.ts'

/** How long the events of somebody who is not connected are kept, in milliseconds. */
const lingering = 300_000

/** What a connection does with what comes to it. */
export interface StreamSink {
  readonly event: (event: LoggedEvent) => void
  /** The session ended or the token ran out: the connection must close. */
  readonly ended: () => void
}

export interface Subscribed {
  /** All topics now held. */
  readonly topics: string[]
  /** The number of the newest event: what a reconnect resumes from, where none came since. */
  readonly seq: number
  /** With `resume_from`: what came since, oldest first, and whether some of it is gone for good. */
  readonly events: LoggedEvent[]
  readonly missed: boolean | null
}

/** One connection's subscriptions. */
export interface Stream {
  /** Throws 400 or 403 and changes nothing where one topic is unknown or forbidden. */
  readonly subscribe: (topics: readonly string[], resumeFrom?: number) => Subscribed
  readonly unsubscribe: (topics: readonly string[]) => string[]
  /** Goes on with a newer token of the same session or member. */
  readonly renew: (caller: Caller) => void
  readonly close: () => void
}

/** Opens streams of events for WebSocket and gRPC alike, and closes those whose session ends or whose token runs out. */
export class Streams {
  readonly #logs = new Map<string, EventLog>()
  /** When the last connection of a log closed. */
  readonly #idleSince = new WeakMap<EventLog, number>()
  readonly #bySession = new Map<string, Set<() => void>>()
  readonly #bus: Bus
  readonly #clock: Clock
  readonly #end: () => void

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus
    this.#clock = clock
    this.#end = bus.subscribe('session.ended', {
      receive: ({ payload }) => {
        for (const ended of this.#bySession.get(String(payload['session_uuid'])) ?? []) ended()
      },
    })
  }

  open(caller: Caller, sink: StreamSink): Stream {
    const log = this.#logOf(caller.actor)
    const held = new Set<string>()
    const unlisten = log.listen((event) => {
      if (held.has(event.topic)) sink.event(event)
    })
    let current = caller
    let closed = false
    let unwatch = this.#watch(caller, sink)
    return {
      subscribe: (topics, resumeFrom) => {
        const resolved = topics.map((name) => resolveTopic(name, current))
        const missing = resumeFrom === undefined ? null : log.after(resumeFrom, new Set(topics))
        for (const topic of resolved) {
          log.follow(topic)
          held.add(topic.name)
        }
        return {
          topics: [...held],
          seq: log.last,
          events: missing?.events ?? [],
          missed: missing && missing.missed,
        }
      },
      unsubscribe: (topics) => {
        for (const name of topics) held.delete(name)
        return [...held]
      },
      renew: (newer) => {
        unwatch()
        current = newer
        unwatch = this.#watch(newer, sink)
      },
      close: () => {
        if (closed) return
        closed = true
        unwatch()
        unlisten()
        if (log.idle) this.#dropLater(caller.actor, log)
      },
    }
  }

  close(): void {
    this.#end()
    for (const log of this.#logs.values()) log.close()
    this.#logs.clear()
  }

  /** Tells the sink when the token runs out or its session ends, whichever is first; the answer stops it. */
  #watch(caller: Caller, sink: StreamSink): () => void {
    const cancel = this.#clock.after(Math.max(0, caller.expires_at - this.#clock.now()), sink.ended)
    const { session_uuid } = caller
    if (session_uuid === null) return cancel
    const watchers = this.#bySession.get(session_uuid) ?? new Set()
    this.#bySession.set(session_uuid, watchers)
    watchers.add(sink.ended)
    return () => {
      cancel()
      watchers.delete(sink.ended)
      if (watchers.size === 0) this.#bySession.delete(session_uuid)
    }
  }

  #logOf(owner: string): EventLog {
    const log = this.#logs.get(owner) ?? new EventLog(this.#bus, this.#clock)
    this.#logs.set(owner, log)
    return log
  }

  #dropLater(owner: string, log: EventLog): void {
    const left = this.#clock.now()
    this.#idleSince.set(log, left)
    this.#clock.after(lingering, () => {
      if (!log.idle || this.#idleSince.get(log) !== left) return
      this.#logs.delete(owner)
      log.close()
    })
  }
}
