import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadSync } from '@grpc/proto-loader'
import { describeProto, descriptorsFile, findBuf } from '../../build/packaging/descriptors.ts'
import { root } from '../../build/packaging/layout.ts'

/** What the interface says of the proto: fields are append-only, so a number never changes its meaning. */
// The loader names the entry of a map after its field.
const messages: Record<string, Record<string, [number, string]>> = {
  MessageRequest: { content: [1, 'TYPE_STRING'], context: [2, 'Context'] },
  MessageResponse: {
    response: [1, 'TYPE_STRING'],
    emotion: [2, 'EmotionState'],
    confidence: [3, 'TYPE_FLOAT'],
    engine: [4, 'TYPE_STRING'],
    consent_needed: [5, 'TYPE_STRING'],
    not_kept: [6, 'TYPE_BOOL'],
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
  SearchRequest: {
    q: [1, 'TYPE_STRING'],
    limit: [2, 'TYPE_INT32'],
    kind: [3, 'TYPE_STRING'],
    tag: [4, 'TYPE_STRING'],
    created_after: [5, 'Timestamp'],
    created_before: [6, 'Timestamp'],
    visibility: [7, 'TYPE_STRING'],
    history: [8, 'TYPE_BOOL'],
  },
  SearchResponse: { items: [1, 'FoundMemory'], total: [2, 'TYPE_INT32'], confident: [3, 'TYPE_BOOL'] },
  FoundMemory: {
    memory: [1, 'Memory'],
    score: [2, 'TYPE_DOUBLE'],
    match: [3, 'MemoryMatch'],
    why: [4, 'TYPE_STRING'],
  },
  MemoryMatch: {
    semantic: [1, 'TYPE_DOUBLE'],
    keyword: [2, 'TYPE_DOUBLE'],
    context: [3, 'TYPE_DOUBLE'],
  },
  Memory: {
    memory_uuid: [1, 'TYPE_STRING'],
    family_member_uuid: [2, 'TYPE_STRING'],
    content: [3, 'TYPE_STRING'],
    kind: [4, 'TYPE_STRING'],
    importance: [5, 'TYPE_DOUBLE'],
    tags: [6, 'TYPE_STRING'],
    visibility: [7, 'TYPE_STRING'],
    source: [8, 'MemorySource'],
    confidence: [9, 'TYPE_DOUBLE'],
    pinned: [10, 'TYPE_BOOL'],
    valid_from: [11, 'Timestamp'],
    valid_to: [12, 'Timestamp'],
    superseded_by: [13, 'TYPE_STRING'],
    created_at: [14, 'Timestamp'],
    updated_at: [15, 'Timestamp'],
    last_accessed_at: [16, 'Timestamp'],
  },
  MemorySource: {
    actor: [1, 'TYPE_STRING'],
    conversation_uuid: [2, 'TYPE_STRING'],
    message_uuid: [3, 'TYPE_STRING'],
    speaker: [4, 'TYPE_STRING'],
    source_name: [5, 'TYPE_STRING'],
  },
  StoreRequest: {
    content: [1, 'TYPE_STRING'],
    kind: [2, 'TYPE_STRING'],
    importance: [3, 'TYPE_DOUBLE'],
    tags: [4, 'TYPE_STRING'],
    visibility: [5, 'TYPE_STRING'],
    pinned: [6, 'TYPE_BOOL'],
    created_at: [7, 'Timestamp'],
    conversation_uuid: [8, 'TYPE_STRING'],
    actor: [9, 'TYPE_STRING'],
    memory_uuid: [10, 'TYPE_STRING'],
    told_at: [11, 'Timestamp'],
    speaker: [12, 'TYPE_STRING'],
    source_name: [13, 'TYPE_STRING'],
  },
  StoreResponse: {
    stored: [1, 'TYPE_INT64'],
    merged: [2, 'TYPE_INT64'],
    failed: [3, 'TYPE_INT64'],
    memory_uuids: [4, 'TYPE_STRING'],
    errors: [5, 'StoreError'],
  },
  StoreError: {
    index: [1, 'TYPE_INT64'],
    code: [2, 'TYPE_STRING'],
    message: [3, 'TYPE_STRING'],
    field: [4, 'TYPE_STRING'],
    reason: [5, 'TYPE_STRING'],
  },
  IntroduceRequest: {
    full_name: [1, 'TYPE_STRING'],
    relationship: [2, 'TYPE_STRING'],
    related_to: [3, 'TYPE_STRING'],
    username: [4, 'TYPE_STRING'],
    password: [5, 'TYPE_STRING'],
    samples: [6, 'TYPE_STRING'],
  },
  Person: {
    person_uuid: [1, 'TYPE_STRING'],
    full_name: [2, 'TYPE_STRING'],
    relationship: [3, 'TYPE_STRING'],
    related_to: [4, 'TYPE_STRING'],
    kind: [5, 'TYPE_STRING'],
    introduced_by: [6, 'TYPE_STRING'],
    voice_enrolled: [7, 'TYPE_BOOL'],
    created_at: [8, 'Timestamp'],
    removed_at: [9, 'Timestamp'],
    erased_at: [10, 'Timestamp'],
  },
  IdentifyRequest: { sample_uuid: [1, 'TYPE_STRING'] },
  IdentifyResponse: {
    candidates: [1, 'RecognitionCandidate'],
    decision: [2, 'TYPE_STRING'],
    evidence: [3, 'RecognitionEvidence'],
  },
  RecognitionCandidate: {
    family_member_uuid: [1, 'TYPE_STRING'],
    full_name: [2, 'TYPE_STRING'],
    kind: [3, 'TYPE_STRING'],
    confidence: [4, 'TYPE_INT32'],
  },
  RecognitionEvidence: {
    kind: [1, 'TYPE_STRING'],
    weight: [2, 'TYPE_DOUBLE'],
    says: [3, 'TYPE_STRING'],
  },
  VerifyRequest: {
    family_member_uuid: [1, 'TYPE_STRING'],
    method: [2, 'TYPE_STRING'],
    pin: [3, 'TYPE_STRING'],
    assertion: [4, 'Struct'],
    verification_uuid: [5, 'TYPE_STRING'],
    wait: [6, 'TYPE_INT32'],
  },
  VerifyResponse: {
    state: [1, 'TYPE_STRING'],
    verification_uuid: [2, 'TYPE_STRING'],
    expires_at: [3, 'Timestamp'],
    access_token: [4, 'TYPE_STRING'],
    expires_in: [5, 'TYPE_INT32'],
    refresh_token: [6, 'TYPE_STRING'],
    refresh_expires_in: [7, 'TYPE_INT32'],
    session_uuid: [8, 'TYPE_STRING'],
    family_member_uuid: [9, 'TYPE_STRING'],
  },
  ListFamilyRequest: {
    limit: [1, 'TYPE_INT32'],
    offset: [2, 'TYPE_INT32'],
    removed: [3, 'TYPE_BOOL'],
  },
  ListFamilyResponse: { items: [1, 'Person'], total: [2, 'TYPE_INT32'] },
  RemovePersonRequest: { person_uuid: [1, 'TYPE_STRING'] },
}

/** Of each method: what it takes and answers, and whether either is a stream. */
const services: Record<string, Record<string, [string, string, { takes: boolean; answers: boolean }]>> = {
  CompanionService: {
    SendMessage: ['MessageRequest', 'MessageResponse', { takes: false, answers: false }],
    GetEmotionState: ['EmptyRequest', 'EmotionState', { takes: false, answers: false }],
    StreamUpdates: ['SubscriptionRequest', 'Update', { takes: false, answers: true }],
  },
  MessageBusService: {
    Subscribe: ['BusSubscription', 'CompanionMessage', { takes: false, answers: true }],
  },
  MemoryService: {
    Search: ['SearchRequest', 'SearchResponse', { takes: false, answers: false }],
    Store: ['StoreRequest', 'StoreResponse', { takes: true, answers: false }],
  },
  RecognitionService: {
    Introduce: ['IntroduceRequest', 'Person', { takes: false, answers: false }],
    Identify: ['IdentifyRequest', 'IdentifyResponse', { takes: false, answers: false }],
    Verify: ['VerifyRequest', 'VerifyResponse', { takes: false, answers: false }],
    ListFamily: ['ListFamilyRequest', 'ListFamilyResponse', { takes: false, answers: false }],
    RemovePerson: ['RemovePersonRequest', 'Person', { takes: false, answers: false }],
  },
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
  const buf = findBuf()
  const skip = buf === undefined && 'no `buf` for this machine: WHAT REFLECTION SAYS IS NOT COMPARED'

  it('is what reflection serves; `npm run generate` writes that', { skip }, () => {
    assert.ok(describeProto(buf ?? '').equals(readFileSync(descriptorsFile)))
  })

  it('has these messages with these fields, numbers and types', () => {
    const entries = own.flatMap(([name, definition]) => {
      if (!('format' in definition)) return []
      const { field } = (definition as unknown as Described).type
      const fields = field.map(({ name: of, number, type, typeName }) => [
        of,
        [number, short(typeName) || type],
      ])
      return [[short(name), Object.fromEntries(fields)] as const]
    })
    assert.deepEqual(Object.fromEntries(entries), messages)
  })

  it('has these services with these methods', () => {
    const entries = own.flatMap(([name, definition]) => {
      if ('format' in definition) return []
      const methods = Object.values(definition).map((method) => [
        method.path.split('/').at(-1),
        [
          (method.requestType as unknown as Described).type.name,
          (method.responseType as unknown as Described).type.name,
          { takes: method.requestStream, answers: method.responseStream },
        ],
      ])
      return [[short(name), Object.fromEntries(methods)] as const]
    })
    assert.deepEqual(Object.fromEntries(entries), services)
  })
})
