import { type TProperties, type TSchema, Type } from 'typebox'
import { statusOf } from '../../kernel/errors.ts'
import { type Operation, type Operations, restRoot } from '../../kernel/operation.ts'
import { closed, Id, Moment, nullable } from '../../kernel/schema.ts'
import { payloadsByType, type Topic, type Topics } from '../../kernel/topic.ts'
import { version } from '../../kernel/version.ts'
import { groupOf, hoist, type Json, sorted, tagsOf } from '../description.ts'
import { inboundSchemas } from './messages.ts'

const about = `The WebSocket of Companion: every operation of the API as \`request\` and \`response\`, and events as they happen.

Connect to \`/ws\` with an access token, in the header \`Authorization: Bearer …\` or, from a browser, as the subprotocol
\`bearer.<token>\` beside \`service-v1\`. Before the token runs out, send \`authenticate\` with a new one; otherwise the daemon
closes with 4401. It pings every 30 seconds. A member may have 32 connections; one more is told so and closed with 4429.

Every message has \`type\`, \`id\`, \`timestamp\` and \`data\`; of those that you send, \`type\` and \`data\` are enough. An answer
has in \`data.reply_to\` the \`id\` of what it answers. An event has \`data.topic\` and \`data.seq\`.

The same operations over REST are described in [openapi.json](${restRoot}/openapi.json).`

interface Message {
  readonly summary: string
  readonly payload: TSchema
}

/** What goes over the channel for one purpose. */
interface Exchange {
  readonly summary: string
  readonly description: string
  readonly tag?: string
  /** What the client sends, or where there is no answer what the daemon sends by itself. */
  readonly messages: Readonly<Record<string, Message>>
  /** What the daemon answers, beside an `error`. */
  readonly answers?: Readonly<Record<string, Message>>
}

const reply_to = Type.String({ maxLength: 128, description: 'the `id` of the message that this answers' })
const seq = Type.Integer({ description: 'the number to resume from' })
const topics = Type.Array(Type.String(), { description: 'everything that this connection is subscribed to' })
const failure = {
  code: Type.Enum(Object.keys(statusOf)),
  message: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
}

/** Where an event stands: in `data`, beside what was published. */
const EventPosition = Type.Object(
  { topic: Type.String({ description: 'as the client has subscribed to it' }), seq },
  { $id: 'EventPosition' },
)

const outbound = (type: string, data: TSchema) =>
  Type.Object({ type: Type.Literal(type), id: Id, timestamp: Moment, data })

/** An answer; without `reply_to` where what it answers had no `id`. */
const answer = (type: string, data: TProperties = {}) =>
  outbound(type, Type.Object({ reply_to: Type.Optional(reply_to), ...data }))

const event = (type: string, published: readonly TSchema[]) =>
  outbound(type, Type.Intersect([Type.Union([...published]), EventPosition]))

const error: Message = { summary: 'Why something was refused', payload: answer('error', failure) }

/** What a client says to the connection itself, and the message to the companion. */
function control(operations: Operations): Record<string, Exchange> {
  const { subscribe, unsubscribe, authenticate, message } = inboundSchemas
  const messageInput = operations['conversation.message']?.input ?? message.properties.data
  const response = {
    content: Type.String(),
    emotion: Type.String(),
    confidence: Type.Number(),
    engine: Type.String(),
    kept: Type.Boolean({ description: 'false where nothing can be written, as on a full disk' }),
    consent_needed: nullable(
      Type.Object({ origin: Type.String(), host: Type.String(), model: Type.String() }),
    ),
    conversation_uuid: Id,
    message_uuid: Id,
  }
  return {
    subscribe: {
      summary: 'Subscribe to topics',
      description:
        'By the names of topics or of routing mappings, or `live.<operation>` (followed by a space and its input as JSON, ' +
        'if it has one). With `resume_from` you also get the events after that number: those of the last five minutes, 1,000 at most.',
      messages: { subscribe: { summary: 'Topics to subscribe to', payload: subscribe } },
      answers: {
        subscribed: {
          summary: 'What you are subscribed to now',
          payload: answer('subscribed', {
            topics,
            seq,
            missed: Type.Optional(
              Type.Boolean({
                description: 'with `resume_from`: whether some events are no longer available',
              }),
            ),
          }),
        },
      },
    },
    unsubscribe: {
      summary: 'Unsubscribe from topics',
      description: 'Topics that you have not subscribed to are ignored.',
      messages: { unsubscribe: { summary: 'Topics to unsubscribe from', payload: unsubscribe } },
      answers: {
        unsubscribed: {
          summary: 'What you are subscribed to now',
          payload: answer('unsubscribed', { topics }),
        },
      },
    },
    authenticate: {
      summary: 'Stay connected with a new access token',
      description:
        'It must belong to the same member. The connection and its subscriptions stay as they are.',
      messages: { authenticate: { summary: 'A new token', payload: authenticate } },
      answers: { authenticated: { summary: 'The new token was accepted', payload: answer('authenticated') } },
    },
    message: {
      summary: 'Say something to the companion, and hear what it answers',
      description: 'The short form of `request.conversation.message`.',
      messages: {
        message: {
          summary: 'Your message',
          payload: Type.Object({ ...message.properties, data: messageInput }, closed),
        },
      },
      answers: {
        conversation_response: {
          summary: 'Its answer',
          payload: answer('conversation_response', response),
        },
      },
    },
  }
}

