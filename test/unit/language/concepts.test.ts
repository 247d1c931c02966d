import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { conceptsIn } from '../../../daemon/language/en/concepts.ts'

/** A word for a matter, what speaks of it without the word, and what does not. */
const matters: readonly (readonly [string, string, string])[] = [
  ['my wages', 'I get 14.20 an hour now at the depot.', 'The depot gate code is 4471.'],
  ['how heavy I am', 'I was sixteen stone four at the nurse.', 'My brother ran the Great North Run.'],
  ['the health stuff', "They've put me on ramipril.", 'The allotment is plot 22.'],
  ['my antidepressants', "I've been put on sertraline.", 'I walk the dog before breakfast.'],
  ['the gambling', 'I also put forty on the dogs at Romford.', 'The garage is behind Aldi.'],
  ['the dog', 'Gus is a border terrier.', 'The landlord is Mr Pocock.'],
  ['splitting up', 'Colin and I are getting divorced.', 'The cat needs her worming tablet.'],
]

describe('A matter is told without its word', () => {
  for (const [called, told, other] of matters)
    it(`${called}: ${told}`, () => {
      const concepts = conceptsIn(called)
      assert.ok(concepts.some((one) => one.told.test(told)))
      assert.ok(!concepts.some((one) => one.told.test(other)))
    })

  it('and most texts have no word for one', () => {
    assert.deepEqual(conceptsIn('Who is Jonas?'), [])
  })
})
