import type { Bus } from '../bus/bus.ts'
import type { Message } from '../bus/message.ts'
import { callAt, type Clock } from '../kernel/clock.ts'
import type { Caller } from '../kernel/context.ts'
import { failure, invalidRequest } from '../kernel/errors.ts'
import type { Topics } from '../kernel/topic.ts'
import { EventLog, type LoggedEvent } from './event-log.ts'
import type { Live, LiveTopic } from './live.ts'
import { type Mappings, resolveTopic, type Subscribable } from './topics.ts'

/** How long the events of a disconnected member are kept, in milliseconds. */
const lingering = 300_000

const maxWatchedTopics = 32

const maxStreams = 32

const TooManyConnections = failure(
  'RATE_LIMITED',
  `you have ${maxStreams} connections open, which is all that one member may have`,
  'connections',
)

export interface StreamOrigin {
  readonly caller: Caller
  /** Without the port. */
  readonly address: string
  readonly protocol: 'websocket' | 'grpc'
}

/** Why a connection must close: its session ended or its token ran out, or nothing may come from its address. */
export type EndReason = 'token' | 'blocked'

export interface StreamSink {
  readonly event: (event: LoggedEvent) => void
  /** The connection must close. Called once at most, and no event comes after it. */
  readonly ended: (reason: EndReason) => void
}

export interface Subscribed {
  readonly topics: string[]
  /** The number of the newest event: what a reconnect resumes from, where none came since. */
  readonly seq: number
  /** With `resume_from`: what came since, oldest first, and whether some of it is gone for good. */
  readonly events: LoggedEvent[]
  readonly missed: boolean | null
}

/** One connection's subscriptions. */
export interface Stream {
  /**
   * Throws 400 or 403 and changes nothing where one topic is unknown or forbidden, or more would be watched than may be. Of
   * what is watched, another way to write the same takes the place of the one before.
   */
  readonly subscribe: (topics: readonly string[], resumeFrom?: number) => Subscribed
  readonly unsubscribe: (topics: readonly string[]) => string[]
  /** Goes on with a newer token of the same session or member, with the topics that this one may have. */
  readonly renew: (caller: Caller) => void
  readonly close: () => void
}

interface StreamsDependencies {
  readonly bus: Bus
  readonly clock: Clock
  readonly topics: Topics
  /** Read at each subscription, so a new mapping holds at once. */
  readonly mappings: Mappings
  readonly live: Live
  readonly blocked: (address: string) => boolean
}

/** A topic that a stream holds; `stop` ends what is done for it alone. */
type HeldTopic = Pick<Subscribable, 'name' | 'admins'> & { readonly stop?: () => void }

/** An open stream, as what happens in the household finds it. */
interface Open {
  readonly protocol: StreamOrigin['protocol']
  readonly address: string
  readonly caller: () => Caller
  readonly become: (caller: Caller) => void
  readonly drop: (fits: (topic: HeldTopic) => boolean) => void
  readonly end: (reason: EndReason) => void
}

const adminsOnly = ({ admins }: HeldTopic) => admins

/**
 * Opens streams of events for WebSocket and gRPC alike. Ends those whose session ends, whose token runs out or whose
 * address is blocked, and takes from them the topics that they may no longer have.
 */
export class Streams {
  readonly #dependencies: StreamsDependencies
  readonly #open = new Set<Open>()
  readonly #logs = new Map<string, EventLog>()
  readonly #idleSince = new WeakMap<EventLog, number>()
  readonly #closing: (() => void)[]

