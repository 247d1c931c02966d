import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import { backoff } from '../../../daemon/client/backoff.ts'
import { ApiError, SessionEndedError } from '../../../daemon/client/errors.ts'
import { type ConnectionState, EventSocket } from '../../../daemon/client/event-socket.ts'
import type { ServiceEvent } from '../../../daemon/client/event-messages.ts'
import type { TokenSource } from '../../../daemon/client/tokens.ts'

class Inbox<T> {
  readonly #items: T[] = []
  #wake: () => void = () => {}

  readonly add = (item: T): void => {
    this.#items.push(item)
    this.#wake()
  }

  rest(): T[] {
    return this.#items.splice(0)
  }

  async next(fits: (item: T) => boolean = () => true): Promise<T> {
    const limit = AbortSignal.timeout(60_000)
    for (;;) {
      const at = this.#items.findIndex(fits)
      const [item] = at === -1 ? [] : this.#items.splice(0, at + 1).slice(-1)
      if (item !== undefined) return item
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve
        limit.addEventListener('abort', () => reject(new Error('it did not come within 60 s')))
      })
    }
  }
}

interface Message {
  readonly type: string
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

class Stub implements AsyncDisposable {
  readonly messages = new Inbox<Message>()
  readonly protocols = new Inbox<string>()
  readonly sockets: ServerSocket[] = []
  refuse = false
  readonly #http = createServer()
  readonly #server = new WebSocketServer({ noServer: true, handleProtocols: () => 'service-v1' })

