import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { insertMemory } from '../../../daemon/features/memory/insertion.ts'
import { type MemoryRow, newRow } from '../../../daemon/features/memory/rows.ts'
import type { NewMemory } from '../../../daemon/features/memory/schemas.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

const day = 86_400_000

interface Telling {
  readonly owner?: string
  /** Milliseconds since the epoch. */
  readonly told?: number
  readonly actor?: 'user' | 'import'
}

/** A member's memories; `put` keeps one as it was told at a moment, now where none is given. */
function open() {
  const { store, clock, addMember, count } = openTestStore()
  const memories = memoryStore(store)
  const [olga, mia] = ['olga', 'mia'].map((name) => addMember(name).family_member_uuid) as [string, string]
  const put = (input: NewMemory, { owner = olga, told = clock.now(), actor = 'user' }: Telling = {}) => {
    const row = {
      ...newRow(input, owner, iso(told)),
      actor,
      updated_at: iso(clock.now()),
      last_accessed_at: iso(clock.now()),
    }
    const vector = new Float32Array(384).with(1, 1)
    return store.write((tx) => insertMemory(memories, tx, row, { a: vector }))
  }
  const now = (uuid: string) => memories.find(olga, uuid)
  return { put, now, clock, olga, mia, count, memories, store }
}

describe('A memory that is already known', () => {
  test('strengthens the existing one: higher importance, all tags, pinned if either is', () => {
    const { put, clock, count } = open()
    const first = put({ content: 'I love the sea', importance: 0.3, tags: ['sea'] })
    clock.advance(day)
    const { row, merged } = put({ content: 'I love sea!', importance: 0.9, tags: ['home'], pinned: true })
    assert.equal(merged, true)
    assert.equal(row.memory_id, first.row.memory_id)
    assert.deepEqual([row.strength, row.importance, row.tags, row.pinned], [2, 0.9, ['sea', 'home'], true])
    assert.equal(Date.parse(row.last_accessed_at) - Date.parse(first.row.created_at), day)
    for (const table of ['memories', 'memory_vectors_a_rowids']) assert.equal(count(table), 1)
  })

  test('is separate for another member, and for the household', () => {
    const { put, mia, count } = open()
    put({ content: 'I love the sea' })
    assert.equal(put({ content: 'I love the sea' }, { owner: mia }).merged, false)
    assert.equal(put({ content: 'I love the sea', visibility: 'household' }).merged, false)
    assert.equal(count('memories'), 3)
  })

  test('is recognised by an import whoever may see it, and keeps its visibility', () => {
    for (const [first, then] of [
      ['private', 'household'],
      ['household', 'private'],
    ] as const) {
      const { put, mia, now, count } = open()
      const { row } = put({ content: 'I love the sea', visibility: first })
      const imported = (content: string, owner?: string) =>
        put({ content, visibility: then }, { actor: 'import', ...(owner ? { owner } : {}) })
      assert.deepEqual(
        [imported('I love the sea'), imported('I love sea!')].map((one) => [one.merged, one.row.memory_id]),
        [
          [true, row.memory_id],
          [true, row.memory_id],
        ],
      )
      assert.deepEqual([now(row.memory_uuid)?.visibility, count('memories')], [first, 1])
      assert.equal(imported('I love the sea', mia).merged, false)
    }
  })
})

describe('A newer value of a fact', () => {
  test('replaces every current older one', () => {
    const { put, now, clock } = open()
    const green = put({ content: 'My favourite colour is green' }).row
    clock.advance(day)
    const blue = put({ content: 'My favourite colour is blue' }).row
    clock.advance(day)
    const red = put({ content: 'My favourite colour is red' }).row
    const [was, then] = [now(green.memory_uuid), now(blue.memory_uuid)]
    assert.deepEqual([was?.superseded_by, was?.valid_to], [blue.memory_uuid, blue.valid_from])
    assert.deepEqual([then?.superseded_by, then?.valid_to], [red.memory_uuid, red.valid_from])
    assert.equal(now(red.memory_uuid)?.superseded_by, null)
  })

  test('that returns later is a new memory, since the earlier one was superseded', () => {
    const { put, now, clock } = open()
    const green = put({ content: 'My favourite colour is green' }).row
    clock.advance(day)
    const blue = put({ content: 'My favourite colour is blue' }).row
    clock.advance(day)
    const again = put({ content: 'My favourite colour is green' })
    assert.equal(again.merged, false)
    assert.notEqual(again.row.memory_uuid, green.memory_uuid)
    assert.equal(now(blue.memory_uuid)?.superseded_by, again.row.memory_uuid)
  })

  test('from an import does not replace what was told since', () => {
    const { put, now, clock } = open()
    const blue = put({ content: 'My favourite colour is blue' }).row
    const green = put({ content: 'My favourite colour is green' }, { told: clock.now() - 30 * day }).row
    assert.equal(now(blue.memory_uuid)?.superseded_by, null)
    const past = now(green.memory_uuid)
    assert.deepEqual([past?.superseded_by, past?.valid_to], [blue.memory_uuid, blue.valid_from])
  })

  test('of another fact, or about somebody else, changes nothing', () => {
    const { put, now, mia } = open()
    const colour = put({ content: 'My favourite colour is blue' }).row
    put({ content: 'My favourite tea is green' })
    put({ content: 'My favourite colour is red' }, { owner: mia })
    assert.equal(now(colour.memory_uuid)?.superseded_by, null)
  })
})