  constructor(dependencies: StreamsDependencies) {
    this.#dependencies = dependencies
    const on = (topic: string, receive: (payload: Message['payload']) => void) =>
      dependencies.bus.subscribe(topic, { receive: ({ payload }) => receive(payload) })
    this.#closing = [
      on('session.ended', ({ session_uuid }) => {
        for (const stream of this.#open)
          if (stream.caller().session_uuid === session_uuid) stream.end('token')
      }),
      on('key.ended', ({ key_uuid }) => {
        for (const stream of this.#open) if (stream.caller().key?.key_uuid === key_uuid) stream.end('token')
      }),
      on('token.revoked', ({ actor }) => {
        // Which token a stream was opened with is not known: a program with another one connects again.
        for (const stream of this.#open) if (stream.caller().actor === actor) stream.end('token')
      }),
      on('local_key.rotated', () => {
        for (const stream of this.#open) if (stream.caller().actor.startsWith('system:')) stream.end('token')
      }),
      on('address.blocked', () => {
        for (const stream of this.#open) if (dependencies.blocked(stream.address)) stream.end('blocked')
      }),
      on('routing.removed', ({ external_topic }) => {
        const removed = ({ name }: HeldTopic) => name === external_topic
        for (const stream of this.#open) stream.drop(removed)
        for (const log of this.#logs.values()) log.forget(removed)
      }),
      on('member.demoted', ({ family_member_uuid }) => {
        for (const stream of this.#open) {
          const caller = stream.caller()
          if (caller.family_member_uuid === family_member_uuid) stream.become({ ...caller, admin: false })
        }
        this.#logs.get(`user:${String(family_member_uuid)}`)?.forget(adminsOnly)
      }),
      on('member.erased', ({ family_member_uuid }) => {
        this.#logs.get(`user:${String(family_member_uuid)}`)?.erase()
        // What others were told of the member is theirs too.
        for (const log of this.#logs.values())
          log.erase(({ message }) => message.metadata.family_member_uuid === family_member_uuid)
      }),
    ]
  }

  counts(): Record<StreamOrigin['protocol'], number> {
    const counts = { websocket: 0, grpc: 0 }
    for (const { protocol } of this.#open) counts[protocol] += 1
    return counts
  }

  /** Throws `RATE_LIMITED` (`reason` is `connections`) where the member has as many as may be. */
  open({ caller, address, protocol }: StreamOrigin, sink: StreamSink): Stream {
    const isAlike = (one: Open) => one.protocol === protocol && one.caller().actor === caller.actor
    if ([...this.#open].filter(isAlike).length >= maxStreams) throw TooManyConnections()
    const { clock, blocked, live } = this.#dependencies
    const log = this.#logOf(caller.actor)
    /** By their keys. */
    const held = new Map<string, HeldTopic>()
    let current = caller
    let over = false

    const letGo = (key: string) => {
      held.get(key)?.stop?.()
      held.delete(key)
    }
    const names = () => [...held.values()].map(({ name }) => name)
    const end = (reason: EndReason) => {
      if (over) return
      over = true
      for (const key of held.keys()) letGo(key)
      sink.ended(reason)
    }
    const expire = () => callAt(clock, current.expires_at, () => end('token'))
    const drop = (fits: (topic: HeldTopic) => boolean) => {
      for (const [key, topic] of held) if (fits(topic)) letGo(key)
    }
    const become = (newer: Caller) => {
      current = newer
      if (!newer.admin) drop(adminsOnly)
    }

    let cancel = expire()
    const unlisten = log.listen((event) => {
      if (!over && held.has(event.topic)) sink.event(event)
    })
    const watch = (topic: LiveTopic) => {
      const { name, key, admins } = topic
      letGo(key)
      const watcher = { caller: () => current, address }
      const stop = live.watch(topic, watcher, (message) =>
        sink.event({ seq: log.last, topic: name, type: 'live', message }),
      )
      held.set(key, { name, admins, stop })
    }
    const assertRoom = (wanted: Iterable<string>) => {
      const watched = [...held].filter(([, { stop }]) => stop).map(([key]) => key)
      if (new Set([...watched, ...wanted]).size > maxWatchedTopics)
        throw invalidRequest('topics', `at most ${maxWatchedTopics} operations can be watched at once`)
    }
    const entry: Open = { protocol, address, caller: () => current, become, drop, end }
    this.#open.add(entry)
    // The address may have been blocked while the token was checked. Told once the caller has the stream.
    if (blocked(address)) queueMicrotask(() => end('blocked'))

    return {
      subscribe: (topics, resumeFrom) => {
        const logged: Subscribable[] = []
        const watched = new Map<string, LiveTopic>()
        for (const name of topics) {
          const topic = live.resolve(name, current)
          if (topic) watched.set(topic.key, topic)
          else logged.push(resolveTopic(name, current, this.#dependencies))
        }
        assertRoom(watched.keys())
        const own = new Set(logged.map(({ name }) => name))
        const missing = resumeFrom === undefined ? null : log.after(resumeFrom, own)
        for (const topic of logged) {
          log.follow(topic)
          held.set(topic.name, topic)
        }
        for (const topic of watched.values()) watch(topic)
        return {
          topics: names(),
          seq: log.last,
          events: missing?.events ?? [],
          missed: missing && missing.missed,
        }
      },
      unsubscribe: (topics) => {
        for (const name of topics) letGo(live.keyOf(name))
        return names()
      },
      renew: (newer) => {
        cancel()
        become(newer)
        cancel = expire()
      },
      close: () => {
        if (!this.#open.delete(entry)) return
        over = true
        for (const key of held.keys()) letGo(key)
        cancel()
        unlisten()
        if (log.idle) this.#dropLater(caller.actor, log)
      },
    }
  }

  close(): void {
    for (const end of this.#closing) end()
    for (const log of this.#logs.values()) log.close()
    this.#logs.clear()
  }

  #logOf(owner: string): EventLog {
    const log = this.#logs.get(owner) ?? new EventLog(this.#dependencies.bus, this.#dependencies.clock)
    this.#logs.set(owner, log)
    return log
  }

  #dropLater(owner: string, log: EventLog): void {
    const left = this.#dependencies.clock.now()
    this.#idleSince.set(log, left)
    this.#dependencies.clock.after(lingering, () => {
      if (!log.idle || this.#idleSince.get(log) !== left) return
      this.#logs.delete(owner)
      log.close()
    })
  }
}
