import { randomUUID } from 'node:crypto'
import type { RawData, WebSocket } from 'ws'
import type { Answer, Payload } from '../../gateway/declared.ts'
import type { Client as Origin, Gateway } from '../../gateway/gateway.ts'
import { measuredCall } from '../../gateway/measured-call.ts'
import type { EndReason, Stream, Streams } from '../../gateway/streams.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Caller } from '../../kernel/context.ts'
import {
  Failure,
  InsufficientPermissions,
  invalidRequest,
  payloadMissing,
  publicFailure,
} from '../../kernel/errors.ts'
import { parseJson } from '../../kernel/json.ts'
import type { Log } from '../../kernel/log.ts'
import {
  errorMessage,
  eventMessage,
  type Inbound,
  outbound,
  readInbound,
  subscribedMessage,
} from './messages.ts'

/** Bytes that may wait for a slow consumer before it is closed with 1013. */
const maxBacklogBytes = 1_048_576
/** Messages of one connection that are worked on at once; more wait in the kernel until one is done. */
const maxConcurrentRequests = 32
/** How long a client may take to say goodbye when its session ended or the daemon stops, in milliseconds. */
const closeTimeoutMs = 1_000

export interface WebSocketDependencies {
  readonly gateway: Gateway
  readonly streams: Streams
  readonly clock: Clock
  readonly log: Log
}

interface Client {
  readonly token: string
  readonly caller: Caller
  /** Where it comes from; throws where its certificate is no longer good. */
  readonly origin: () => Origin
}

interface OperationRequest<N extends string> {
  readonly operation: N
  readonly payload: Payload<N>
  readonly idempotency_key?: string | undefined
}

/** The code with which a connection ends that is one too many. */
const tooMany = 4429

/** The code and the words with which a connection ends. */
const endings: Record<EndReason, [number, string]> = {
  token: [4401, 'the token is no longer valid'],
  blocked: [4403, 'this address is blocked'],
}

/** Opens a connection; tells the client why, closes and answers undefined where the member has too many. */
export function openConnection(
  socket: WebSocket,
  client: Client,
  dependencies: WebSocketDependencies,
): Connection | undefined {
  try {
    return new Connection(socket, client, dependencies)
  } catch (error) {
    const failure = publicFailure(error)
    socket.on('error', () => {})
    socket.send(errorMessage(failure, {}))
    socket.close(tooMany, failure.code)
    dependencies.clock.after(closeTimeoutMs, () => socket.terminate())
    return undefined
  }
}

/** One WebSocket connection: takes its messages, sends its answers and events. */
export class Connection {
  readonly #socket: WebSocket
  readonly #gateway: Gateway
  readonly #clock: Clock
  readonly #stream: Stream
  #client: Client
  readonly #id = randomUUID()
  readonly #gone = new AbortController()
  #alive = true
  #working = 0

  constructor(socket: WebSocket, client: Client, { gateway, streams, clock, log }: WebSocketDependencies) {
    this.#socket = socket
    this.#client = client
    this.#gateway = gateway
    this.#clock = clock
    this.#stream = streams.open(
      { caller: client.caller, address: client.origin().address, protocol: 'websocket' },
      {
        event: (event) => this.#send(eventMessage(event)),
        // Whoever ended the session by a request of this connection is answered first.
        ended: (reason) => setImmediate(() => this.end(...endings[reason])),
      },
    )
    socket.on('pong', () => {
      this.#alive = true
    })
    socket.on('message', (data, isBinary) => void this.#receive(data, isBinary))
    socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket failed'))
    socket.once('close', () => {
      this.#stream.close()
      this.#gone.abort()
    })
  }

  /** Sends a ping; ends the connection where the one before was not answered. */
  beat(): void {
    if (!this.#alive) {
      this.#socket.terminate()
      return
    }
    this.#alive = false
    this.#socket.ping()
  }

  /** Sends the reason and closes; a client that does not close within a second is cut off. */
  end(code: number, reason: string): void {
    this.#close(code, reason)
    this.#clock.after(closeTimeoutMs, () => this.#socket.terminate())
  }