describe('What a newer value has taken the place of', () => {
  test('holds again once that is deleted, or forgotten', () => {
    for (const end of ['remove', 'forget'] as const) {
      const { put, now, memories, store, clock } = open()
      const [green, blue, red] = ['green', 'blue', 'red'].map((colour) => {
        clock.advance(day)
        return put({ content: `My favourite colour is ${colour}` }).row
      }) as [MemoryRow, MemoryRow, MemoryRow]
      const remove = (row: MemoryRow) =>
        store.write((tx) =>
          end === 'remove' ? memories.remove(tx, row) : memories.forget(tx, row, iso(clock.now())),
        )
      remove(blue)
      assert.deepEqual(
        [now(green.memory_uuid)?.superseded_by, now(red.memory_uuid)?.superseded_by],
        [red.memory_uuid, null],
      )
      remove(red)
      const holds = now(green.memory_uuid)
      assert.deepEqual([holds?.superseded_by, holds?.valid_to], [null, null])
    }
  })

  test('holds again also where all of it was forgotten at once, and only that comes back', () => {
    const { put, now, memories, store, clock } = open()
    const green = put({ content: 'My favourite colour is green' }).row
    clock.advance(day)
    const blue = put({ content: 'My favourite colour is blue' }).row
    const rows = memories.byIds([blue.memory_id, green.memory_id]).toReversed()
    store.write((tx) => {
      for (const row of rows) memories.forget(tx, row, iso(clock.now()))
    })
    store.write((tx) => memories.restore(tx, memories.findAny(green.memory_uuid) ?? green, {}))
    assert.equal(now(green.memory_uuid)?.superseded_by, null)
  })
})

describe('A memory whose id was chosen', () => {
  const memory_uuid = randomUUID()

  test('may be sent again: it changes nothing, also where it was changed meanwhile', () => {
    const { put, now, count, memories, store } = open()
    const first = put({ content: 'the key is under the mat', memory_uuid }).row
    store.write((tx) => memories.update(tx, { ...first, content: 'the key is in the shed' }, {}))
    const again = put({ content: 'the key is under the mat', memory_uuid })
    assert.deepEqual(
      [again.merged, again.row.content, again.row.strength],
      [true, 'the key is in the shed', 1],
    )
    assert.deepEqual([count('memories'), now(memory_uuid)?.content], [1, 'the key is in the shed'])
  })

  test('comes back where it was forgotten', () => {
    const { put, now, memories, store, clock } = open()
    const { row } = put({ content: 'the key is under the mat', memory_uuid })
    store.write((tx) => memories.forget(tx, row, iso(clock.now())))
    assert.equal(now(memory_uuid), undefined)
    assert.equal(put({ content: 'the key is under the mat', memory_uuid }).merged, true)
    assert.equal(now(memory_uuid)?.forgotten_at, null)
  })

  test('comes back as it is told now, and is found by it, where it was changed and forgotten', () => {
    const { put, now, memories, store, clock } = open()
    const { row } = put({ content: 'the key is under the mat', memory_uuid })
    const changed = { ...row, content: 'the key is in the shed' }
    store.write((tx) => memories.update(tx, changed, {}))
    store.write((tx) => memories.forget(tx, changed, iso(clock.now())))
    put({ content: 'the key is under the mat', memory_uuid })
    assert.equal(now(memory_uuid)?.content, 'the key is under the mat')
    assert.deepEqual(Object.keys(memories.vectorsOf(row)), ['a'])
  })

  test('gets another one where that is of somebody else', () => {
    const { put, mia } = open()
    put({ content: 'the key is under the mat', memory_uuid }, { owner: mia })
    const { row, merged } = put({ content: 'the key is under the mat', memory_uuid })
    assert.equal(merged, false)
    assert.notEqual(row.memory_uuid, memory_uuid)
  })
})

describe('A turn of an imported conversation', () => {
  test('is merged only within the same one, and makes nothing stronger', () => {
    const { put, count } = open()
    const [one, other] = [randomUUID(), randomUUID()]
    const insertInto = (conversation_uuid: string) =>
      put({ content: 'Yes!', conversation_uuid }, { actor: 'import' })
    assert.deepEqual(
      [insertInto(one), insertInto(other), insertInto(one)].map(({ merged }) => merged),
      [false, false, true],
    )
    assert.equal(insertInto(one).row.strength, 1)
    assert.equal(count('memories'), 2)
  })
})
