import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { replaces, statementOf, subjectOf } from '../../../daemon/language/en/memory/statement.ts'

describe('Two texts are one statement', () => {
  for (const [one, other] of [
    ['The puppy is called Biscuit.', 'the puppy is called biscuit!'],
    ['Remember that the puppy is called Biscuit', 'The puppy is called Biscuit'],
    ['Please remember: my sister’s birthday is 4 May', 'my sister’s birthday is 4 May'],
    ['Hey companion, note that I just really love the sea', 'I love sea'],
    ['I don’t eat fish', 'I do not eat fish'],
    ["I'm allergic to nuts and can't eat them", 'I am allergic to nuts and cannot eat them'],
    ["Don't forget that we're at the sea", 'We are at the sea'],
    ['Ich mag Ümläute', 'ich mag u\u0308mla\u0308ute'],
  ] as const) {
    test(`${one} / ${other}`, () => {
      assert.equal(statementOf(one), statementOf(other))
    })
  }
})

describe('Two texts are different statements', () => {
  for (const [one, other] of [
    ['Ann likes Ben', 'Ben likes Ann'],
    ['I like tea', 'I do not like tea'],
    ['I can swim', "I can't swim"],
    ['the train goes at 7', 'the train goes at 8'],
    ['Dr Meyer is my dentist', 'Dr Mayer is my dentist'],
    ['🫖', '🍵'],
  ] as const) {
    test(`${one} / ${other}`, () => {
      assert.notEqual(statementOf(one), statementOf(other))
    })
  }

  test('fillers alone are still a statement', () => {
    assert.equal(statementOf('The The'), 'the the')
    assert.equal(statementOf('the'), 'the')
  })
})

describe('A newer statement replaces an older one', () => {
  const holds = (newer: string, older: string) => replaces(statementOf(newer), statementOf(older))

  test('if both give a value to one fact about somebody', () => {
    assert.ok(holds('My favourite colour is blue', 'my favourite colour is green'))
    assert.ok(holds('Anna’s phone number is 0171 22', 'Anna’s phone number is 0171 11'))
    assert.ok(holds('Our address is now 5 Hill Road', 'our address is now 3 Hill Road'))
  })

  test('not if they are equal, about somebody else, or ambiguous', () => {
    assert.ok(!holds('My favourite colour is blue.', 'my favourite colour is blue'))
    assert.ok(!holds('Ben’s phone number is 2', 'Anna’s phone number is 1'))
    assert.ok(!holds('My favourite tea is Earl Grey', 'my favourite colour is green'))
    assert.ok(!holds('I like pears', 'I like apples'))
    assert.ok(!holds('The puppy is brown', 'The puppy is called Biscuit'))
    assert.ok(!holds('My friend is Tom', 'my friend is Tim'))
  })

  test('only if they begin alike', () => {
    assert.equal(subjectOf(statementOf('My favourite colour is blue')), 'my favourite colour')
    assert.equal(subjectOf(statementOf('I like pears')), null)
  })
})