  async #receive(data: RawData, isBinary: boolean): Promise<void> {
    this.#working += 1
    if (this.#working >= maxConcurrentRequests) this.#socket.pause()
    const reply: { reply_to?: string } = {}
    try {
      await this.#gateway.countMessage(this.#id).catch((error: unknown) => {
        Object.assign(reply, replyToText(data))
        throw error
      })
      if (isBinary) throw invalidRequest('', 'must be a text frame')
      const value = parseJson(bytes(data))
      Object.assign(reply, replyTo(value))
      await this.#handle(readInbound(value), reply)
    } catch (error) {
      this.#send(errorMessage(publicFailure(error), reply))
    } finally {
      this.#working -= 1
      if (this.#socket.isPaused && this.#working < maxConcurrentRequests) this.#socket.resume()
    }
  }

  async #handle(message: Inbound, reply: { reply_to?: string }): Promise<void> {
    switch (message.type) {
      case 'subscribe': {
        const { topics, resume_from } = message.data
        const subscribed = this.#stream.subscribe(topics, resume_from)
        this.#send(subscribedMessage(subscribed, reply))
        for (const event of subscribed.events) this.#send(eventMessage(event))
        return
      }
      case 'unsubscribe':
        this.#send(
          outbound('unsubscribed', { ...reply, topics: this.#stream.unsubscribe(message.data.topics) }),
        )
        return
      case 'authenticate': {
        const token = message.data.access_token
        // A page that nobody looks at goes on with new tokens, too.
        const caller = await this.#gateway.authenticate(token, this.#client.origin(), false)
        if (caller.actor !== this.#client.caller.actor)
          throw InsufficientPermissions({ reason: 'another member' })
        // What was subscribed to is what the key before might have.
        if (caller.key?.key_uuid !== this.#client.caller.key?.key_uuid)
          throw InsufficientPermissions({ reason: 'another key' })
        this.#client = { ...this.#client, token, caller }
        this.#stream.renew(caller)
        this.#send(outbound('authenticated', reply))
        return
      }
      case 'message': {
        const call = { operation: 'conversation.message', payload: message.data } as const
        const { conversation_uuid, response } = await this.#request(call)
        const { content, emotion, confidence, engine, kept, consent_needed, message_uuid } = response
        const answer = {
          content,
          emotion,
          confidence,
          engine,
          kept,
          consent_needed,
          conversation_uuid,
          message_uuid,
        }
        this.#send(outbound('conversation_response', { ...reply, ...answer }))
        return
      }
      case 'request': {
        const { operation, payload, idempotency_key } = message.data
        const result = await this.#request({ operation, payload: payload ?? {}, idempotency_key }).catch(
          (error: unknown) => {
            throw payload === undefined && lacksField(error) ? payloadMissing() : error
          },
        )
        this.#send(outbound('response', { ...reply, result }))
      }
    }
  }

  async #request<N extends string>({
    operation,
    payload,
    idempotency_key,
  }: OperationRequest<N>): Promise<Answer<N>> {
    const { token, origin } = this.#client
    return measuredCall(
      this.#gateway,
      { operation, protocol: 'websocket', token, client: origin() },
      {
        payload,
        idempotency_key: idempotency_key ?? null,
        request_id: randomUUID(),
        signal: this.#gone.signal,
      },
    )
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(text)
    if (this.#socket.bufferedAmount > maxBacklogBytes) this.#close(1013, 'too slow')
  }

  /** Sends the reason and closes; the library cuts off a client that has not read it after 30 s. */
  #close(code: number, reason: string): void {
    this.#stream.close()
    this.#socket.close(code, reason)
  }
}

function bytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}

function lacksField(error: unknown): boolean {
  return (
    error instanceof Failure && error.code === 'INVALID_REQUEST' && error.details['reason'] === 'is required'
  )
}

/** The id to answer to of a message that is not looked into; none where it cannot be read. */
function replyToText(data: RawData): { reply_to?: string } {
  try {
    return replyTo(parseJson(bytes(data)))
  } catch {
    return {}
  }
}

/** The id to answer to, also where the rest of the message is not valid. */
function replyTo(value: unknown): { reply_to?: string } {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  return typeof id === 'string' && id.length <= 128 ? { reply_to: id } : {}
}
