import { once } from 'node:events'
import { bearer, grpcClient, openStream } from './grpc.ts'
import type { TestDaemon } from './daemon.ts'
import { TestSocket } from './socket.ts'

/** What a client sees of a notification, whatever the protocol. */
export interface Notification {
  readonly topic: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly interaction: any
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly event: any
}

export interface Watcher extends AsyncDisposable {
  next(): Promise<Notification>
}

/** Opens a subscription that is active once the promise has resolved. */
export type Watch = (daemon: TestDaemon, token: string, topics: readonly string[]) => Promise<Watcher>

/** Every way to be told of events. */
export const watchers: Readonly<Record<string, Watch>> = {
  WebSocket: async (daemon, token, topics) => {
    const socket = await TestSocket.open(daemon, token)
    const { type, data } = await socket.ask('subscribe', { topics })
    if (type !== 'subscribed') throw new Error(data.message)
    return {
      next: async () => (await socket.next((message) => message.type === 'interaction_notification')).data,
      [Symbol.asyncDispose]: () => socket[Symbol.asyncDispose](),
    }
  },

  'gRPC StreamUpdates': async (daemon, token, topics) => {
    const stream = openReader(daemon, 'CompanionService', 'StreamUpdates', token, topics)
    await stream.next()
    return {
      next: async () => {
        const { topic, data } = await stream.next()
        return { topic: String(topic), ...fromStruct(data) }
      },
      [Symbol.asyncDispose]: stream.close,
    }
  },

  'gRPC CompanionMessage': async (daemon, token, topics) => {
    const stream = openReader(daemon, 'MessageBusService', 'Subscribe', token, topics)
    await stream.ready()
    return {
      next: async () => {
        const { topic, payload } = await stream.next()
        return { topic: String(topic), ...fromStruct(payload) }
      },
      [Symbol.asyncDispose]: stream.close,
    }
  },
}

function openReader(
  daemon: TestDaemon,
  service: string,
  method: string,
  token: string,
  topics: readonly string[],
) {
  const client = grpcClient(daemon, service)
  const stream = openStream(client, method, { topics }, bearer(token))
  stream.on('error', () => {})
  const messages = stream[Symbol.asyncIterator]()
  return {
    /** Resolves with the response headers, which the daemon sends once it has subscribed; rejects with a refusal. */
    ready: () => once(stream, 'metadata'),
    next: async (): Promise<Record<string, unknown>> => {
      const { value, done } = await messages.next()
      if (done) throw new Error('the stream ended')
      return value
    },
    close: async () => {
      stream.cancel()
      client.close()
    },
  }
}

/** The JSON of a `google.protobuf.Struct`, as the proto loader gives it. */
// oxlint-disable-next-line typescript/no-explicit-any
export function fromStruct(struct: any): any {
  return Object.fromEntries(Object.entries(struct.fields).map(([name, value]) => [name, fromValue(value)]))
}

// oxlint-disable-next-line typescript/no-explicit-any
function fromValue(value: any): unknown {
  if (value.structValue) return fromStruct(value.structValue)
  if (value.listValue) return value.listValue.values.map(fromValue)
  if ('nullValue' in value) return null
  return value.stringValue ?? value.numberValue ?? value.boolValue
}
