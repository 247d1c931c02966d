import { grpcClient, openReader } from './grpc.ts'
import type { TestDaemon } from '../daemon.ts'
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

  'gRPC StreamUpdates': overGrpc('CompanionService', 'StreamUpdates', 'data', ({ next }) => next()),
  'gRPC CompanionMessage': overGrpc('MessageBusService', 'Subscribe', 'payload', ({ ready }) => ready()),
}

/** By a method whose messages have the notification in `field`, once it is `active`. */
function overGrpc(
  service: string,
  method: string,
  field: string,
  active: (reader: ReturnType<typeof openReader>) => Promise<unknown>,
): Watch {
  return async (daemon, token, topics) => {
    const reader = openReader(grpcClient(daemon, service), method, { topics }, token)
    await active(reader)
    return {
      next: async () => {
        const message = await reader.next()
        return { topic: String(message.topic), ...fromStruct(message[field]) }
      },
      [Symbol.asyncDispose]: async () => reader.close(),
    }
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
