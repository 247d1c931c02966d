import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Memory, noFilter, partsUsed, tagsOf, wantedOf } from '../../../daemon/ui/memories/filter.ts'

describe('a filter of memories', () => {
  test('that leaves nothing out asks for nothing', () => {
    assert.deepEqual(wantedOf(noFilter), {})
    assert.equal(partsUsed(noFilter), 0)
  })

  test('counts each part that is used', () => {
    assert.equal(partsUsed({ ...noFilter, kind: 'fact', tag: 'ann', pinned: true, history: true }), 4)
  })

  test('takes both of its days as whole ones, in local time', () => {
    const { created_after, created_before } = wantedOf({ ...noFilter, from: '2026-03-01', to: '2026-03-01' })
    assert.equal(created_after, new Date(2026, 2, 1).toISOString())
    assert.equal(created_before, new Date(2026, 2, 2).toISOString())
  })

  test('ignores days that are typed incompletely', () => {
    assert.deepEqual(wantedOf({ ...noFilter, from: '2026-03', to: 'x' }).created_before, undefined)
    assert.deepEqual(wantedOf({ ...noFilter, to: '2026-13-40' }), {})
  })

  test('asks for a tag without the space around it, and for pinned ones only where that is wanted', () => {
    assert.deepEqual(wantedOf({ ...noFilter, tag: '  ann ', pinned: true }), { tag: 'ann', pinned: true })
    assert.deepEqual(wantedOf({ ...noFilter, tag: '   ' }), {})
    assert.deepEqual(wantedOf({ ...noFilter, history: true }), { history: true })
    assert.deepEqual(wantedOf({ ...noFilter, kind: 'event', visibility: 'household' }), {
      kind: 'event',
      visibility: 'household',
    })
  })
})

test('tags are named once each, in the order of the alphabet', () => {
  const memories = [{ tags: ['house', 'ann'] }, { tags: ['ann', 'Bees'] }] as unknown as Memory[]
  assert.deepEqual(tagsOf(memories), ['ann', 'Bees', 'house'])
})
