import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aboutIn, ageAsked, renamed } from '../../../daemon/language/en/facts/asking.ts'
import { agree, statedIn } from '../../../daemon/language/en/facts/facts.ts'
import { ageFrom, dayNamed, daysAway, spanAsked } from '../../../daemon/language/en/facts/reckoning.ts'

const stated = (text: string): string[] =>
  statedIn(text).map(({ subject: { name, relation }, attribute, value, modality }) =>
    [name ?? '', relation ?? '', attribute, value, ...(modality === 'stated' ? [] : [modality])].join(' | '),
  )
const when = { now: Date.parse('2026-11-24T10:00Z'), time_zone: 'UTC' }

describe('What a text states', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      'My brother Ali lives in Izmir and he repairs phones.',
      ['Ali | brother | name | Ali', 'Ali | brother | lives in | Izmir'],
    ],
    ['Oh, by the way, I live in Leeds now.', [' |  | lives in | Leeds']],
    ['My cat is called Biscuit.', ['Biscuit | cat | name | Biscuit']],
    ['Our solicitor is Mr. Urquhart in Kelso.', ['Mr Urquhart | solicitor | name | Mr Urquhart']],
    ['Paolo is allergic to penicillin, he got the rashes.', ['Paolo |  | allergic to | penicillin']],
    ['I was born on 3 May 1981.', [' |  | birthday | 3 May 1981']],
    [
      'My daughter Zosia is eight, she lives with her mother.',
      ['Zosia | daughter | name | Zosia', 'Zosia | daughter | age | eight'],
    ],
    ['My locker code is 0392.', [' |  | locker code | 0392']],
    ['My favorite colour is teal.', [' |  | favourite colour | teal']],
    ["I don't work at Lidl any more.", [' |  | works | at Lidl | denied']],
    ['I used to live in York.', [' |  | lives in | York | past']],
    ['My mum is a nurse.', [' | mother | is | nurse']],
  ]
  for (const [text, expected] of cases)
    it(`is found in “${text}”`, () => assert.deepEqual(stated(text), expected))

  for (const text of [
    'Maybe I live in Rome one day.',
    'I wish I lived in Rome.',
    'Do I live in Rome?',
    'She said: “I live in Rome”.',
    'If I live in Rome, I learn Italian.',
    'Dinner is seven.',
    'Rent is 1,150 for the two of us.',
    'ASK MY SISTER NOW',
    'Ask my sister.',
    'I work.',
  ])
    it(`is nothing in “${text}”`, () => assert.deepEqual(stated(text), []))
})

describe('A question', () => {
  it('may want all that was told of somebody', () => {
    assert.equal(aboutIn('So, tell me everything you know about my sister, please.'), 'my sister')
    assert.equal(aboutIn('What have I told you about the boiler?'), 'the boiler')
    assert.equal(aboutIn('What do you know about me?'), null)
    assert.equal(aboutIn('I told Ben about Anna.'), null)
  })

  it('is the same by a name as by what somebody is', () => {
    const anna = { name: 'Anna', relation: 'sister' }
    assert.equal(renamed('Where does my big sister live?', anna), 'Where does Anna live?')
    assert.equal(renamed("What's Anna's job?", anna), "What's my sister's job?")
    assert.equal(renamed('Where is Annabel?', anna), null)
  })

  it('may ask for an age, or how long it is until something', () => {
    assert.equal(ageAsked('How old is my daughter these days?'), 'my daughter')
    assert.equal(ageAsked('How old is the milk in the fridge, and is it safe?'), null)
    assert.equal(spanAsked("How many days until Ben's recital?"), 'until')
    assert.equal(spanAsked('How long has it been since we moved?'), 'ago')
    assert.equal(spanAsked('How long does the train take?'), null)
  })
})

describe('What is reckoned from what was told', () => {
  it('is an age, from the day of a birth or from an age and when it was told', () => {
    const at = Date.parse('2025-05-01')
    assert.deepEqual(ageFrom({ age: null, birthday: '3 December 2015' }, when), [10, 10])
    assert.deepEqual(ageFrom({ age: { value: 'seven', at }, birthday: '3 August' }, when), [9, 9])
    assert.deepEqual(ageFrom({ age: { value: '44', at }, birthday: null }, when), [45, 46])
    assert.deepEqual(ageFrom({ age: null, birthday: '1981' }, when), [44, 45])
    assert.equal(ageFrom({ age: null, birthday: '3 May' }, when), null)
  })

  it('is how far away the one day is that a text names', () => {
    const away = (text: string, told = when.now) => {
      const day = dayNamed(text, told, when, 'until')
      return day === null ? null : daysAway(day, when)
    }
    assert.equal(away('The recital is on 6 December.'), 'in 12 days')
    assert.equal(away('The recital is tomorrow.', when.now - 86_400_000), 'today')
    assert.equal(away('How long till Christmas?'), 'in 31 days')
    assert.equal(away('It is on 6 December or on 7 December.'), null)
    assert.equal(away('We move soon.'), null)
  })

  it('is whether two days of birth can both be right', () => {
    assert.ok(agree('3 May', 'the 3rd of May 2018'))
    assert.ok(!agree('3 May', '5 May'))
    assert.ok(!agree('3 May 1981', '3 May 1982'))
  })
})
