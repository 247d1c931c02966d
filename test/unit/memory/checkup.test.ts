import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  type CheckupResult,
  openCheckup,
  disuseOf,
  type Use,
} from '../../../daemon/features/memory/checkup.ts'
import { openAccess } from '../../../daemon/features/memory/access.ts'
import { openFacts } from '../../../daemon/features/memory/facts/facts.ts'
import { openRecollection } from '../../../daemon/features/memory/recollection.ts'
import { newRow, household, type MemoryRow } from '../../../daemon/features/memory/rows.ts'
import { filterOf } from '../../../daemon/features/memory/filter.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import type { Vectors } from '../../../daemon/features/memory/vector.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openThread } from '../../../daemon/kernel/thread.ts'
import { openForReading } from '../../../daemon/store/store.ts'
import { dot, randomNumbers, randomVector } from '../../support/memory/random-vectors.ts'
import { openTestStore } from '../../support/store.ts'
import { anyCalibration } from '../../support/memory/calibration.ts'

const day = 86_400_000
describe('The use of a memory', () => {
  const now = 1_000 * day
  const stored = (ago: number, more: Partial<Use> = {}): Use => ({
    importance: 0.5,
    strength: 1,
    pinned: false,
    created_at: now - ago * day,
    updated_at: now - ago * day,
    last_accessed_at: now - ago * day,
    ...more,
  })
  const used = (ago: number, more: Partial<Use> = {}) =>
    stored(900, { last_accessed_at: now - ago * day, ...more })

  test('is none if it was never found in more than 30 days', () => {
    assert.deepEqual(
      [stored(30), stored(31), stored(31, { pinned: true })].map((use) => disuseOf(use, now)),
      [null, 'never_used', null],
    )
    assert.equal(disuseOf(stored(300, { updated_at: now }), now), 'never_used')
    assert.equal(disuseOf(used(29), now), null)
  })

  test('is none for an old import that was never found, whatever its age', () => {
    const imported = (ago: number) => used(ago, { updated_at: now - ago * day })
    assert.deepEqual([disuseOf(imported(1), now), disuseOf(imported(31), now)], [null, 'never_used'])
    // Told again is a use.
    assert.equal(disuseOf(used(31, { updated_at: now - 31 * day, strength: 2 }), now), null)
  })

  test('ends if it has faded and was not used for 180 days', () => {
    assert.deepEqual([disuseOf(used(237), now), disuseOf(used(239), now)], [null, 'stale'])
    assert.deepEqual(
      [disuseOf(used(239, { pinned: true }), now), disuseOf(used(239, { strength: 2 }), now)],
      [null, null],
    )
    assert.deepEqual(
      [180, 181].map((ago) => disuseOf(used(ago, { importance: 0.1 }), now)),
      [null, 'stale'],
    )
    assert.deepEqual(
      [417, 419].map((ago) => disuseOf(used(ago, { importance: 1 }), now)),
      [null, 'stale'],
    )
  })
})

function open() {
  const { home, store, clock, log, addMember } = openTestStore()
  const memories = memoryStore(store)
  const reading = openForReading(home.database)
  after(() => reading.close())
  const checkup = openCheckup(reading)
  const [olga, mia] = [addMember('olga').family_member_uuid, addMember('mia').family_member_uuid]
  const put = (
    member: string,
    content: string,
    made: Vectors = { a: meaning(content.length) },
    more: Partial<MemoryRow> = {},
  ) =>
    store.write((tx) =>
      memories.insert(tx, { ...newRow({ content }, member, iso(clock.now())), ...more }, made),
    )
  const look = (member: string) => checkup({ family_member_uuid: member, table: 'a', now: clock.now() })
  const change = (row: MemoryRow, more: Partial<MemoryRow>) =>
    store.write((tx) => memories.touch(tx, { ...row, ...more }))
  return { home, store, clock, log, memories, olga, mia, put, look, change }
}

const random = randomNumbers(11)
const topics = Array.from({ length: 50 }, () => randomVector(random))

