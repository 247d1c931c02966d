import type { UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Streams } from '../../gateway/streams.ts'
import { streamUpdates } from './stream-updates.ts'
import { toTimestamp } from './struct.ts'
import { unary } from './unary.ts'

interface MessageRequest {
  readonly content: string
  readonly context: Readonly<Record<string, string>>
}

/** An emotional state as REST has it. */
interface EmotionState {
  readonly updated_at: string
}

interface Exchange {
  readonly response: { readonly content: string; readonly confidence: number }
  readonly emotion_state: EmotionState
}

const emotionState = (state: EmotionState) => ({ ...state, updated_at: toTimestamp(state.updated_at) })

/** `CompanionService`: a message and its answer, how the companion feels, and the caller's events. */
export function companionService(gateway: Gateway, streams: Streams): UntypedServiceImplementation {
  return {
    SendMessage: unary(gateway, 'conversation.message', {
      payload: ({ content, context }: MessageRequest) => ({ content, context }),
      response: (result) => {
        // The gateway answers what the operation declares.
        const { response, emotion_state } = result as Exchange
        const { content, confidence } = response
        return { response: content, emotion: emotionState(emotion_state), confidence }
      },
    }),
    GetEmotionState: unary(gateway, 'emotion.current', {
      payload: () => ({}),
      response: (result) => emotionState(result as EmotionState),
    }),
    StreamUpdates: streamUpdates(gateway, streams),
  }
}
