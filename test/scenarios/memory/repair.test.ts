import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { withVectors } from '../../../daemon/store/vectors.ts'
import { household } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

const { daemon, owner, member } = await household()
const whole = { without_vector: 0, vectors_of_nothing: 0, circles: 0 }
const ids: number[] = []
let database: Database.Database

const call = async (route: string, payload?: object, token = owner.access_token) =>
  (await rest(daemon, route, { token, ...(payload ? { payload } : {}) })).body.data
const check = () => call('GET /memory/check')
const search = async (q: string) =>
  (await call(`GET /memory/search?q=${q}`, undefined, member.access_token)).items.map(
    ({ memory }: { memory: { content: string } }) => memory.content,
  )

before(async () => {
  database = withVectors(new Database(daemon.home.database))
  for (const content of ['alpha rides a bicycle', 'bravo bakes bread', 'charlie sings', 'delta swims'])
    await call('POST /memory/store', { content }, member.access_token)
  ids.push(
    ...(database.prepare('SELECT memory_id FROM memories ORDER BY memory_id').pluck().all() as number[]),
  )
})

after(() => database.close())

describe('The row and vector of a memory', () => {
  it('agree in an untouched home, which a repair does not change', async () => {
    assert.deepEqual(await check(), { whole: true, memories: 4, ...whole })
    const { before, after: left } = await call('POST /memory/repair', {})
    assert.deepEqual(before, left)
  })

  it('are reported and repaired when they disagree', async () => {
    const [, bravo = 0, charlie = 0] = ids
    database.prepare('DELETE FROM memory_vectors_a WHERE memory_id = ?').run(BigInt(bravo))
    // In the partition of somebody else.
    const { embedding } = database
      .prepare<unknown[], { embedding: Buffer }>('SELECT embedding FROM memory_vectors_a WHERE memory_id = ?')
      .get(charlie) ?? { embedding: Buffer.alloc(0) }
    database.prepare('DELETE FROM memory_vectors_a WHERE memory_id = ?').run(BigInt(charlie))
    const vector = database.prepare(
      'INSERT INTO memory_vectors_a (memory_id, owner, embedding) VALUES (?, ?, ?)',
    )
    vector.run(BigInt(charlie), owner.family_member_uuid, embedding)
    vector.run(9_000n, owner.family_member_uuid, embedding)

    assert.deepEqual(await check(), {
      whole: false,
      memories: 4,
      without_vector: 2,
      vectors_of_nothing: 1,
      circles: 0,
    })
    const { before, after: left } = await call('POST /memory/repair', {})
    assert.deepEqual([before.whole, left], [false, { whole: true, memories: 4, ...whole }])
    assert.equal((await search('alpha'))[0], 'alpha rides a bicycle')
    assert.equal((await search('bravo'))[0], 'bravo bakes bread')
    assert.equal((await search('charlie'))[0], 'charlie sings')
  })

  it('never show a memory to another member, even before a repair', async () => {
    const [, , , delta = 0] = ids
    const row = database
      .prepare<unknown[], { embedding: Buffer }>('SELECT embedding FROM memory_vectors_a WHERE memory_id = ?')
      .get(delta)
    database.prepare('DELETE FROM memory_vectors_a WHERE memory_id = ?').run(BigInt(delta))
    database
      .prepare('INSERT INTO memory_vectors_a (memory_id, owner, embedding) VALUES (?, ?, ?)')
      .run(BigInt(delta), owner.family_member_uuid, row?.embedding)
    const { items } = await call('GET /memory/search?q=delta%20swims')
    assert.deepEqual(items, [])
    assert.equal((await call('POST /memory/repair', {})).after.whole, true)
  })
})

describe('Memories that took each other’s place', () => {
  it('are told of and mended: what came last holds again, and leads on to nothing', async () => {
    const uuids = ids.map(
      (id) =>
        database.prepare('SELECT memory_uuid FROM memories WHERE memory_id = ?').pluck().get(id) as string,
    )
    // Alpha and bravo are a circle, charlie leads into it, delta took its own place.
    for (const [at, by, valid_from] of [
      [0, 1, 2],
      [1, 0, 1],
      [2, 0, 3],
      [3, 3, 1],
    ] as const)
      database
        .prepare('UPDATE memories SET superseded_by = ?, valid_from = ?, valid_to = ? WHERE memory_id = ?')
        .run(uuids[by], valid_from, valid_from, ids[at])
    assert.deepEqual(await check(), { whole: false, memories: 4, ...whole, circles: 2 })
    assert.equal((await call('POST /memory/repair', {})).after.whole, true)
    const left = database
      .prepare('SELECT superseded_by, valid_to FROM memories ORDER BY memory_id')
      .raw()
      .all()
    assert.deepEqual(left, [
      [null, null],
      [uuids[0], 1],
      [uuids[0], 3],
      [null, null],
    ])
  })
})
