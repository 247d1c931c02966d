import { randomUUID } from 'node:crypto'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Streams } from '../../gateway/streams.ts'
import { iso, systemClock } from '../../kernel/clock.ts'
import type { ClientOf } from './host.ts'
import { streaming } from './streaming.ts'
import { type Struct, toStruct, toTimestamp } from './struct.ts'

interface SubscriptionRequest {
  readonly topics: readonly string[]
  readonly resume_from: number
}

interface Update {
  readonly type: string
  readonly id: string
  readonly timestamp: { seconds: number; nanos: number }
  readonly data: Struct
  readonly topic: string
  readonly seq: number
}

/** `StreamUpdates`: the caller's events, numbered, after an opening `subscribed`. */
export function streamUpdates(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
): (call: ServerWritableStream<SubscriptionRequest, Update>) => void {
  return streaming(gateway, streams, clientOf, {
    topics: ({ topics }) => topics,
    resumeFrom: ({ resume_from }) => (resume_from === 0 ? undefined : resume_from),
    opening: ({ topics, seq, missed }) => ({
      type: 'subscribed',
      id: randomUUID(),
      timestamp: toTimestamp(iso(systemClock.now())),
      data: toStruct({ topics, ...(missed === null ? {} : { missed }) }),
      topic: '',
      seq,
    }),
    event: ({ seq, topic, type, message }) => ({
      type,
      id: message.metadata.message_uuid,
      timestamp: toTimestamp(message.metadata.timestamp),
      data: toStruct(message.payload),
      topic,
      seq,
    }),
  })
}
