import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Message } from '../../bus/message.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { ClientOf } from './host.ts'
import { streaming } from './streaming.ts'
import { toStruct, toTimestamp } from './struct.ts'

interface BusSubscription {
  readonly topics: readonly string[]
}

/** A message of the bus as the Protobuf `CompanionMessage`. */
export function companionMessage({ topic, metadata, payload }: Message) {
  return {
    topic,
    metadata: {
      message_uuid: metadata.message_uuid,
      family_member_uuid: metadata.family_member_uuid ?? '',
      session_uuid: metadata.session_uuid ?? '',
      timestamp: toTimestamp(metadata.timestamp),
    },
    payload: toStruct(payload),
  }
}

/** `MessageBusService.Subscribe`: the messages of the bus as they are. */
export function subscribe(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
): (call: ServerWritableStream<BusSubscription, ReturnType<typeof companionMessage>>) => void {
  return streaming(gateway, streams, clientOf, {
    topics: ({ topics }) => topics,
    event: ({ message }) => companionMessage(message),
  })
}
