import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { insertMemory } from '../../../daemon/features/memory/insertion.ts'
import { newRow } from '../../../daemon/features/memory/rows.ts'
import { memoryStore } from '../../../daemon/features/memory/store.ts'
import { circlesOf } from '../../../daemon/features/memory/succession.ts'
import { iso } from '../../../daemon/kernel/clock.ts'
import { openTestStore } from '../../support/store.ts'

/** A member's memories; `put` imports one that says what took its place. */
function open() {
  const { store, clock, addMember } = openTestStore()
  const memories = memoryStore(store)
  const { family_member_uuid } = addMember('olga')
  for (const name of ['first', 'second', 'third'])
    store
      .prepare(
        `INSERT INTO imports (import_uuid, family_member_uuid, state, roles, received, bytes, done, stored, merged, skipped,
          attempts, created_at) VALUES (?, ?, 'done', 'own', 0, 0, 0, 0, 0, 0, 1, 0)`,
      )
      .run(name, family_member_uuid)
  const put = (memory_uuid: string, superseded_by: string | null, import_uuid: string) =>
    store.write((tx) => {
      const content = `The ferry of ${memory_uuid}`
      const row = newRow({ memory_uuid, content }, family_member_uuid, iso(clock.now()))
      const imported = { ...row, actor: 'import' as const, import_uuid, superseded_by }
      const { row: saved } = insertMemory(memories, tx, imported, {})
      memories.cameBy(tx, saved.memory_id, import_uuid)
    })
  const undo = (import_uuid: string) =>
    store.write((tx) => memories.forgetImport(tx, family_member_uuid, import_uuid, iso(clock.now())))
  const successorOf = (uuid: string) => memories.findAny(uuid)?.superseded_by
  const tie = (uuid: string, superseded_by: string) =>
    store.prepare('UPDATE memories SET superseded_by = ? WHERE memory_uuid = ?').run(superseded_by, uuid)
  return { put, undo, tie, successorOf, memories, store }
}

const names = (count: number) => Array.from({ length: count }, () => randomUUID())

describe('What took the place of a memory', () => {
  test('never leads back to it: the one that would close a circle holds', () => {
    const { put, successorOf } = open()
    const [a = '', b = '', c = ''] = names(3)
    put(c, a, 'first')
    put(a, b, 'second')
    put(b, c, 'second')
    assert.deepEqual([c, a, b].map(successorOf), [a, b, null])
    const [own = ''] = names(1)
    put(own, own, 'third')
    assert.equal(successorOf(own), null)
  })

  test('gives its own place on where an import is undone, over all that it brought', () => {
    const { put, undo, successorOf } = open()
    const [a = '', b = '', c = '', d = ''] = names(4)
    put(d, null, 'third')
    put(b, d, 'second')
    put(a, b, 'second')
    put(c, a, 'first')
    assert.equal(undo('second'), 2)
    assert.equal(successorOf(c), d)
    undo('third')
    assert.equal(successorOf(c), null)
  })

  test('is given up where an import is undone that holds a circle of old, with one inside of it and one outside', () => {
    const { put, undo, tie, successorOf } = open()
    const [a = '', b = '', c = '', inside = ''] = names(4)
    put(c, a, 'first')
    put(inside, a, 'first')
    put(a, b, 'second')
    put(b, null, 'second')
    tie(b, a)
    assert.equal(undo('second'), 2)
    assert.deepEqual([c, inside].map(successorOf), [null, null])
    const other = open()
    other.put(a, b, 'first')
    other.put(b, null, 'second')
    other.tie(b, a)
    other.undo('second')
    assert.equal(other.successorOf(a), null)
  })

  test('is given up where one of a circle of old is deleted', () => {
    const { put, tie, successorOf, memories, store } = open()
    const [a = '', b = ''] = names(2)
    put(a, b, 'first')
    put(b, null, 'first')
    tie(b, a)
    const row = memories.findAny(b)
    assert.ok(row)
    store.write((tx) => memories.remove(tx, row))
    assert.equal(successorOf(a), null)
  })
})

describe('Circles of memories', () => {
  const told = (memory_id: number, by: number, day = 1) => ({
    memory_id,
    memory_uuid: String(memory_id),
    superseded_by: String(by),
    valid_from: day,
  })

  test('are found once each, by the one that came last, and what only leads into one is not', () => {
    const all = [told(5, 1), told(1, 2), told(2, 3, 4), told(3, 1), told(9, 9), told(7, 8), told(6, 5)]
    assert.deepEqual(circlesOf(all), [2, 9])
  })

  test('of a hundred thousand are found as well', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => told(at, (at + 1) % 100_000))
    assert.equal(circlesOf(many).length, 1)
  })
})
