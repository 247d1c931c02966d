import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withDigits } from '../../../daemon/language/en/memory/paraphrase.ts'

describe('Numbers in words', () => {
  for (const [words, digits] of [
    ['twenty five cats', '25 cats'],
    ['eight hundred and fifty a month', '850 a month'],
    ['two thousand three hundred', '2300'],
    ['one two', '1 2'],
    ['five ten', '5 10'],
    ['the third of may', 'the 3rd of may'],
    ['salt and pepper', 'salt and pepper'],
    ['at 7 on the 4th', 'at 7 on the 4th'],
  ] as const)
    test(`“${words}” is “${digits}”`, () => assert.equal(withDigits(words.split(' ')).join(' '), digits))
})
