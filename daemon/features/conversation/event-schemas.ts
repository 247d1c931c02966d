import { type Static, Type } from 'typebox'
import { Id } from '../../kernel/schema.ts'
import { Changes, Response, Topics, Unread } from './schemas.ts'

const about = { conversation_uuid: Id }
const { message_uuid, content, emotion, confidence, engine } = Response.properties

/** What a member's clients are told of their conversation. */
export const ConversationEvent = Type.Union([
  Type.Object(
    { event: Type.Enum(['typing_started', 'typing_stopped']), ...about },
    { description: 'the companion begins or ends an answer' },
  ),
  Type.Object(
    {
      event: Type.Literal('delta'),
      ...about,
      reply_to: Type.String({ format: 'uuid', description: 'the message that is answered' }),
      delta: Type.String({ description: 'what was written since the one before' }),
      restart: Type.Optional(Type.Literal(true, { description: 'the answer begins anew' })),
    },
    { description: 'a part of an answer, while it is written' },
  ),
  Type.Object(
    { event: Type.Literal('topic_shift'), ...about, name: Type.String() },
    { description: 'the conversation turns to something else' },
  ),
  Type.Object(
    { event: Type.Literal('context_change'), ...about, topics: Topics },
    { description: 'what the conversation is about, after each answer and where it begins anew' },
  ),
  Type.Object(
    { event: Type.Literal('read'), message_uuid: Id, unread: Unread },
    { description: 'you have read what the companion said, up to this message' },
  ),
  Type.Object(
    { event: Type.Literal('deleted'), message_uuids: Type.Array(Id) },
    { description: 'messages are deleted for good' },
  ),
  Type.Object(
    { event: Type.Literal('changes'), ...about, message_uuid, changes: Changes },
    { description: 'something that a message had changed was undone' },
  ),
  Type.Object(
    {
      type: Type.Literal('conversation_response'),
      content,
      emotion,
      confidence,
      engine,
      ...about,
      message_uuid,
    },
    { description: 'the companion says something by itself' },
  ),
])
export type ConversationEvent = Static<typeof ConversationEvent>
