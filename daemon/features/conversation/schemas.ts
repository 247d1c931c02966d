import { type Static, Type } from 'typebox'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment } from '../../kernel/schema.ts'

const unit = Type.Number({ minimum: 0, maximum: 1 })

/** The largest context that a client may send with a message, in bytes of JSON. */
export const largestContext = 16_384

export const NewMessage = Type.Object(
  {
    content: Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' }),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'what the client knows of the situation' }),
    ),
    conversation_uuid: Type.Optional(Id),
  },
  closed,
)
export type NewMessage = Static<typeof NewMessage>

export const ConversationMessage = Type.Object(
  {
    message_uuid: Id,
    conversation_uuid: Id,
    role: Type.Enum(['user', 'companion']),
    content: Type.String(),
    emotion: Type.String(),
    confidence: unit,
    created_at: Moment,
  },
  { $id: 'ConversationMessage' },
)
export type ConversationMessage = Static<typeof ConversationMessage>

const UsedMemory = Type.Object({ memory_uuid: Id, content: Type.String(), why: Type.String() })

export const Response = Type.Object(
  {
    message_uuid: Id,
    content: Type.String(),
    emotion: Type.String(),
    confidence: unit,
    engine: Type.String({ description: '`builtin`, or the model that wrote it' }),
    degraded: Type.Boolean({ description: 'whether another engine was wanted and could not' }),
    memories_used: Type.Array(UsedMemory),
  },
  { $id: 'ConversationResponse' },
)
export type Response = Static<typeof Response>

export const Mood = Type.Object({
  valence: Type.Number({ minimum: -1, maximum: 1 }),
  arousal: Type.Number({ minimum: -1, maximum: 1 }),
  dominance: Type.Number({ minimum: -1, maximum: 1 }),
  emotion: Type.String(),
  intensity: unit,
  updated_at: Moment,
})

export const Exchange = Type.Object({
  conversation_uuid: Id,
  message: ConversationMessage,
  response: Response,
  emotion_state: Mood,
})
export type Exchange = Static<typeof Exchange>

export const History = Type.Object(
  {
    conversation_uuid: Type.Optional(Id),
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    ...paging,
  },
  closed,
)

export const ConversationContext = Type.Object(
  {
    conversation_uuid: Type.Union([Id, Type.Null()]),
    topics: Type.Array(Type.Object({ name: Type.String(), weight: unit })),
    message_count: Type.Integer({ minimum: 0 }),
    last_message_at: Type.Union([Moment, Type.Null()]),
    emotion: Mood,
    active_goals: Type.Array(
      Type.Object({ title: Type.String(), status: Type.String(), due_at: Type.Union([Moment, Type.Null()]) }),
    ),
  },
  { $id: 'ConversationContext' },
)

export const Clearing = Type.Object({ delete_history: Type.Optional(Type.Boolean()) }, closed)

export const Cleared = Type.Object({
  conversation_uuid: Id,
  deleted: Type.Object({
    conversations: Type.Integer({ minimum: 0 }),
    messages: Type.Integer({ minimum: 0 }),
  }),
})
