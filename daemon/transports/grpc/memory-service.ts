import { randomUUID } from 'node:crypto'
import type {
  handleClientStreamingCall,
  ServerReadableStream,
  UntypedServiceImplementation,
} from '@grpc/grpc-js'
import type { Answer } from '../../gateway/declared.ts'
import type { Admission, Gateway } from '../../gateway/gateway.ts'
import type { Streams } from '../../gateway/streams.ts'
import { AddressBlocked, AuthenticationRequired } from '../../kernel/errors.ts'
import type { ClientOf } from './host.ts'
import { memoryInput, searchInput, searchResponse, type StoreRequest } from './memory-messages.ts'
import { respond, tokenOf, unary } from './unary.ts'

const operation = 'memory.store_many'
/** A batch is full with so many memories, or so many characters of them. */
const maxMemories = 128
const maxCharacters = 262_144
/** How much of the answer is given one by one: it must stay far below the 4 MiB that a client takes. */
const maxUuids = 50_000
const maxErrors = 100

interface StoreError {
  readonly index: number
  readonly code: string
  readonly message: string
  readonly field: unknown
  readonly reason: unknown
}

interface StoreResponse {
  stored: number
  merged: number
  failed: number
  readonly memory_uuids: string[]
  readonly errors: StoreError[]
}

type Item = Answer<typeof operation>['items'][number]

/** `MemoryService`: the search, and storing a stream of memories. */
export function memoryService(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
): UntypedServiceImplementation {
  return {
    Search: unary(gateway, clientOf, 'memory.search', { payload: searchInput, response: searchResponse }),
    Store: store(gateway, streams, clientOf),
  }
}

/** Stores what comes batch by batch; while one is stored, nothing more is read. */
function store(
  gateway: Gateway,
  streams: Streams,
  clientOf: ClientOf,
): handleClientStreamingCall<StoreRequest, StoreResponse> {
  return (call, done) => {
    void respond(gateway, operation, done, async () => {
      const admission = await gateway.admit(operation, tokenOf(call.metadata), clientOf(call))
      const { caller, client } = admission
      if (caller === null) throw AuthenticationRequired()
      const stream = streams.open(
        { caller, address: client.address, protocol: 'grpc' },
        {
          event: () => {},
          ended: (why) => call.destroy(why === 'blocked' ? AddressBlocked() : AuthenticationRequired()),
        },
      )
      try {
        return await storeAll(gateway, admission, call)
      } finally {
        stream.close()
      }
    })
  }
}

async function storeAll(
  gateway: Gateway,
  admission: Admission<typeof operation>,
  call: ServerReadableStream<StoreRequest, StoreResponse>,
): Promise<StoreResponse> {
  const answer: StoreResponse = { stored: 0, merged: 0, failed: 0, memory_uuids: [], errors: [] }
  const request_id = randomUUID()
  let index = 0
  for await (const memories of batchesOf(call)) {
    const gatewayRequest = { payload: { memories }, idempotency_key: null, request_id }
    const { items, stored, merged, failed } = await gateway.dispatch(admission, gatewayRequest)
    answer.stored += stored
    answer.merged += merged
    answer.failed += failed
    for (const item of items) {
      if (index < maxUuids) answer.memory_uuids.push('memory' in item ? item.memory.memory_uuid : '')
      if ('error' in item && answer.errors.length < maxErrors) answer.errors.push(errorOf(item, index))
      index += 1
    }
  }
  return answer
}

function errorOf(
  { error: { code, message, details } }: Extract<Item, { error: object }>,
  index: number,
): StoreError {
  return { index, code, message, field: details.field, reason: details.reason }
}

/** The memories of a call, in batches. One that the client has left ends, without the batch that was not full. */
async function* batchesOf(call: ServerReadableStream<StoreRequest, StoreResponse>): AsyncGenerator<object[]> {
  let batch: object[] = []
  let characters = 0
  for await (const request of unbroken(call)) {
    const memory = memoryInput(request)
    batch.push(memory)
    characters += JSON.stringify(memory).length
    if (batch.length < maxMemories && characters < maxCharacters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0 && !call.cancelled) yield batch
}

async function* unbroken(
  call: ServerReadableStream<StoreRequest, StoreResponse>,
): AsyncGenerator<StoreRequest> {
  try {
    yield* call as AsyncIterable<StoreRequest>
  } catch (error) {
    if (!call.cancelled) throw error
  }
}
