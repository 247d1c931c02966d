import { backoff } from './backoff.ts'
import { type ApiError, SessionEndedError } from './errors.ts'
import { type Inbound, isEvent, outbound, errorOf, type ServiceEvent } from './event-messages.ts'
import { type AccessToken, renewalMargin, type TokenSource } from './tokens.ts'

export type ConnectionState =
  | { readonly state: 'connecting' }
  /** `missed`: some events since the last connection are gone for good. */
  | { readonly state: 'connected'; readonly missed: boolean }
  /** The connection is lost, or could not be made; `delay` in milliseconds until the next attempt. */
  | { readonly state: 'waiting'; readonly delay: number }
  /** For good: by `close`, without an error, or because going on makes no sense. */
  | { readonly state: 'closed'; readonly error: Error | null }

export type OpenWebSocket = (url: string, protocols: string[]) => WebSocket

export interface EventSocketOptions {
  /** The WebSocket address, asked for at each attempt, because a daemon that restarts may have moved. */
  readonly url: () => string
  readonly tokens: TokenSource
  /** That of the platform where there is none. */
  readonly open?: OpenWebSocket
  readonly onEvent: (event: ServiceEvent) => void
  readonly onState?: (state: ConnectionState) => void
  /** A topic that was added later cannot be had, and is held no more. */
  readonly onRefused?: (topic: string, error: ApiError) => void
}

/** A subscription that the server has not answered yet. */
interface PendingRequest {
  readonly topics: readonly string[]
  /** The number of the event to resume after; null for events from now on. */
  readonly from: number | null
  /** Whether it is what the connection was made for. */
  readonly opening: boolean
}

/** Sent by the server when the token ran out or its session ended. */
const tokenEnded = 4401

/**
 * The events of some topics, as long as they are subscribed: reconnects by itself, resumes with missed events, and
 * sends the server a newer token before the old one expires.
 */
export class EventSocket {
  readonly #options: EventSocketOptions
  readonly #topics: Set<string>
  /** Those without which it makes no sense. */
  readonly #first: ReadonlySet<string>
  /** By the ids of the messages. */
  readonly #pending = new Map<string, PendingRequest>()
  #socket: WebSocket | null = null
  /** The number of the newest event seen. */
  #seq: number | null = null
  #failed = 0
  #refused: string | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #closed = false

  /** Connects at once. Where one of these topics is unknown or forbidden, it closes with an `ApiError`. */
  constructor(topics: readonly string[], options: EventSocketOptions) {
    this.#options = options
    this.#topics = new Set(topics)
    this.#first = new Set(topics)
    void this.#connect()
  }

  /** Adds topics; each that is refused is passed to `onRefused`. */
  subscribe(topics: readonly string[]): void {
    for (const topic of topics) this.#topics.add(topic)
    this.#subscribe({ topics, from: null, opening: false })
  }

  unsubscribe(topics: readonly string[]): void {
    for (const topic of topics) this.#topics.delete(topic)
    if (topics.length > 0) this.#send('unsubscribe', { topics })
  }

