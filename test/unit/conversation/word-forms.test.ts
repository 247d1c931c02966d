import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stemmer } from 'stemmer'
import { doerOf } from '../../../daemon/features/conversation/word-forms.ts'

/** Who does it, what is done, and whether they belong together. */
const rows: readonly (readonly [string, string, boolean])[] = [
  ['drummer', 'drums', true],
  ['dancer', 'dance', true],
  ['violinist', 'violin', true],
  ['conductor', 'conducts', true],
  ['drummer', 'dance', false],
  ['drum', 'drums', false],
]

describe('Who does something is known by it', () => {
  for (const [doer, action, is] of rows)
    it(`${doer} ${is ? 'is' : 'is not'} of ${action}`, () => {
      assert.equal(doerOf(doer, stemmer(action)), is)
    })
})
