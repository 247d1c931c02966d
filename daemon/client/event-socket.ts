import { backoff } from './backoff.ts'
import { ApiError, errorCode, SessionEndedError, statusOfCode } from './errors.ts'
import { type Inbound, isEvent, outbound, type ServiceEvent } from './event-messages.ts'
import { type AccessToken, renewalMargin, type TokenSource } from './tokens.ts'

/** What becomes of the connection. */
export type ConnectionState =
  | { readonly state: 'connecting' }
  /** `missed`: some events since the last connection are gone for good. */
  | { readonly state: 'connected'; readonly missed: boolean }
  /** The connection is lost, or could not be made; `delay` in milliseconds until the next attempt. */
  | { readonly state: 'waiting'; readonly delay: number }
  /** For good: by `close`, without an error, or because going on makes no sense. */
  | { readonly state: 'closed'; readonly error: Error | null }

export interface EventSocketOptions {
  /** The WebSocket address, asked for at each attempt, because a daemon that restarts may have moved. */
  readonly url: () => string
  readonly tokens: TokenSource
  readonly onEvent: (event: ServiceEvent) => void
  readonly onState?: (state: ConnectionState) => void
}

/** Sent by the server when the token ran out or its session ended. */
const tokenEnded = 4401

/**
 * The events of some topics, for as long as they are wanted: connects again by itself and asks for what came meanwhile,
 * and shows the server a newer token before the old one runs out.
 */
export class EventSocket {
  readonly #options: EventSocketOptions
  readonly #topics: Set<string>
  #socket: WebSocket | null = null
  /** The number of the newest event seen. */
  #seq: number | null = null
  #failed = 0
  #refused: string | undefined
  #subscription = ''
  #retry: ReturnType<typeof setTimeout> | undefined
  #renewal: ReturnType<typeof setTimeout> | undefined
  #closed = false

  /** Connects at once. Unknown and forbidden topics close it with an `ApiError`. */
  constructor(topics: readonly string[], options: EventSocketOptions) {
    this.#options = options
    this.#topics = new Set(topics)
    void this.#connect()
  }

  /** Adds topics to those held. */
  subscribe(topics: readonly string[]): void {
    for (const topic of topics) this.#topics.add(topic)
    if (topics.length > 0) this.#subscribe(topics, null)
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
    const socket = new WebSocket(this.#options.url(), ['service-v1', `bearer.${access.token}`])
    this.#socket = socket
    let opened = false
    socket.addEventListener('open', () => {
      opened = true
      this.#refused = undefined
      this.#renewBeforeEnd(access)
      if (this.#topics.size > 0) this.#subscribe([...this.#topics], this.#seq)
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
    } else if (message.data['reply_to'] === this.#subscription) this.#subscribed(message)
  }

  #subscribed({ type, data }: Inbound): void {
    if (type === 'error') {
      const status = statusOfCode(data['code'])
      if (status === 429 || status >= 500) this.#socket?.close()
      else this.#end(new ApiError({ status, code: errorCode(data['code']), message: reasonOf(data) }))
      return
    }
    const missed = data['missed'] === true
    // Where nothing is missed the events since follow, each with its own number.
    if (missed || this.#seq === null) this.#seq = Number(data['seq'])
    this.#connected(missed)
  }

  #connected(missed: boolean): void {
    this.#failed = 0
    this.#report({ state: 'connected', missed })
  }

  #subscribe(topics: readonly string[], seq: number | null): void {
    this.#subscription = this.#send('subscribe', { topics, ...(seq === null ? {} : { resume_from: seq }) })
  }

  /** Sends a message if there is a connection; a new one subscribes to everything anyway. The answer is its id. */
  #send(type: string, data: object): string {
    const { id, text } = outbound(type, data)
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text)
    return id
  }

  #renewBeforeEnd({ token, expires_at }: AccessToken): void {
    clearTimeout(this.#renewal)
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

function reasonOf({ message, details }: Inbound['data']): string {
  const reason =
    typeof details === 'object' && details !== null && 'reason' in details ? details.reason : null
  return typeof reason === 'string' ? reason : String(message)
}