/** The vector of something on a topic, `off` by so much of its length. */
function meaning(topic: number, off = 0): Float32Array {
  const noise = randomVector(random)
  const vector = (topics[topic % 50] ?? noise).map((value, at) => value + off * (noise[at] ?? 0))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const shared = { visibility: 'household', owner: household } as const
const duplicateContents = ({ duplicates }: CheckupResult) =>
  duplicates.map(({ memories }) => memories.map(({ content }) => content))
const contents = (rows: readonly MemoryRow[]) => rows.map(({ content }) => content)

describe('A check-up', () => {
  test('groups duplicates, the newest of each first and the most similar group first', async () => {
    const { olga, put, look, clock } = open()
    const enjoyed = meaning(1, 0.4)
    for (const [content, vector] of [
      ['I love hiking', meaning(1)],
      ['I enjoy hiking', enjoyed],
      ['My car is red', meaning(2)],
      ['I like to hike', meaning(1)],
      ['My automobile is red', meaning(2)],
      ['My car is green', meaning(2)],
    ] as const) {
      put(olga, content, { a: vector })
      clock.advance(1_000)
    }
    const answer = await look(olga)
    assert.deepEqual(duplicateContents(answer), [
      ['My automobile is red', 'My car is red'],
      ['I like to hike', 'I enjoy hiking', 'I love hiking'],
    ])
    const [cars, walks] = answer.duplicates.map(({ similarity }) => similarity)
    assert.ok(Math.abs((cars ?? 0) - 1) < 1e-6)
    assert.ok(Math.abs((walks ?? 0) - dot(meaning(1), enjoyed)) < 1e-6)
    assert.deepEqual([answer.checked, answer.totals.duplicates], [6, 2])
  })

  test('leaves out memories with the same words and another meaning, and those without a vector', async () => {
    const { olga, put, look } = open()
    put(olga, 'I love hiking', { a: meaning(1) })
    put(olga, 'I like hiking', { a: meaning(7) })
    put(olga, 'I enjoy hiking', {})
    put(olga, 'I like to hike', { a: new Float32Array(384) })
    const answer = await look(olga)
    assert.deepEqual([duplicateContents(answer), answer.checked], [[], 4])
  })

  test('leaves out superseded and forgotten memories everywhere', async () => {
    const { olga, put, look, change, clock } = open()
    const rows = ['I love hiking', 'I like hiking', 'I enjoy hiking'].map((content) =>
      put(olga, content, { a: meaning(1) }),
    )
    const [one, two, three] = rows
    assert.ok(one && two && three)
    change(one, { superseded_by: two.memory_uuid })
    change(two, { forgotten_at: iso(clock.now()) })
    clock.advance(31 * day)
    const answer = await look(olga)
    assert.deepEqual([duplicateContents(answer), answer.checked], [[], 1])
    assert.deepEqual(contents(answer.never_used), ['I enjoy hiking'])
  })

  test("ignores other members' memories, also shared ones, and separates private from shared", async () => {
    const { olga, mia, put, look, clock } = open()
    put(olga, 'I love hiking', { a: meaning(1) })
    put(olga, 'I like hiking', { a: meaning(1) }, shared)
    put(mia, 'I enjoy hiking', { a: meaning(1) }, shared)
    put(mia, 'I like to hike', { a: meaning(1) })
    clock.advance(31 * day)
    for (const member of [olga, mia]) {
      const { duplicates, never_used, totals, checked } = await look(member)
      assert.deepEqual([duplicates, checked, totals], [[], 2, { duplicates: 0, stale: 0, never_used: 2 }])
      for (const row of never_used) assert.equal(row.family_member_uuid, member)
    }
    put(olga, 'I enjoy hiking', { a: meaning(1) }, shared)
    assert.deepEqual(duplicateContents(await look(olga)), [['I enjoy hiking', 'I like hiking']])
  })

  test("never reads one member's vector in place of another's", async () => {
    const { olga, mia, put, look, store, memories } = open()
    put(olga, 'I love hiking', { a: meaning(1) })
    const strayed = put(mia, 'I like hiking', {})
    store
      .prepare('INSERT INTO memory_vectors_a (memory_id, owner, embedding) VALUES (?, ?, ?)')
      .run(BigInt(strayed.memory_id), olga, meaning(1))
    assert.equal(memories.countVectors('a'), 2)
    assert.deepEqual([duplicateContents(await look(olga)), duplicateContents(await look(mia))], [[], []])
  })

  test('lists a memory once: as a duplicate, else as never used, else as stale', async () => {
    const { olga, put, look, change, clock } = open()
    for (const content of ['I love hiking', 'I like hiking', 'the bins are grey'])
      put(olga, content, { a: meaning(content.includes('hiking') ? 1 : 2) })
    const retrieved = put(olga, 'the key is in the shed')
    const pinned = put(olga, 'the roof was mended', { a: meaning(5) }, { pinned: true })
    clock.advance(day)
    for (const row of [retrieved, pinned]) change(row, { last_accessed_at: iso(clock.now()) })
    clock.advance(300 * day)
    const answer = await look(olga)
    assert.deepEqual(duplicateContents(answer), [['I like hiking', 'I love hiking']])
    assert.deepEqual(contents(answer.never_used), ['the bins are grey'])
    assert.deepEqual(contents(answer.stale), ['the key is in the shed'])
    assert.deepEqual(answer.totals, { duplicates: 1, stale: 1, never_used: 1 })
  })

  test('shows the 50 unused for longest, and the total', async () => {
    const { olga, put, look, clock } = open()
    for (let n = 0; n < 60; n += 1) {
      put(olga, `walk ${n}`, {})
      clock.advance(1_000)
    }
    clock.advance(31 * day)
    const { never_used, totals } = await look(olga)
    assert.deepEqual([never_used.length, totals.never_used], [50, 60])
    assert.deepEqual(contents(never_used).slice(0, 2), ['walk 0', 'walk 1'])
  })

  test('is empty for a member without memories', async () => {
    const { olga, look } = open()
    assert.deepEqual(await look(olga), {
      checked: 0,
      duplicates: [],
      stale: [],
      never_used: [],
      totals: { duplicates: 0, stale: 0, never_used: 0 },
    })
  })

  test('compares the newest 2,000 with all, and lets searches in between', async () => {
    const { home, olga, store, memories, clock } = open()
    store.write((tx) => {
      for (let n = 0; n < 2_500; n += 1) {
        const [content, a] = n === 3 ? ['I love hiking', meaning(1)] : [`walk ${n}`, randomVector(random)]
        memories.insert(tx, newRow({ content }, olga, iso(clock.now() + n)), { a })
      }
      const newest = newRow({ content: 'I like to hike' }, olga, iso(clock.now() + 2_500))
      memories.insert(tx, newest, { a: meaning(1) })
    })
    const module = new URL('../../../daemon/features/memory/search/search-thread.ts', import.meta.url)
    const thread = openThread(module, { file: home.database }, { maxHeapMb: 512 })
    after(() => thread.stop())
    const answered: string[] = []
    const checkup = thread
      .request({ checkup: { family_member_uuid: olga, table: 'a', now: clock.now() } })
      .then((answer) => {
        answered.push('check-up')
        return answer as CheckupResult
      })
    const search = thread
      .request({
        search: {
          owners: [olga],
          text: 'walk',
          vector: meaning(1),
          table: 'a',
          filter: filterOf({}),
          limit: 5,
          calibration: anyCalibration,
          now: clock.now(),
        },
      })
      .then(() => answered.push('search'))
    const [{ checked, ...result }] = await Promise.all([checkup, search])
    assert.deepEqual(answered, ['search', 'check-up'])
    assert.equal(checked, 2_000)
    assert.deepEqual(duplicateContents({ checked, ...result }), [['I like to hike', 'I love hiking']])
  })
})

describe('A memory used by a reply', () => {
  test('counts as used if the member may see it', () => {
    const { store, clock, log, memories, olga, mia, put } = open()
    const access = openAccess({ store, memories, clock, log })
    const unasked = () => assert.fail('nobody asked for it')
    const { used } = openRecollection({
      store,
      clock,
      memories,
      access,
      facts: openFacts(store),
      vectors: { with: unasked },
      search: {
        query: unasked,
        check: unasked,
        checkup: unasked,
        changed: unasked,
        changedAll: unasked,
        warm: unasked,
        stop: unasked,
      },
    })
    const rows = [put(olga, 'one'), put(mia, 'two'), put(mia, 'three', {}, shared)]
    clock.advance(day)
    used(
      olga,
      rows.map(({ memory_uuid }) => memory_uuid),
    )
    access.flush()
    const seen = memories.byIds(rows.map(({ memory_id }) => memory_id))
    assert.deepEqual(
      seen.map(({ last_accessed_at }) => last_accessed_at === iso(clock.now())),
      [true, false, true],
    )
    access.stop()
  })
})
