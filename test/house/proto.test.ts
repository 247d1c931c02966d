import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadSync } from '@grpc/proto-loader'
import { root } from './sources.ts'

/** What the interface says of the proto: fields are append-only, so a number never changes its meaning. */
// The loader names the entry of a map after its field.
const messages: Record<string, Record<string, [number, string]>> = {
  MessageRequest: { content: [1, 'TYPE_STRING'], context: [2, 'Context'] },
  MessageResponse: {
    response: [1, 'TYPE_STRING'],
    emotion: [2, 'EmotionState'],
    confidence: [3, 'TYPE_FLOAT'],
  },
  EmptyRequest: {},
  EmotionState: {
    valence: [1, 'TYPE_FLOAT'],
    arousal: [2, 'TYPE_FLOAT'],
    dominance: [3, 'TYPE_FLOAT'],
    emotion: [4, 'TYPE_STRING'],
    intensity: [5, 'TYPE_FLOAT'],
    updated_at: [6, 'Timestamp'],
  },
  SubscriptionRequest: { topics: [1, 'TYPE_STRING'], resume_from: [2, 'TYPE_UINT64'] },
  Update: {
    type: [1, 'TYPE_STRING'],
    id: [2, 'TYPE_STRING'],
    timestamp: [3, 'Timestamp'],
    data: [4, 'Struct'],
    topic: [5, 'TYPE_STRING'],
    seq: [6, 'TYPE_UINT64'],
  },
  BusSubscription: { topics: [1, 'TYPE_STRING'] },
  CompanionMessage: { metadata: [1, 'MessageMetadata'], topic: [2, 'TYPE_STRING'], payload: [3, 'Struct'] },
  MessageMetadata: {
    message_uuid: [1, 'TYPE_STRING'],
    family_member_uuid: [2, 'TYPE_STRING'],
    session_uuid: [3, 'TYPE_STRING'],
    timestamp: [4, 'Timestamp'],
  },
}

const services: Record<string, Record<string, [string, string, boolean]>> = {
  CompanionService: {
    SendMessage: ['MessageRequest', 'MessageResponse', false],
    GetEmotionState: ['EmptyRequest', 'EmotionState', false],
    StreamUpdates: ['SubscriptionRequest', 'Update', true],
  },
  MessageBusService: { Subscribe: ['BusSubscription', 'CompanionMessage', true] },
}

interface Described {
  readonly type: {
    readonly name: string
    readonly field: { name: string; number: number; type: string; typeName: string }[]
  }
}

const loaded = loadSync(join(root, 'proto/companion/v1/companion.proto'), { keepCase: true })
const own = Object.entries(loaded).filter(([name]) => name.startsWith('companion.v1.'))
const short = (name: string) => name.split('.').at(-1) ?? ''

describe('The proto', () => {
  it('has these messages with these fields, numbers and types', () => {
    const found = own.flatMap(([name, definition]) => {
      if (!('format' in definition)) return []
      const { field } = (definition as unknown as Described).type
      const fields = field.map(({ name: of, number, type, typeName }) => [
        of,
        [number, short(typeName) || type],
      ])
      return [[short(name), Object.fromEntries(fields)] as const]
    })
    assert.deepEqual(Object.fromEntries(found), messages)
  })

  it('has these services with these methods', () => {
    const found = own.flatMap(([name, definition]) => {
      if ('format' in definition) return []
      const methods = Object.values(definition).map((method) => [
        method.path.split('/').at(-1),
        [
          (method.requestType as unknown as Described).type.name,
          (method.responseType as unknown as Described).type.name,
          method.responseStream,
        ],
      ])
      return [[short(name), Object.fromEntries(methods)] as const]
    })
    assert.deepEqual(Object.fromEntries(found), services)
  })
})
