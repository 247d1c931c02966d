import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageCount, pageWithin } from '../../../daemon/ui/parts/pages.ts'

describe('The pages of a list', () => {
  it('are at least one, plus one for the remainder', () => {
    const counts = [0, 1, 20, 21, 40, 41].map((total) => pageCount(total, 20))
    assert.deepEqual(counts, [1, 1, 1, 2, 2, 3])
  })

  it('show the last one there is when the current one became empty', () => {
    assert.equal(pageWithin(2, 20, 20), 1)
    assert.equal(pageWithin(2, 21, 20), 2)
    assert.equal(pageWithin(5, 0, 20), 1)
    assert.equal(pageWithin(1, 100, 20), 1)
  })
})
