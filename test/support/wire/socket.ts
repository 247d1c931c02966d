import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import type { Daemon } from '../../../daemon/main.ts'

export interface Received {
  readonly type: string
  readonly id: string
  readonly timestamp: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** How long anything may take to come about, in milliseconds. */
const timeoutMs = 120_000

/** A WebSocket client that keeps what it received until a test asks for it. */
export class TestSocket implements AsyncDisposable {
  readonly socket: WebSocket
  readonly received: Received[] = []
  #waiting: (() => void)[] = []

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString('utf8')))
      for (const wake of this.#waiting.splice(0)) wake()
    })
    socket.on('close', () => {
      for (const wake of this.#waiting.splice(0)) wake()
    })
  }

  static async open(
    { file }: Pick<Daemon, 'file'>,
    token: string | null,
    options: ClientOptions = {},
  ): Promise<TestSocket> {
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...options.headers }
    const socket = new WebSocket(file.ws_url, ['service-v1'], { ...options, headers })
    const test = new TestSocket(socket)
    await once(socket, 'open')
    return test
  }

  /** Takes the first message that fits out of those received; waits for it for two minutes. */
  async next(fits: (message: Received) => boolean): Promise<Received> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const at = this.received.findIndex(fits)
      const [message] = at === -1 ? [] : this.received.splice(at, 1)
      if (message) return message
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error('the socket closed before the message came')
      if (performance.now() > deadline) throw new Error('the message did not come within two minutes')
      await Promise.race([
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        new Promise((resolve) => setTimeout(resolve, 250).unref()),
      ])
    }
  }

  /** Sends a message and resolves with its answer. */
  async ask(type: string, data: object): Promise<Received> {
    const id = randomUUID()
    this.socket.send(JSON.stringify({ type, id, timestamp: new Date().toISOString(), data }))
    return this.next((message) => message.data.reply_to === id)
  }

  /** The code that it closes with; fails where it stays open for two minutes. Ask for it before what closes it. */
  async closeCode(): Promise<number> {
    const [code] = await once(this.socket, 'close', { signal: AbortSignal.timeout(timeoutMs) })
    return code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    this.socket.close()
    await once(this.socket, 'close')
  }
}
