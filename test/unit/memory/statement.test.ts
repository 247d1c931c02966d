import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { replaces, statementOf, subjectOf } from '../../../daemon/features/memory/statement.ts'

describe('Two texts say the same', () => {
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

describe('Two texts say different things', () => {
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

  test('a text of nothing but fillers is still one', () => {
    assert.equal(statementOf('The The'), 'the the')
    assert.equal(statementOf('the'), 'the')
  })
})

describe('A newer statement takes the place of an older one', () => {
  const holds = (newer: string, older: string) => replaces(statementOf(newer), statementOf(older))

  test('where both give a value to one thing of somebody', () => {
    assert.ok(holds('My favourite colour is blue', 'my favourite colour is green'))
    assert.ok(holds('Anna’s phone number is 0171 22', 'Anna’s phone number is 0171 11'))
    assert.ok(holds('Our address is now 5 Hill Road', 'our address is now 3 Hill Road'))
  })

  test('and not where they say the same, or something of somebody else, or not clearly of one thing', () => {
    assert.ok(!holds('My favourite colour is blue.', 'my favourite colour is blue'))
    assert.ok(!holds('Ben’s phone number is 2', 'Anna’s phone number is 1'))
    assert.ok(!holds('My favourite tea is Earl Grey', 'my favourite colour is green'))
    assert.ok(!holds('I like pears', 'I like apples'))
    assert.ok(!holds('The puppy is brown', 'The puppy is called Biscuit'))
    assert.ok(!holds('My friend is Tom', 'my friend is Tim'))
  })

  test('which begin alike', () => {
    assert.equal(subjectOf(statementOf('My favourite colour is blue')), 'my favourite colour')
    assert.equal(subjectOf(statementOf('I like pears')), null)
  })
})
