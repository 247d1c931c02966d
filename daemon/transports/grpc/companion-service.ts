import type { UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Answer } from '../../gateway/declared.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Streams } from '../../gateway/streams.ts'
import type { ClientOf } from './host.ts'
import { streamUpdates } from './stream-updates.ts'
import { toTimestamp } from './struct.ts'
import { unary } from './unary.ts'

interface MessageRequest {
  readonly content: string
  readonly context: Readonly<Record<string, string>>
}

const emotionState = (state: Answer<'conversation.message'>['emotion_state']) => ({
  ...state,
  updated_at: toTimestamp(state.updated_at),
})

/** `CompanionService`: a message and its answer, how the companion feels, and the caller's events. */
export function companionService(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
): UntypedServiceImplementation {
  return {
    SendMessage: unary(gateway, clientOf, 'conversation.message', {
      payload: ({ content, context }: MessageRequest) => ({ content, context }),
      response: ({ response: { content, confidence, engine, kept, consent_needed }, emotion_state }) => ({
        response: content,
        emotion: emotionState(emotion_state),
        confidence,
        engine,
        consent_needed: consent_needed?.origin ?? '',
        not_kept: !kept,
      }),
    }),
    GetEmotionState: unary(gateway, clientOf, 'emotion.current', {
      payload: () => ({}),
      response: emotionState,
    }),
    StreamUpdates: streamUpdates(gateway, streams, clientOf),
  }
}
