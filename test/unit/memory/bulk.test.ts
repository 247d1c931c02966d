import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { bulkOperations } from '../../../daemon/features/memory/bulk.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { household } from '../../../daemon/features/memory/rows.ts'
import type { MemoryVectors } from '../../../daemon/features/memory/vectors.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openIdempotency } from '../../../daemon/store/idempotency.ts'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { openTestStore } from '../../support/store.ts'

interface Item {
  readonly memory?: {
    readonly content: string
    readonly created_at: string
    readonly valid_from: string
    readonly updated_at: string
    readonly source: object
  }
  readonly merged?: boolean
  readonly error?: { readonly code: string; readonly message: string; readonly details: object }
}

interface Answer {
  readonly items: readonly Item[]
  readonly stored: number
  readonly merged: number
  readonly failed: number
}

function open() {
  const { store, clock, client, addMember, count } = openTestStore()
  const embedded: (readonly string[])[] = []
  const changed: string[] = []
  const vectors: MemoryVectors = {
    with: async (contents, write) => {
      embedded.push(contents)
      const made = contents.map((_, at) => ({ a: new Float32Array(384).fill(0).with(at % 384, 1) }))
      return write(made, () => {})
    },
  }
  const { 'memory.store_many': operation } = bulkOperations({
    once: openIdempotency(store, clock),
    clock,
    memories: memoryStore(store, (owner) => changed.push(owner)),
    vectors,
  })
  const olga = addMember('olga').family_member_uuid
  const storeMany = async (
    memories: unknown[],
    idempotency_key: string | null = null,
    caller = callerOf(olga),
  ) =>
    (await operation.handler(
      { memories },
      contextOf('memory.store_many', caller, { idempotency_key }),
    )) as Answer
  return { storeMany, embedded, changed, client, clock, count, olga }
}

const contents = ({ items }: Answer) => items.map(({ memory }) => memory?.content)
const reasons = ({ items }: Answer) => items.map(({ error }) => error?.details)

describe('Memories that are stored together', () => {
  test('are answered in order, invalid ones with their error', async () => {
    const { storeMany, count } = open()
    const answer = await storeMany([
      { content: 'tea at four' },
      { content: '' },
      5,
      { content: 'cake at five', sugar: true },
      null,
      { content: 'bed at nine', importance: 2 },
      { content: 'up at six', kind: 'event', tags: ['morning'], importance: 0, pinned: true },
    ])
    const bed = undefined
    assert.deepEqual(contents(answer), ['tea at four', bed, bed, bed, bed, bed, 'up at six'])
    assert.deepEqual([answer.stored, answer.merged, answer.failed], [2, 0, 5])
    assert.partialDeepStrictEqual(reasons(answer)[1], { field: 'content' })
    assert.partialDeepStrictEqual(reasons(answer)[2], { field: '' })
    assert.deepEqual(reasons(answer)[3], { field: 'sugar', reason: 'is unknown' })
    assert.partialDeepStrictEqual(reasons(answer)[5], { field: 'importance' })
    assert.deepEqual(
      answer.items.map(({ error }) => error?.code).filter(Boolean),
      Array.from({ length: 5 }, () => 'INVALID_REQUEST'),
    )
    for (const table of ['memories', 'memory_vectors_a']) assert.equal(count(table), 2, table)
  })

  test('are embedded together, without the invalid ones', async () => {
    const { storeMany, embedded } = open()
    await storeMany([{ content: ' one ' }, { content: ' ' }, { content: 'two' }])
    assert.deepEqual(embedded, [['one', 'two']])
  })

  test('are merged with known memories and with each other', async () => {
    const { storeMany, count } = open()
    await storeMany([{ content: 'The puppy is called Rex.' }])
    const answer = await storeMany([
      { content: 'the puppy is called Rex' },
      { content: 'the cat is called Tom' },
      { content: 'The cat is called Tom!' },
    ])
    assert.deepEqual(
      answer.items.map(({ merged }) => merged),
      [true, false, true],
    )
    assert.deepEqual([answer.stored, answer.merged, answer.failed], [1, 2, 0])
    assert.equal(count('memories'), 2)
  })

  test('are one transaction: if one cannot be written, none is', async () => {
    const { storeMany, client, count } = open()
    client.exec(`CREATE TRIGGER no_tea BEFORE INSERT ON memories WHEN new.content = 'tea'
      BEGIN SELECT raise(ABORT, 'no tea'); END`)
    await assert.rejects(storeMany([{ content: 'milk' }, { content: 'tea' }]), /no tea/)
    for (const table of ['memories', 'memory_vectors_a']) assert.equal(count(table), 0, table)
  })

  test('count as an import by default, with their given time and conversation', async () => {
    const { storeMany, clock } = open()
    const conversation_uuid = randomUUID()
    const from = { speaker: 'Mia', source_name: 'diary.txt' }
    const now = iso(clock.now())
    const { items } = await storeMany([
      { content: 'one' },
      { content: 'two', actor: 'user', created_at: '2020-02-29T10:00:00+02:00' },
      { content: 'three', actor: 'conversation', conversation_uuid, ...from },
    ])
    const [one, two, three] = items.map(({ memory }) => memory)
    const nowhere = { conversation_uuid: null, message_uuid: null, speaker: null, source_name: null }
    assert.deepEqual(one?.source, { actor: 'import', ...nowhere })
    assert.deepEqual([one?.created_at, one?.valid_from], [now, now])
    assert.deepEqual(two?.source, { actor: 'user', ...nowhere })
    const told = '2020-02-29T08:00:00.000Z'
    assert.deepEqual([two?.created_at, two?.valid_from, two?.updated_at], [told, told, now])
    assert.deepEqual(three?.source, { ...nowhere, actor: 'conversation', conversation_uuid, ...from })
  })

  test('must be in the past, since 1970', async () => {
    const { storeMany, clock } = open()
    const moments = [
      iso(clock.now() + 1),
      '1969-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-23:59',
      'yesterday',
    ]
    const refused = await storeMany(moments.map((created_at, at) => ({ content: `never ${at}`, created_at })))
    assert.equal(refused.failed, moments.length)
    for (const details of reasons(refused)) assert.partialDeepStrictEqual(details, { field: 'created_at' })
    const edges = [iso(clock.now()), '1970-01-01T00:00:00Z']
    const accepted = await storeMany(edges.map((created_at, at) => ({ content: `once ${at}`, created_at })))
    assert.equal(accepted.stored, 2)
  })

  test('change search results of those who may see them, and of nobody else', async () => {
    const { storeMany, changed, olga } = open()
    await storeMany([{ content: '' }])
    assert.deepEqual(changed, [])
    await storeMany([{ content: 'a' }, { content: 'b' }, { content: 'c', visibility: 'household' }])
    assert.deepEqual(new Set(changed), new Set([olga, household]))
  })

  test('are stored once for an idempotency key, and not even embedded again', async () => {
    const { storeMany, embedded, clock } = open()
    const memories = [{ content: 'tea' }, { content: '' }]
    const first = await storeMany(memories, 'k1')
    clock.advance(1_000)
    assert.deepEqual(await storeMany(memories, 'k1'), first)
    assert.equal(embedded.length, 1)
    await assert.rejects(storeMany([{ content: 'milk' }], 'k1'), { code: 'CONFLICT' })
  })

  test('belong to a member: a program has none', async () => {
    const { storeMany } = open()
    const program = callerOf('test', { actor: 'system:test', family_member_uuid: null })
    await assert.rejects(storeMany([{ content: 'tea' }], null, program), { code: 'NOT_FOUND' })
  })
})
