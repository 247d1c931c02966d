import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changesOf, wordingOf } from '../../../daemon/ui/memories/changes.ts'
import type { Memory } from '../../../daemon/ui/memories/filter.ts'
import { lineageOf } from '../../../daemon/ui/memories/lineage.ts'
import { reasonsOf } from '../../../daemon/ui/memories/reasons.ts'

const memory = (memory_uuid: string, more: Partial<Memory> = {}) =>
  ({
    memory_uuid,
    content: 'Ann likes tea.',
    kind: 'note',
    tags: ['ann'],
    importance: 0.5,
    visibility: 'private',
    pinned: false,
    superseded_by: null,
    valid_from: '2026-01-01T00:00:00.000Z',
    ...more,
  }) as Memory

describe('a change of a memory', () => {
  const before = memory('a')

  test('contains only what changed', () => {
    const now = { ...wordingOf(before), kind: 'preference' as const, tags: ['ann', 'tea'] }
    assert.deepEqual(changesOf(before, now), { id: 'a', kind: 'preference', tags: ['ann', 'tea'] })
  })

  test('is null when nothing changed but the space around the words', () => {
    assert.equal(changesOf(before, wordingOf(before)), null)
    assert.equal(changesOf(before, { ...wordingOf(before), content: ' Ann likes tea. \n' }), null)
  })
})

describe('the lineage of a memory', () => {
  const red = memory('red', { superseded_by: 'green', valid_from: '2026-01-01T00:00:00.000Z' })
  const green = memory('green', { superseded_by: 'blue', valid_from: '2026-02-01T00:00:00.000Z' })
  const blue = memory('blue', { valid_from: '2026-03-01T00:00:00.000Z' })
  const other = memory('other', { superseded_by: 'another', valid_from: '2026-02-02T00:00:00.000Z' })

  test('goes both ways from any of it, newest first, and takes in nothing else', () => {
    for (const one of [red, green, blue])
      assert.deepEqual(
        lineageOf(one, [other, red, blue, green]).map(({ memory_uuid }) => memory_uuid),
        ['blue', 'green', 'red'],
      )
  })

  test('is the memory alone where nothing else is known, and ends where two replace each other', () => {
    assert.deepEqual(lineageOf(blue, []), [blue])
    const [one, two] = [memory('1', { superseded_by: '2' }), memory('2', { superseded_by: '1' })]
    assert.equal(lineageOf(one, [two]).length, 2)
  })
})

test('the reasons of a search become texts, and one that is not known is left out', () => {
  assert.deepEqual(reasonsOf('means much the same; shares words; is something new'), [
    'match.same',
    'match.words',
  ])
  assert.deepEqual(reasonsOf(''), [])
})
