import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lowerFirst, toSecondPerson, upperFirst } from '../../../daemon/features/conversation/person.ts'

/** What the speaker says, and how it is said to the speaker. */
const rows: readonly (readonly [string, string])[] = [
  ['I love my dog', 'you love your dog'],
  ['I am tired', 'you are tired'],
  ["I'm tired", "you're tired"],
  ['I’ve got a boat', "you've got a boat"],
  ['I was ill', 'you were ill'],
  ["I wasn't ill", "you weren't ill"],
  ['my sister was ill', 'your sister was ill'],
  ['Tom gave me his old coat', 'Tom gave you his old coat'],
  ['we sold our house', 'you sold your house'],
  ['the blue one is mine', 'the blue one is yours'],
  ['what am I called', 'what are you called'],
  ['(my aunt), and me.', '(your aunt), and you.'],
  ['Tom likes tea', 'Tom likes tea'],
]

describe('What the speaker says is said to the speaker', () => {
  for (const [said, told] of rows)
    it(`${said}: ${told}`, () => {
      assert.equal(toSecondPerson(said), told)
    })
})

describe('The first letter', () => {
  it('becomes small where it begins a sentence only', () => {
    assert.equal(lowerFirst('My sister is called Anna'), 'my sister is called Anna')
    assert.equal(lowerFirst("You're tired"), "you're tired")
  })

  it('stays where it begins a name', () => {
    assert.equal(lowerFirst('Anna lives in Leeds'), 'Anna lives in Leeds')
    assert.equal(lowerFirst('Theo is here'), 'Theo is here')
  })

  it('becomes a capital, whatever it is', () => {
    assert.equal(upperFirst('your sister'), 'Your sister')
    assert.equal(upperFirst('über'), 'Über')
    assert.equal(upperFirst(''), '')
  })
})
