import { type Static, Type } from 'typebox'
import { paging } from '../../kernel/paging.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { changeKinds } from './tables.ts'

const unit = Type.Number({ minimum: 0, maximum: 1 })

/** The largest context that a client may send with a message, in bytes of JSON. */
export const maxContextBytes = 16_384

export const NewMessage = Type.Object(
  {
    content: Type.String({ minLength: 1, maxLength: 8_000, pattern: '\\S' }),
    context: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'what the client knows of the situation' }),
    ),
    conversation_uuid: Type.Optional(Id),
    replaces: Type.Optional({
      ...Id,
      description:
        'your newest message there, which this one is said instead of: it is deleted with its reply, and what it changed is undone',
    }),
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

export const Change = Type.Object(
  {
    kind: Type.Enum([...changeKinds]),
    memory_uuids: Type.Array(Id, { description: 'what was remembered or forgotten' }),
    goal_uuids: Type.Array(Id, { description: 'the reminders' }),
    undone_at: nullable({ ...Moment, description: 'when `conversation.undo` has undone it' }),
  },
  { $id: 'Change', description: 'something that was done because of a message' },
)
export const Changes = Type.Array(Change, {
  description: 'what was done because of your message; see `conversation.undo`',
})

const engine = '`builtin`, or the host and the model that wrote it, as in `127.0.0.1:11434:llama3`'
const ConsentNeeded = nullable(
  Type.Object(
    {
      origin: Type.String({ description: 'what to add to `engines` in your preferences' }),
      host: Type.String(),
      model: Type.String(),
    },
    {
      description:
        'the model server that the household has set, where you have not agreed that anything of yours goes there; ' +
        'until then the built-in engine replies',
    },
  ),
)

export const Response = Type.Object(
  {
    message_uuid: Id,
    content: Type.String(),
    emotion: Type.String(),
    confidence: unit,
    engine: Type.String({ description: engine }),
    degraded: Type.Boolean({ description: 'whether another engine was wanted and could not' }),
    kept: Type.Boolean({
      description: 'false where nothing can be written, as on a full disk: this is not in the history',
    }),
    consent_needed: ConsentNeeded,
    memories_used: Type.Array(UsedMemory),
    changes: Changes,
  },
  { $id: 'ConversationResponse' },
)
export type Response = Static<typeof Response>

export const HistoryMessage = Type.Object(
  {
    ...ConversationMessage.properties,
    engine: nullable(Type.String({ description: `${engine}; null for what you said` })),
    degraded: Type.Boolean({ description: 'whether another engine was wanted and could not' }),
    memories_used: Type.Array(UsedMemory, {
      description: 'without those that are deleted or forgotten since',
    }),
    reply_to: nullable({ ...Id, description: 'the message that it answers; null for what was begun' }),
    changes: Changes,
    off_record: Type.Boolean({
      description: 'whether it was said while nothing is kept: it goes once that is over, or after a day',
    }),
  },
  { $id: 'HistoryMessage' },
)
export type HistoryMessage = Static<typeof HistoryMessage>

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
    before: Type.Optional({
      ...Id,
      description: 'only what was said before this message; `total` is of all',
    }),
    ...paging,
  },
  closed,
)

export const Unread = Type.Integer({
  minimum: 0,
  description: 'how much the companion has said by itself that was not read yet, in all conversations',
})

export const Undoing = Type.Object(
  {
    message_uuid: { ...Id, description: 'the reply' },
    change: Type.Integer({ minimum: 0, description: 'which of its `changes`, counted from 0' }),
  },
  closed,
)

export const Undone = Type.Object({ changes: Changes })

export const Reading = Type.Object({ message_uuid: Id }, closed)

export const Read = Type.Object({ unread: Unread })

export const Topics = Type.Array(Type.Object({ name: Type.String(), weight: unit }))

export const ConversationContext = Type.Object(
  {
    conversation_uuid: nullable(Id),
    topics: Topics,
    message_count: Type.Integer({ minimum: 0 }),
    unread: Unread,
    last_message_at: nullable(Moment),
    emotion: Mood,
    remembering: Type.Boolean({
      description: 'whether what you tell is kept: you can ask to "stop remembering"',
    }),
    temporary: Type.Boolean({ description: 'whether the conversation leaves nothing' }),
    active_goals: Type.Array(
      Type.Object({ title: Type.String(), status: Type.String(), due_at: nullable(Moment) }),
    ),
    engine: Type.String({ description: 'what is to write the next reply, named as in replies' }),
    consent_needed: ConsentNeeded,
  },
  { $id: 'ConversationContext' },
)

export const Conversation = Type.Object(
  {
    conversation_uuid: Id,
    title: nullable(Type.String({ description: 'what you call it' })),
    preview: nullable(Type.String({ description: 'its first words' })),
    started_at: Moment,
    last_message_at: nullable(Moment),
    messages: Type.Integer({ minimum: 0 }),
    current: Type.Boolean({ description: 'whether what you say next is said there' }),
  },
  { $id: 'Conversation' },
)

export const OfConversation = Type.Object({ conversation_uuid: Id }, closed)
export const Opened = Type.Object({ conversation_uuid: Id })

export const Renaming = Type.Object(
  {
    conversation_uuid: Id,
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
  },
  closed,
)
export const Renamed = Type.Object({ conversation_uuid: Id, title: nullable(Type.String()) })

export const OfMessage = Type.Object({ message_uuid: Id }, closed)
export const DeletedMessages = Type.Object({
  message_uuids: Type.Array(Id, { description: 'what is gone' }),
})

const Removed = Type.Object({
  conversations: Type.Integer({ minimum: 0 }),
  messages: Type.Integer({ minimum: 0 }),
})
export const Deleted = Type.Object({ deleted: Removed })

export const Stopped = Type.Object({
  stopped: Type.Boolean({ description: 'whether a reply was being written' }),
})

export const Clearing = Type.Object(
  {
    delete_history: Type.Optional(Type.Boolean()),
    temporary: Type.Optional(
      Type.Boolean({ description: 'the new one leaves nothing: nothing said there is remembered or kept' }),
    ),
  },
  closed,
)

export const Cleared = Type.Object({
  conversation_uuid: Id,
  deleted: Removed,
})