  async open(): Promise<string> {
    this.#http.on('upgrade', (request, socket, head) => {
      this.protocols.add(request.headers['sec-websocket-protocol'] ?? '')
      if (this.refuse)
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      else
        this.#server.handleUpgrade(request, socket, head, (webSocket) => {
          this.sockets.push(webSocket)
          webSocket.on('message', (data: Buffer) => this.messages.add(JSON.parse(data.toString())))
        })
    })
    this.#http.listen(0, '127.0.0.1')
    await once(this.#http, 'listening')
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}/ws`
  }

  send(type: string, data: object): void {
    const message = { type, id: crypto.randomUUID(), timestamp: new Date().toISOString(), data }
    this.sockets.at(-1)?.send(JSON.stringify(message))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.terminate()
    this.#http.close()
    await once(this.#http, 'close')
  }
}

const hour = 3_600_000

const lasting: TokenSource = async () => ({ token: 't', expires_at: Date.now() + hour })

async function setting(tokens = lasting, refuse = false) {
  const stub = new Stub()
  stub.refuse = refuse
  const url = await stub.open()
  const events = new Inbox<ServiceEvent>()
  const states = new Inbox<ConnectionState>()
  const refused = new Inbox<{ topic: string; error: ApiError }>()
  const socket = new EventSocket(['system.status'], {
    url: () => url,
    tokens,
    onEvent: events.add,
    onState: states.add,
    onRefused: (topic, error) => refused.add({ topic, error }),
  })
  return {
    stub,
    events,
    states,
    refused,
    answer: (id: string, data: object) =>
      stub.send('code' in data ? 'error' : 'subscribed', { reply_to: id, ...data }),
    socket,
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await stub[Symbol.asyncDispose]()
    },
  }
}

const is = (state: ConnectionState['state']) => (one: ConnectionState) => one.state === state

describe('an event socket', () => {
  test('sends its token as a subprotocol and subscribes', async () => {
    await using at = await setting()
    assert.equal(await at.stub.protocols.next(), 'service-v1, bearer.t')
    const { id, type, data } = await at.stub.messages.next()
    assert.deepEqual([type, data], ['subscribe', { topics: ['system.status'] }])
    at.stub.send('subscribed', { reply_to: id, topics: ['system.status'], seq: 40 })
    assert.deepEqual(await at.states.next(is('connected')), { state: 'connected', missed: false })
    at.stub.send('system_status', { topic: 'system.status', seq: 41, status: 'ok' })
    const event = await at.events.next()
    assert.deepEqual([event.type, event.data['status']], ['system_status', 'ok'])
  })

  test('reconnects by itself and resumes after the newest event', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.stub.send('subscribed', { reply_to: first.id, topics: ['system.status'], seq: 40 })
    at.stub.send('system_status', { topic: 'system.status', seq: 43 })
    await at.events.next()
    at.socket.subscribe(['agency.goals'])
    assert.deepEqual((await at.stub.messages.next()).data, { topics: ['agency.goals'] })
    at.stub.sockets.at(-1)?.terminate()
    await at.states.next(is('waiting'))
    const again = await at.stub.messages.next()
    assert.deepEqual(again.data, { topics: ['system.status', 'agency.goals'], resume_from: 43 })
    at.stub.send('subscribed', { reply_to: again.id, topics: ['system.status'], seq: 90, missed: true })
    assert.deepEqual(await at.states.next(is('connected')), { state: 'connected', missed: true })
    at.stub.sockets.at(-1)?.terminate()
    assert.equal((await at.stub.messages.next()).data['resume_from'], 90)
  })

  test('resumes from the same event again if the connection is lost during the replay', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.stub.send('subscribed', { reply_to: first.id, topics: ['system.status'], seq: 40 })
    await at.states.next(is('connected'))
    at.stub.sockets.at(-1)?.terminate()
    const second = await at.stub.messages.next()
    at.stub.send('subscribed', { reply_to: second.id, topics: ['system.status'], seq: 45, missed: false })
    await at.states.next(is('connected'))
    at.stub.sockets.at(-1)?.terminate()
    assert.equal((await at.stub.messages.next()).data['resume_from'], 40)
  })

  test('sends a newer token before the old one expires', async () => {
    const asked: (string | undefined)[] = []
    await using at = await setting(async (refused) => {
      asked.push(refused)
      return refused === undefined
        ? { token: 'old', expires_at: Date.now() + 30_050 }
        : { token: 'new', expires_at: Date.now() + hour }
    })
    const { data } = await at.stub.messages.next(({ type }) => type === 'authenticate')
    assert.deepEqual(data, { access_token: 'new' })
    assert.deepEqual(asked, [undefined, 'old'])
    assert.equal(at.stub.sockets.length, 1)
  })

  test('asks for another token after a refused upgrade, and ends if there is none', async () => {
    const asked: (string | undefined)[] = []
    const tokens: TokenSource = async (refused) => {
      asked.push(refused)
      if (refused === 'b') throw new SessionEndedError()
      return { token: refused === undefined ? 'a' : 'b', expires_at: Date.now() + hour }
    }
    await using at = await setting(tokens, true)
    const closed = await at.states.next(is('closed'))
    assert.ok(closed.state === 'closed' && closed.error instanceof SessionEndedError)
    assert.deepEqual(asked, [undefined, 'a', 'b'])
  })

  test('ends with the reason if a topic is refused', async () => {
    await using at = await setting()
    const { id } = await at.stub.messages.next()
    at.stub.send('error', {
      reply_to: id,
      code: 'INSUFFICIENT_PERMISSIONS',
      message: 'insufficient permissions',
      details: {},
    })
    const closed = await at.states.next(is('closed'))
    assert.ok(closed.state === 'closed' && closed.error instanceof ApiError)
    assert.deepEqual([closed.error.status, closed.error.message], [403, 'insufficient permissions'])
  })

  test('reports missed events also if a topic is added meanwhile', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.answer(first.id, { topics: ['system.status'], seq: 40 })
    await at.states.next(is('connected'))
    at.stub.sockets.at(-1)?.terminate()
    const again = await at.stub.messages.next()
    at.socket.subscribe(['agency.goals'])
    const added = await at.stub.messages.next()
    at.answer(again.id, { topics: ['system.status'], seq: 90, missed: true })
    at.answer(added.id, { topics: ['system.status', 'agency.goals'], seq: 90 })
    assert.deepEqual(await at.states.next(is('connected')), { state: 'connected', missed: true })
  })

  test('continues if an added topic is refused, and does not request it again', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.answer(first.id, { topics: ['system.status'], seq: 40 })
    await at.states.next(is('connected'))
    at.socket.subscribe(['live.tea'])
    const { id } = await at.stub.messages.next()
    const details = { field: 'topics', reason: 'tea cannot be watched' }
    at.answer(id, { code: 'INVALID_REQUEST', message: 'request validation failed', details })
    const { topic, error } = await at.refused.next()
    assert.deepEqual([topic, error.status, error.code], ['live.tea', 400, 'INVALID_REQUEST'])
    assert.deepEqual([error.message, error.details], ['tea cannot be watched', details])
    assert.deepEqual(at.states.rest(), [])
    at.stub.sockets.at(-1)?.terminate()
    assert.deepEqual((await at.stub.messages.next()).data['topics'], ['system.status'])
  })

  test('finds out which of several topics is refused', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.answer(first.id, { topics: ['system.status'], seq: 40 })
    await at.states.next(is('connected'))
    at.stub.sockets.at(-1)?.terminate()
    await at.states.next(is('waiting'))
    at.socket.subscribe(['live.tea', 'live.coffee', 'live.milk'])
    const no = { code: 'INSUFFICIENT_PERMISSIONS', message: 'insufficient permissions', details: {} }
    const all = await at.stub.messages.next()
    at.socket.unsubscribe(['live.milk'])
    await at.stub.messages.next()
    at.answer(all.id, no)
    const alone = [
      await at.stub.messages.next(),
      await at.stub.messages.next(),
      await at.stub.messages.next(),
    ]
    assert.deepEqual(
      alone.map(({ data }) => data),
      ['system.status', 'live.tea', 'live.coffee'].map((topic) => ({ topics: [topic], resume_from: 40 })),
    )
    const [status, tea, coffee] = alone.map(({ id }) => id)
    at.answer(String(tea), no)
    at.answer(String(status), { topics: ['system.status'], seq: 50, missed: true })
    at.answer(String(coffee), { topics: ['system.status', 'live.coffee'], seq: 50, missed: false })
    assert.equal((await at.refused.next()).topic, 'live.tea')
    assert.deepEqual(await at.states.next(is('connected')), { state: 'connected', missed: true })
    at.stub.sockets.at(-1)?.terminate()
    assert.deepEqual((await at.stub.messages.next()).data['topics'], ['system.status', 'live.coffee'])
    assert.deepEqual(at.refused.rest(), [])
  })

  test('retries later if a topic is temporarily unavailable', async () => {
    await using at = await setting()
    const first = await at.stub.messages.next()
    at.answer(first.id, { topics: ['system.status'], seq: 40 })
    await at.states.next(is('connected'))
    at.socket.subscribe(['live.tea'])
    const { id } = await at.stub.messages.next()
    at.answer(id, { code: 'RATE_LIMITED', message: 'too many requests', details: {} })
    await at.states.next(is('waiting'))
    assert.deepEqual((await at.stub.messages.next()).data['topics'], ['system.status', 'live.tea'])
    assert.deepEqual(at.refused.rest(), [])
  })

  test('reconnects at once on request, and keeps an open connection', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await using at = await setting()
    const subscribed = async () => {
      const { id } = await at.stub.messages.next(({ type }) => type === 'subscribe')
      at.stub.send('subscribed', { reply_to: id, topics: ['system.status'], seq: 1 })
      await at.states.next(is('connected'))
    }
    await subscribed()
    at.socket.reconnect()
    at.stub.sockets.at(-1)?.terminate()
    await at.states.next(is('waiting'))
    // The clock stands still, so nothing but this brings it back.
    at.socket.reconnect()
    await subscribed()
    assert.equal(at.stub.sockets.length, 2)
  })

  test('never reconnects once it is closed', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await using at = await setting()
    const reconnect = async () => {
      await at.stub.messages.next(({ type }) => type === 'subscribe')
      at.stub.sockets.at(-1)?.terminate()
      await at.states.next(is('waiting'))
    }
    await reconnect()
    t.mock.timers.tick(60_000)
    await reconnect()
    at.socket.close()
    t.mock.timers.tick(60_000)
    assert.deepEqual(at.states.rest(), [{ state: 'closed', error: null }])
  })
})

describe('the delay before a reconnect', () => {
  test('doubles from half a second to half a minute, with its second half random', () => {
    const delays = [1, 2, 3, 6, 7, 50].map((failed) => backoff(failed, () => 1))
    assert.deepEqual(delays, [500, 1_000, 2_000, 16_000, 30_000, 30_000])
    assert.deepEqual([backoff(1, () => 0), backoff(9, () => 0)], [250, 15_000])
  })
})
