import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OutputOf } from '../../../daemon/client/types.ts'
import { withChanged, withoutForgotten } from '../../../daemon/ui/memories/checkup-now.ts'
import type { Memory } from '../../../daemon/ui/memories/filter.ts'

type Checkup = OutputOf<'memory.checkup'>

// Of a memory, a check-up looks at no more than this.
const memory = (memory_uuid: string, pinned = false) => ({ memory_uuid, pinned }) as Memory
const checkup: Checkup = {
  checked: 9,
  duplicates: [
    { memories: [memory('tea'), memory('the tea')], similarity: 0.9 },
    { memories: [memory('jam'), memory('a jam'), memory('the jam')], similarity: 0.8 },
  ],
  never_used: [memory('tent'), memory('rope')],
  stale: [memory('map')],
  // More of them than are listed.
  totals: { duplicates: 2, never_used: 12, stale: 1 },
}
const ids = (memories: readonly Memory[]) => memories.map(({ memory_uuid }) => memory_uuid).join(' ')
const shown = ({ duplicates, never_used, stale, totals }: Checkup) => [
  duplicates.map(({ memories }) => ids(memories)),
  ids(never_used),
  ids(stale),
  Object.values(totals),
]

describe('A check-up, until it is made again', () => {
  it('drops a forgotten memory, and counts one less', () => {
    assert.deepEqual(shown(withoutForgotten(checkup, ['tent', 'map'])), [
      ['tea the tea', 'jam a jam the jam'],
      'rope',
      '',
      [2, 11, 0],
    ])
  })

  it('shows duplicates as long as there are two of them', () => {
    assert.deepEqual(shown(withoutForgotten(checkup, ['the tea', 'jam']))[0], ['a jam the jam'])
    assert.equal(withoutForgotten(checkup, ['the tea', 'jam']).totals.duplicates, 1)
  })

  it('no longer lists a pinned memory as unused, and shows it as pinned', () => {
    const now = withChanged(checkup, memory('rope', true))
    assert.deepEqual(shown(now).slice(1), ['tent', 'map', [2, 11, 1]])
    const [group] = withChanged(checkup, memory('tea', true)).duplicates
    assert.deepEqual(group?.memories, [memory('tea', true), memory('the tea')])
  })

  it('keeps the place of a memory that changed otherwise', () => {
    assert.deepEqual(shown(withChanged(checkup, memory('tent'))), shown(checkup))
  })
})
