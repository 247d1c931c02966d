import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stemmer } from 'stemmer'
import {
  belongTogether,
  isKindOf,
  meanSame,
  roleOf,
} from '../../../daemon/features/conversation/word-groups.ts'

/** Two words, and whether they mean the same. */
const pairs: readonly (readonly [string, string, boolean])[] = [
  ['mum', 'mother', true],
  ['puppy', 'dog', true],
  ['puppies', 'dogs', true],
  ['film', 'movies', true],
  ['rhubarb', 'rhubarb', true],
  ['mother', 'father', false],
  ['sister', 'brother', false],
  ['dog', 'cat', false],
  ['wife', 'husband', false],
  ['rhubarb', 'dog', false],
]

describe('In everyday talk', () => {
  for (const [one, other, same] of pairs)
    it(`${one} and ${other} ${same ? 'mean the same' : 'differ'}`, () => {
      assert.equal(meanSame(stemmer(one), stemmer(other)), same)
      assert.equal(meanSame(stemmer(other), stemmer(one)), same)
    })
})

/** A word, a kind, and whether it is of that. */
const kinds: readonly (readonly [string, string, boolean])[] = [
  ['dog', 'pet', true],
  ['puppy', 'pet', true],
  ['mum', 'parent', true],
  ['sister', 'sibling', true],
  ['turquoise', 'color', true],
  ['pet', 'dog', false],
  ['sister', 'parent', false],
  ['car', 'pet', false],
  ['rhubarb', 'sport', false],
]

describe('A kind', () => {
  for (const [word, kind, is] of kinds)
    it(`${kind} ${is ? 'has' : 'does not have'} ${word}`, () => {
      assert.equal(isKindOf(stemmer(word), stemmer(kind)), is)
    })
})

describe('A role', () => {
  it('has one name for all its words', () => {
    const roles = ['mum', 'mother', 'mommy'].map((word) => roleOf(stemmer(word)))
    assert.deepEqual(new Set(roles), new Set([stemmer('mother')]))
    assert.equal(roleOf(stemmer('puppy')), stemmer('dog'))
  })

  it('is none of a thing', () => {
    for (const word of ['box', 'garden', 'rhubarb']) assert.equal(roleOf(stemmer(word)), null, word)
  })
})

describe('Words of one field of life', () => {
  it('belong together, though they mean different things', () => {
    assert.equal(belongTogether(stemmer('stadium'), stemmer('match')), true)
    assert.equal(belongTogether(stemmer('stadium'), stemmer('funeral')), false)
  })
})