/** An operation of the API over this connection. */
function request(name: string, { summary, description, input, output }: Operation): Exchange {
  const { data, ...envelope } = inboundSchemas.request.properties
  const { idempotency_key } = data.properties
  const payload = isRequired(input) ? input : Type.Optional(input)
  const asked = { operation: Type.Literal(name), payload, idempotency_key }
  return {
    summary,
    description: description ?? summary,
    tag: groupOf(name),
    messages: {
      [`request.${name}`]: {
        summary,
        payload: Type.Object({ ...envelope, data: Type.Object(asked, closed) }, closed),
      },
    },
    answers: {
      [`response.${name}`]: {
        summary: `${summary}: the result`,
        payload: answer('response', { result: output }),
      },
    },
  }
}

/** Whether an operation cannot do without its input. */
const isRequired = (input: TSchema) =>
  'required' in input && Array.isArray(input.required) && input.required.length > 0

const audiences = {
  own: 'Each member receives their own.',
  everyone: 'For every member.',
  admins: 'For admins.',
}

/** What a topic tells, a message for each type. */
function published(name: string, topic: Topic): Exchange {
  const messages = [...payloadsByType(topic)].map(([type, payloads]) => [
    `${name}.${type}`,
    { summary: topic.summary, payload: event(type, payloads) },
  ])
  return {
    summary: topic.summary,
    description: `To whoever has subscribed to \`${name}\`. ${audiences[topic.audience]}`,
    messages: Object.fromEntries(messages),
  }
}

function watched(name: string, { summary, output, live = 0 }: Operation): Exchange {
  const result = Type.Object({ result: output })
  const refused = Type.Object({ error: Type.Object(failure) })
  return {
    summary: `${summary}: whenever that changes`,
    description:
      `To whoever has subscribed to \`live.${name}\`: the result at once, and again whenever it changes, which is checked ` +
      `every ${live} s; \`error\` if it is no longer available.`,
    tag: groupOf(name),
    messages: { [`live.${name}`]: { summary, payload: event('live', [result, refused]) } },
  }
}

/** The AsyncAPI 3.0 description of the WebSocket: what may be sent, what is answered, and what is told. */
export function asyncApi(operations: Operations, topics: Topics): Json {
  const all = Object.entries(operations)
  const exchanges: Record<string, Exchange> = {
    ...control(operations),
    ...Object.fromEntries(all.map(([name, operation]) => [`request.${name}`, request(name, operation)])),
    ...Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, published(name, topic)])),
    ...Object.fromEntries(
      all
        .filter(([, { live }]) => live)
        .map(([name, operation]) => [`live.${name}`, watched(name, operation)]),
    ),
  }
  const schemas: Record<string, Json> = {}
  const messages: Record<string, Message> = Object.assign(
    {},
    ...Object.values(exchanges).flatMap(({ messages, answers = {} }) => [messages, answers]),
    { error },
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Companion in real time',
      version,
      description: about,
      contact: { name: 'The maintainers of Companion' },
      license: { name: 'MIT' },
      tags: tagsOf(Object.keys(operations)),
    },
    defaultContentType: 'application/json',
    servers: {
      coupled: server('ws', 'a daemon for this machine alone'),
      detached: server('wss', 'a daemon for other machines too, over TLS 1.3'),
    },
    channels: {
      ws: {
        address: '/ws',
        description: 'The one connection of a client.',
        messages: Object.fromEntries(
          Object.entries(messages).map(([name, { summary, payload }]) => [
            name,
            { name, summary, payload: hoist(payload, schemas) },
          ]),
        ),
        bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
      },
    },
    operations: Object.fromEntries(
      Object.entries(exchanges).map(([name, exchange]) => [name, describe(exchange)]),
    ),
    components: {
      schemas: sorted(schemas),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const channel = { $ref: '#/channels/ws' }
const references = (messages: object) =>
  Object.keys(messages).map((name) => ({ $ref: `#/channels/ws/messages/${name}` }))

function describe({ summary, description, tag, messages, answers }: Exchange): Json {
  return {
    // As the daemon sees it: it receives what a client asks, and sends what it tells by itself.
    action: answers ? 'receive' : 'send',
    channel,
    summary,
    description,
    ...(tag ? { tags: [{ name: tag }] } : {}),
    messages: references(messages),
    ...(answers ? { reply: { channel, messages: references({ ...answers, error }) } } : {}),
  }
}

function server(protocol: 'ws' | 'wss', description: string): Json {
  return {
    host: '{address}',
    protocol,
    description,
    variables: { address: { default: '127.0.0.1:8080', description: 'of the daemon' } },
    security: [{ $ref: '#/components/securitySchemes/bearer' }],
  }
}
