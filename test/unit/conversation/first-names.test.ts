import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pronounOfName } from '../../../daemon/features/conversation/first-names.ts'

/** A name, and how somebody of that name is spoken of. */
const rows: readonly (readonly [string, 'she' | 'he' | null])[] = [
  ['Judith', 'she'],
  ['Harold', 'he'],
  ["Judith's", 'she'],
  ['Mrs Robin', 'she'],
  ['Uncle Robin', 'he'],
  ['Robin', null],
]

describe('A first name', () => {
  for (const [name, pronoun] of rows)
    it(`tells ${pronoun ?? 'nothing'}: ${name}`, () => {
      assert.equal(pronounOfName(name), pronoun)
    })
})
