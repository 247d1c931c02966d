import { setTimeout as sleep } from 'node:timers/promises'
import { backoff } from '../../client/backoff.ts'
import { ApiError, ConnectionError } from '../../client/errors.ts'
import type { ServiceEvent } from '../../client/event-messages.ts'
import { type ConnectionState, EventSocket } from '../../client/event-socket.ts'
import { NoDaemonError } from '../../client/local/daemon.ts'
import { webSocketOver } from '../../client/local/web-socket.ts'
import type { OutputOf } from '../../client/types.ts'
import type { Caller } from '../caller.ts'

/** For how long a message is held back at most where too much was said, in seconds. */
const maxPauseSeconds = 60
/** How often a message is sent that the daemon fails at. */
const maxAttempts = 3

export type Exchange = OutputOf<'conversation.message'>

/** What goes on in a conversation, as programs read it too. */
export type ChatEvent =
  /** A part of the reply to what was said here; `restart`: what came before does not count. */
  | { readonly event: 'delta'; readonly delta: string; readonly restart: boolean }
  /** The companion has said something by itself. */
  | { readonly event: 'said'; readonly message_uuid: string; readonly content: string }
  /** The daemon cannot be reached; what was said is said once it can. */
  | { readonly event: 'disconnected' }
  | { readonly event: 'connected' }
  /** More was said than is let in; it goes on in so many seconds. */
  | { readonly event: 'limited'; readonly seconds: number }

interface ChatSessionOptions {
  readonly onEvent: (event: ChatEvent) => void
  /** Called where it cannot go on, as where the sign-in has ended. */
  readonly onEnd: (error: Error) => void
}

interface Pending {
  /** Ends the waiting for a daemon that is away. */
  readonly given: AbortController
  /** Whether what is heard is of no use: it is of what another window asked, or its beginning was missed. */
  unheard: boolean
  stopping: boolean
}

/** The member's conversation: what is said here, and what is heard of it meanwhile. */
export class ChatSession {
  readonly #caller: Caller
  readonly #options: ChatSessionOptions
  readonly #socket: EventSocket
  readonly #first = Promise.withResolvers<void>()
  #connected = true
  /** Whether the companion writes just now, to whichever window. */
  #typing = false
  #pending: Pending | null = null

  /** Connects at once. */
  constructor(caller: Caller, options: ChatSessionOptions) {
    this.#caller = caller
    this.#options = options
    this.#socket = new EventSocket(['conversation.events'], {
      url: caller.connection.ws_url,
      open: webSocketOver(caller.connection),
      tokens: caller.tokens,
      onEvent: (event) => this.#hear(event),
      onState: (state) => this.#follow(state),
    })
  }

  /** Resolves once replies are heard while they are written, or that has failed for now. */
  get opened(): Promise<void> {
    return this.#first.promise
  }

  /**
   * Says something and resolves with the reply. While the daemon is away, it waits and says the same again, under one key,
   * so that it is said once. Throws what calls of the client do, and an `AbortError` where `stop` has ended the waiting.
   */
  async say(content: string): Promise<Exchange> {
    const idempotencyKey = crypto.randomUUID()
    const pending: Pending = { given: new AbortController(), unheard: this.#typing, stopping: false }
    this.#pending = pending
    const { signal } = pending.given
    try {
      for (let failed = 1; ; failed += 1) {
        try {
          const exchange = await this.#caller.client.call(
            'conversation.message',
            { content },
            { idempotencyKey },
          )
          this.#becomeConnected(true)
          return exchange
        } catch (error) {
          await sleep(this.#delayAfter(error, failed), undefined, { signal })
        }
      }
    } finally {
      this.#pending = null
    }
  }

  /** Stops the reply that is being written: what was written until then is the reply. */
  stop(): void {
    if (!this.#pending) return
    this.#pending.stopping = true
    // Nobody could be told to stop, so nothing is said again.
    if (!this.#connected) this.#pending.given.abort()
    else this.#tellToStop()
  }

  close(): void {
    this.#socket.close()
  }

  #tellToStop(): void {
    // Where this comes to nothing the reply ends by itself.
    this.#caller.client.call('conversation.stop').catch(() => {})
  }

  /** How long to wait before the same is said again, in milliseconds; throws what waiting is no help against. */
  #delayAfter(error: unknown, failed: number): number {
    const { status = 0, retry_after: seconds = null } = error instanceof ApiError ? error : {}
    if (status === 429 && seconds !== null && seconds <= maxPauseSeconds) {
      this.#options.onEvent({ event: 'limited', seconds })
      return seconds * 1_000
    }
    const away = error instanceof ConnectionError || error instanceof NoDaemonError
    // A daemon that is about to stop may say that it failed.
    if (!away && !(status >= 500 && failed < maxAttempts)) throw error
    if (away) this.#becomeConnected(false)
    return backoff(failed)
  }

  #becomeConnected(connected: boolean): void {
    if (this.#connected === connected) return
    this.#connected = connected
    this.#options.onEvent({ event: connected ? 'connected' : 'disconnected' })
  }

  #follow(state: ConnectionState): void {
    if (state.state === 'connecting') return
    if (state.state === 'connected') {
      if (state.missed) this.#miss()
      this.#becomeConnected(true)
    } else if (state.state === 'waiting') this.#becomeConnected(false)
    else if (state.error) this.#options.onEnd(state.error)
    this.#first.resolve()
  }

  #hear({ data }: ServiceEvent): void {
    if (data['type'] === 'conversation_response') {
      const [message_uuid, content] = [String(data['message_uuid']), String(data['content'])]
      return this.#options.onEvent({ event: 'said', message_uuid, content })
    }
    const kind = data['event']
    if (kind === 'typing_stopped') this.#typing = false
    if (kind === 'typing_started') this.#begin()
    if (kind !== 'delta' || !this.#pending || this.#pending.unheard) return undefined
    const [delta, restart] = [String(data['delta']), data['restart'] === true]
    return this.#options.onEvent({ event: 'delta', delta, restart })
  }

  /** Some events are gone: whether anything is being written now is not known, nor how it began. */
  #miss(): void {
    this.#typing = false
    if (this.#pending) this.#pending.unheard = true
  }

  #begin(): void {
    this.#typing = true
    if (!this.#pending) return
    this.#pending.unheard = false
    if (this.#pending.stopping) this.#tellToStop()
    // Also where it is said again after a failure: what was heard of it before does not count.
    this.#options.onEvent({ event: 'delta', delta: '', restart: true })
  }
}