  /** Tries at once, where the connection is lost and the next attempt is still to come. */
  reconnect(): void {
    if (this.#closed || this.#retry === undefined) return
    clearTimeout(this.#retry)
    void this.#connect()
  }

  close(): void {
    this.#end(null)
  }

  async #connect(): Promise<void> {
    this.#retry = undefined
    this.#report({ state: 'connecting' })
    try {
      const access = await this.#options.tokens(this.#refused)
      if (!this.#closed) this.#open(access)
    } catch (error) {
      if (error instanceof SessionEndedError) this.#end(error)
      else this.#wait()
    }
  }

  #open(access: AccessToken): void {
    const { url, open = (address, protocols) => new WebSocket(address, protocols) } = this.#options
    const socket = open(url(), ['service-v1', `bearer.${access.token}`])
    this.#socket = socket
    let opened = false
    socket.addEventListener('open', () => {
      opened = true
      this.#refused = undefined
      this.#renewBeforeEnd(access)
      this.#pending.clear()
      const topics = [...this.#topics]
      if (topics.length > 0) this.#subscribe({ topics, from: this.#seq, opening: true })
      else this.#connected(false)
    })
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#receive(JSON.parse(String(data)) as Inbound)
    })
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.#socket) return
      // A refused upgrade does not say why: a token that looks good may belong to a session that is over.
      if (!opened || code === tokenEnded) this.#refused = access.token
      this.#wait()
    })
  }

  #receive(message: Inbound): void {
    if (isEvent(message)) {
      this.#seq = message.data.seq
      this.#options.onEvent(message)
      return
    }
    const id = String(message.data['reply_to'])
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    if (message.type === 'error') this.#refuse(pending, errorOf(message.data))
    else this.#subscribed(pending, message.data)
  }

  #subscribed({ opening }: PendingRequest, data: Inbound['data']): void {
    const missed = data['missed'] === true
    // Where nothing is missed the events since follow, each with its own number.
    if (missed || this.#seq === null) this.#seq = Number(data['seq'])
    if (opening) this.#connected(missed)
  }

  /** Ends where the first topics are refused. Of others, which are refused all at once, each is asked for alone. */
  #refuse(pending: PendingRequest, error: ApiError): void {
    if (error.status === 429 || error.status >= 500) {
      this.#socket?.close()
      return
    }
    const [topic = '', ...more] = pending.topics
    const first = pending.topics.filter((one) => this.#first.has(one))
    if (first.length === pending.topics.length) this.#end(error)
    else if (more.length === 0) {
      this.#topics.delete(topic)
      this.#options.onRefused?.(topic, error)
    } else {
      this.#subscribe({ ...pending, topics: first })
      for (const one of pending.topics)
        if (!this.#first.has(one)) this.#subscribe({ ...pending, topics: [one] })
    }
  }

  #connected(missed: boolean): void {
    this.#failed = 0
    this.#report({ state: 'connected', missed })
  }

  /** Subscribes to those of the topics that are still requested. */
  #subscribe(wanted: PendingRequest): void {
    const topics = wanted.topics.filter((topic) => this.#topics.has(topic))
    if (topics.length === 0) return
    const { from, opening } = wanted
    const id = this.#send('subscribe', { topics, ...(from === null ? {} : { resume_from: from }) })
    if (id !== null) this.#pending.set(id, { topics, from, opening })
  }

  /** Sends a message and answers its id; null where there is no connection: a new one subscribes to everything anyway. */
  #send(type: string, data: object): string | null {
    if (this.#socket?.readyState !== WebSocket.OPEN) return null
    const { id, text } = outbound(type, data)
    this.#socket.send(text)
    return id
  }

  #renewBeforeEnd({ token, expires_at }: AccessToken): void {
    clearTimeout(this.#renewal)
    if (expires_at === Number.POSITIVE_INFINITY) return
    const delay = Math.max(0, expires_at - Date.now() - renewalMargin)
    this.#renewal = setTimeout(() => void this.#renew(token), delay)
  }

  async #renew(old: string): Promise<void> {
    const socket = this.#socket
    try {
      const access = await this.#options.tokens(old)
      if (this.#closed || socket !== this.#socket) return
      this.#send('authenticate', { access_token: access.token })
      this.#renewBeforeEnd(access)
    } catch {
      // The server closes when the token runs out, and connecting again finds out what is wrong.
    }
  }

  #wait(): void {
    if (this.#closed) return
    clearTimeout(this.#renewal)
    this.#socket = null
    this.#failed += 1
    const delay = backoff(this.#failed)
    this.#retry = setTimeout(() => void this.#connect(), delay)
    this.#report({ state: 'waiting', delay })
  }

  #end(error: Error | null): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#renewal)
    clearTimeout(this.#retry)
    this.#socket?.close()
    this.#options.onState?.({ state: 'closed', error })
  }

  #report(state: ConnectionState): void {
    if (!this.#closed) this.#options.onState?.(state)
  }
}
