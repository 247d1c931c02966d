import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, describe } from 'node:test'
import { type ClientWritableStream, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { select } from '../../support/database.ts'
import { bearer, call, grpcClient, methodOf } from '../../support/wire/grpc.ts'
import { sharedHousehold } from '../../support/household.ts'
import { amount, it, itScaled } from '../../support/long.ts'
import { rest } from '../../support/wire/rest.ts'

// Scores fade with the time that passes, and what was found is noted a while later.
const { daemon, owner, newMember } = await sharedHousehold('moving')
const member = await newMember()
const client = grpcClient(daemon, 'MemoryService')
after(() => client.close())

interface StoreResponse {
  readonly stored: number
  readonly merged: number
  readonly failed: number
  readonly memory_uuids: string[]
  readonly errors: { index: number; code: string; message: string; field: string; reason: string }[]
}

type Store = (
  metadata: Metadata,
  done: (error: ServiceError | null, answer?: StoreResponse) => void,
) => ClientWritableStream<object>

/** Opens a `Store`: `answered` resolves with its answer or rejects with its status. */
function openStore(metadata: Metadata) {
  const { promise: answered, resolve, reject } = Promise.withResolvers<StoreResponse>()
  const stream = (methodOf(client, 'Store') as Store)(metadata, (error, answer) =>
    error || !answer ? reject(error ?? new Error('no answer')) : resolve(answer),
  )
  // Whoever does not wait for the answer is not to hear of a call that ended.
  answered.catch(() => {})
  stream.on('error', () => {})
  return {
    stream,
    answered,
    write: async (memory: object) => {
      if (!stream.write(memory)) await once(stream, 'drain')
    },
  }
}

async function storeAll(token: string, memories: Iterable<object>): Promise<StoreResponse> {
  const { stream, answered, write } = openStore(bearer(token))
  for (const memory of memories) await write(memory)
  stream.end()
  return answered
}

/** What a member has stored, in the order of storing. */
const storedBy = ({ family_member_uuid }: { family_member_uuid: string }) =>
  select<{ memory_uuid: string; content: string }>(
    daemon,
    'SELECT memory_uuid, content FROM memories WHERE family_member_uuid = ? ORDER BY memory_id',
    family_member_uuid,
  )

const contentOf = (at: number) => `parcel ${at} lies on shelf ${at % 97}`
const recent = (token: string) => rest(daemon, 'GET /memory/recent?limit=1', { token })

const isoOf = (moment: { seconds: number; nanos: number } | null) =>
  moment && new Date(moment.seconds * 1_000 + moment.nanos / 1_000_000).toISOString()

// oxlint-disable-next-line typescript/no-explicit-any
function asRest({ memory, ...match }: any) {
  const { valid_from, valid_to, created_at, updated_at, last_accessed_at, superseded_by, source } = memory
  return {
    ...match,
    memory: {
      ...memory,
      valid_from: isoOf(valid_from),
      valid_to: isoOf(valid_to),
      created_at: isoOf(created_at),
      updated_at: isoOf(updated_at),
      last_accessed_at: isoOf(last_accessed_at),
      superseded_by: superseded_by || null,
      source: {
        actor: source.actor,
        conversation_uuid: source.conversation_uuid || null,
        message_uuid: source.message_uuid || null,
        speaker: source.speaker || null,
        source_name: source.source_name || null,
      },
    },
  }
}

const many = amount(1_000, 10_000)
/** So many requests of somebody else are answered while those are stored. */
const others = many / 250

describe('MemoryService.Store', () => {
  itScaled(`stores ${many} memories once each and in order, and others are answered meanwhile`, async (t) => {
    const whose = await newMember()
    const startedAt = performance.now()
    const { stream, answered, write } = openStore(bearer(whose.access_token))
    const asking = (async () => {
      for (let at = 0; at < others; at += 1) assert.equal((await recent(owner.access_token)).status, 200)
    })()
    for (let at = 0; at < many; at += 1) await write({ content: contentOf(at) })
    // There is no end before the others are answered.
    await asking
    stream.end()
    const { memory_uuids, errors, ...counts } = await answered
    const seconds = (performance.now() - startedAt) / 1_000
    t.diagnostic(`gRPC: ${Math.round(many / seconds)} memories/s, ${others} other requests meanwhile`)
    assert.deepEqual(counts, { stored: many, merged: 0, failed: 0 })
    assert.deepEqual(errors, [])
    const stored = storedBy(whose)
    assert.deepEqual(
      stored.map(({ content }) => content),
      Array.from({ length: many }, (_, at) => contentOf(at)),
    )
    assert.deepEqual(
      memory_uuids,
      stored.map(({ memory_uuid }) => memory_uuid),
    )
  })

  it('accepts every field that REST accepts', async () => {
    const { access_token: token } = await newMember()
    const conversation_uuid = randomUUID()
    const seconds = Date.parse('2024-02-29T08:00:00Z') / 1_000
    const whole = {
      content: 'the ferry leaves at noon',
      kind: 'event',
      importance: 0,
      tags: ['sea', 'noon'],
      visibility: 'private',
      pinned: true,
      created_at: { seconds, nanos: 5_000_000 },
      conversation_uuid,
      actor: 'conversation',
    }
    const { memory_uuids } = await storeAll(token, [whole, { content: 'nothing more' }])
    const get = async (at: number) =>
      (await rest(daemon, `GET /memory/${memory_uuids[at]}`, { token })).body.data.memory
    const { created_at: _, conversation_uuid: of, actor, ...same } = whole
    assert.partialDeepStrictEqual(await get(0), {
      ...same,
      created_at: '2024-02-29T08:00:00.005Z',
      source: { actor, conversation_uuid: of, message_uuid: null },
    })
    assert.partialDeepStrictEqual(await get(1), {
      kind: 'note',
      importance: 0.5,
      tags: [],
      visibility: 'private',
      pinned: false,
      source: { actor: 'import', conversation_uuid: null, message_uuid: null },
    })
  })

  it('reports which memories were refused and why, for the first 100', async () => {
    const { access_token } = await newMember()
    const memories = Array.from({ length: 300 }, (_, at) => ({ content: at % 2 === 0 ? contentOf(at) : ' ' }))
    const { stored, failed, errors, memory_uuids } = await storeAll(access_token, memories)
    assert.deepEqual([stored, failed, errors.length], [150, 150, 100])
    assert.deepEqual(
      errors.map(({ index }) => index),
      Array.from({ length: 100 }, (_, at) => at * 2 + 1),
    )
    assert.deepEqual([errors[0]?.code, errors[0]?.field], ['INVALID_REQUEST', 'content'])
    assert.deepEqual([memory_uuids.length, memory_uuids[1]], [300, ''])
    assert.match(memory_uuids[298] ?? '', /^[\da-f-]{36}$/)
  })

  it('merges known memories, also when they are sent again', async () => {
    const { access_token } = await newMember()
    const memories = Array.from({ length: 200 }, (_, at) => ({ content: contentOf(at) }))
    const first = await storeAll(access_token, memories)
    const again = await storeAll(access_token, memories)
    assert.deepEqual([again.stored, again.merged], [0, 200])
    assert.deepEqual(again.memory_uuids, first.memory_uuids)
  })

  it('refuses only the memory whose timestamp does not exist', async () => {
    const { access_token } = await newMember()
    const never = [{ seconds: 9e15 }, { seconds: 253_402_300_800 }, { seconds: -1 }]
    const memories = never.map((created_at) => ({ content: 'never', created_at }))
    const { stored, errors } = await storeAll(access_token, [...memories, { content: 'now' }])
    assert.deepEqual([stored, errors.map(({ field }) => field)], [1, never.map(() => 'created_at')])
  })

  it('stores nothing if nothing is sent', async () => {
    const { stored, merged, failed } = await storeAll(member.access_token, [])
    assert.deepEqual([stored, merged, failed], [0, 0, 0])
  })

  it('stores whole batches, from the first memory on, when the call is cancelled', async () => {
    const whose = await newMember()
    const { stream, answered, write } = openStore(bearer(whose.access_token))
    for (let at = 0; at < 500; at += 1) await write({ content: contentOf(at) })
    const total = async () => (await recent(whose.access_token)).body.data.total
    while ((await total()) < 256) continue
    stream.cancel()
    await assert.rejects(answered, { code: status.CANCELLED })
    let [before, same] = [-1, 0]
    for (let look = 0; same < 20; look += 1) {
      // It takes its turn after what the model still has to do for them.
      await rest(daemon, `GET /memory/search?q=look${look}`, { token: owner.access_token })
      const now = await total()
      same = now === before ? same + 1 : 0
      before = now
    }
    assert.ok(before % 128 === 0, `${before} are stored`)
    assert.deepEqual(
      storedBy(whose).map(({ content }) => content),
      Array.from({ length: before }, (_, at) => contentOf(at)),
    )
  })

  it('ends with its session, also while nothing is sent', async () => {
    const { access_token: token } = await newMember()
    const { answered, write } = openStore(bearer(token))
    for (let at = 0; at < 128; at += 1) await write({ content: contentOf(at) })
    while ((await recent(token)).body.data.total < 128) continue
    await rest(daemon, 'POST /auth/logout', { token, payload: {} })
    await assert.rejects(answered, { code: status.UNAUTHENTICATED })
  })

  it('is measured as one call of the operation', async () => {
    const counted = async () => {
      const { body } = await rest(daemon, 'GET /gateway/stats', { token: owner.access_token })
      const of = (name: string) =>
        body.data.operations.find(
          (one: { operation: string; protocol: string }) => one.operation === name && one.protocol === 'grpc',
        )?.count ?? 0
      return [of('memory.store_many'), of('memory.search')]
    }
    const [stores, searches] = await counted()
    await storeAll(
      member.access_token,
      Array.from({ length: 300 }, () => ({ content: 'the same' })),
    )
    await call(client, 'Search', { q: 'same' }, bearer(member.access_token))
    assert.deepEqual(await counted(), [stores + 1, searches + 1])
  })
})

describe('MemoryService.Search', () => {
  it('answers like REST', async () => {
    const { access_token: token } = await newMember()
    await storeAll(token, [
      { content: 'My favourite colour is green', importance: 0.3 },
      { content: 'My favourite colour is blue', tags: ['colour'] },
      { content: 'The automobile is parked in the basement garage', kind: 'fact' },
      { content: 'Doctor Lind has moved', conversation_uuid: randomUUID(), pinned: true },
      { content: 'Grandmother bakes on Sundays', visibility: 'household' },
    ])
    const searches = [
      { q: 'favourite colour' },
      { q: 'favourite colour', history: true },
      { q: 'where did I leave the vehicle', limit: 1 },
      { q: 'colour', tag: 'colour' },
      { q: 'doctor', kind: 'note' },
      { q: 'bakes', visibility: 'household' },
      { q: 'doctor', created_after: '2020-01-01T00:00:00Z', created_before: '2020-01-02T00:00:00Z' },
    ]
    for (const search of searches) {
      const query = new URLSearchParams(
        Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const { body } = await rest(daemon, `GET /memory/search?${query.toString()}`, { token })
      const moments = Object.entries(search)
        .filter(([name]) => name.startsWith('created_'))
        .map(([name, value]) => [name, { seconds: Date.parse(String(value)) / 1_000 }])
      const request = { ...search, ...Object.fromEntries(moments) }
      const results = (await call(client, 'Search', request, bearer(token))) as {
        items: object[]
        total: number
      }
      assert.deepEqual({ ...results, items: results.items.map(asRest) }, body.data, search.q)
      assert.equal(results.total > 0, !('created_after' in search))
    }
  })

  it('reports a bad request as INVALID_ARGUMENT with the field', async () => {
    const search = (request: object) => call(client, 'Search', request, bearer(member.access_token))
    for (const [request, field] of [
      [{ q: '' }, 'q'],
      [{ q: 'x', limit: 201 }, 'limit'],
      [{ q: 'x', limit: -1 }, 'limit'],
      [{ q: 'x', kind: 'song' }, 'kind'],
      [{ q: 'x', created_after: { seconds: 9e15 } }, 'created_after'],
    ] as const) {
      await assert.rejects(search(request), {
        code: status.INVALID_ARGUMENT,
        details: new RegExp(`^${field} `),
      })
    }
  })
})

describe('Who may call the MemoryService', () => {
  const basic = new Metadata()
  basic.set('authorization', `Basic ${member.access_token}`)

  for (const [name, metadata] of [
    ['no token', new Metadata()],
    ['a forged token', bearer('forged')],
    ['another scheme', basic],
  ] as const) {
    it(`${name} is UNAUTHENTICATED`, async () => {
      const refused = { code: status.UNAUTHENTICATED }
      await assert.rejects(call(client, 'Search', { q: 'tea' }, metadata), refused)
      await assert.rejects(openStore(metadata).answered, refused)
    })
  }

  it('any token is accepted: each member sees and stores their own memories', async () => {
    const [one, other] = [await newMember(), await newMember()]
    const content = `the secret is ${randomUUID()}`
    await storeAll(one.access_token, [{ content }])
    const finds = async (token: string) => {
      const { items } = (await call(client, 'Search', { q: content }, bearer(token))) as {
        items: { memory: { content: string } }[]
      }
      return items.some(({ memory }) => memory.content === content)
    }
    assert.deepEqual([await finds(one.access_token), await finds(other.access_token)], [true, false])
  })
})
