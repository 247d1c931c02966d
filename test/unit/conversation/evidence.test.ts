import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holds, isExact } from '../../../daemon/features/conversation/evidence.ts'
import type { Wanted } from '../../../daemon/features/conversation/questions.ts'

/** A kind of answer, a memory, and whether that has one. */
const evidence: readonly (readonly [Wanted, string, boolean])[] = [
  ['time', 'The train leaves at 9:15', true],
  ['time', 'The exam is on Friday', true],
  ['time', 'The train is blue', false],
  ['number', 'Tom has three children', true],
  ['number', 'Tom has children', false],
  ['place', 'The key is under the mat', true],
  ['place', 'The key is lost', false],
  ['job', 'Tom works nights', true],
  ['job', 'Tom loves tea', false],
  ['allergy', 'Nuts bring on a rash', true],
  ['allergy', 'Tom loves nuts', false],
  ['disliking', "I can't stand olives", true],
  ['disliking', 'I love olives', false],
  ['liking', 'I love olives', true],
  ['liking', 'I own a boat', false],
  ['age', 'Tom is nine', true],
  ['age', 'The shop shuts at nine', false],
  ['age', 'Tom has nine fish', false],
  ['duration', 'We have lived here since May', true],
  ['duration', 'I swam for two hours', true],
  ['duration', 'We live here', false],
  ['place', 'I leave in the morning', false],
  ['place', 'The ladder leans against the shed', true],
  ['job', 'My aunt is a carpenter', true],
  ['job', 'Tom is my brother', false],
  ['avoiding', "Tom won't touch fish", true],
  ['avoiding', 'Tom cooks fish', false],
  ['wish', "I'd give anything to fly", true],
  ['name', 'We call the boat Sally', true],
  ['anything', 'I own a boat', true],
]

describe('A memory', () => {
  for (const [kind, memory, has] of evidence)
    it(`${has ? 'may' : 'cannot'} answer for ${kind}: ${memory}`, () => {
      assert.equal(holds(kind, memory), has)
    })
})

/** A question, a memory, and whether that names somebody whom the question does not. */
const people: readonly (readonly [string, string, boolean])[] = [
  ['Who mends the roof?', 'The roofer comes on Monday', true],
  ['Who is my sister visiting?', 'My sister Anna is in Leeds', false],
  ['Who is my sister visiting?', 'My sister Anna is staying with Carla', true],
  ['Who went to Leeds?', 'We drove to Leeds in the rain', false],
  ['Who gave me the drill?', 'I got the drill from Norman', true],
]

describe('To who, an answer', () => {
  for (const [question, memory, has] of people)
    it(`${has ? 'may be' : 'cannot be'}: ${question} ${memory}`, () => {
      assert.equal(holds('person', memory, question), has)
    })
})

describe('To a name', () => {
  it('the one that the question says itself is no answer', () => {
    assert.equal(holds('name', 'My boat is called Sally', 'What is the boat of Sally called?'), false)
    assert.equal(holds('name', 'My boat is called Sally', 'What is my boat called?'), true)
  })
})

/** A question, and what answers it exactly, and what does not. */
const exact: readonly (readonly [string, string, string])[] = [
  ['What time is the class?', 'The class is at six', 'The class is on Monday'],
  ['Which day is the class?', 'The class is on Monday', 'The class is at six'],
  ['What year did we move?', 'We moved in 1999', 'We moved last spring'],
  ['How much was the lamp?', 'The lamp was £12', 'The lamp was a gift'],
  ['How often do I swim?', 'I swim twice a week', 'I swim in the lake'],
]

describe('What is asked for exactly', () => {
  for (const [question, memory, other] of exact)
    it(`is in "${memory}", not in "${other}"`, () => {
      assert.equal(isExact(question, memory), true)
      assert.equal(isExact(question, other), false)
    })
})
