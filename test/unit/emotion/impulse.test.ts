import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { impulseOf } from '../../../daemon/features/emotion/impulse.ts'
import { neutral } from '../../../daemon/features/emotion/emotion-vector.ts'
import { sentimentOf, wordsOf } from '../../../daemon/features/emotion/sentiment.ts'

const sentiment = (text: string) => sentimentOf(wordsOf(text))
const push = (text: string) => impulseOf(text) ?? neutral

describe('The sentiment of a text', () => {
  it("is VADER's normalised sum", () => {
    // "good" is 3 of 5 in AFINN, 2.4 on the scale of VADER.
    assert.equal(sentiment('good'), 2.4 / Math.sqrt(2.4 ** 2 + 15))
  })

  it('is zero for neutral text', () => {
    for (const text of [
      '',
      '   ',
      '?!',
      'What is my puppy called?',
      'What is my favorite color?',
      'I would like to know the time',
      'Remind me to call the dentist at 5',
      'My sister Anna lives in Berlin',
      'constructor __proto__ toString',
    ]) {
      assert.equal(sentiment(text), 0, text)
    }
  })

  const rising: readonly (readonly string[])[] = [
    ['it is bad', 'it is annoying', 'it is fine', 'it is wonderful'],
    ['it is slightly good', 'it is good', 'it is very good', 'it is very very good'],
    ['it is very bad', 'it is bad', 'it is slightly bad'],
    ['it is not good', 'it is', 'it is good'],
    ['it is bad', 'it is not bad'],
    ['it is good', 'it is good!', 'it is good!!', 'it is good!!!'],
    ['it is bad!!', 'it is bad!', 'it is bad'],
    ['the food is good', 'the food is GOOD'],
    ['the food is BAD', 'the food is bad'],
    ['the start was good but the end was bad', 'the start was bad but the end was good'],
    ['I am not happy', 'I am sad but happy'],
    ['☹️', '🙂', '😍'],
    [':(', ':)'],
  ]
  for (const texts of rising) {
    it(`rises from "${texts[0]}" to "${texts.at(-1)}"`, () => {
      const values = texts.map(sentiment)
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
      )
      assert.equal(new Set(values).size, values.length)
    })
  }

  it('is reversed by a negation up to three words before, in the same clause', () => {
    assert.ok(sentiment('that was not really so good') < 0)
    assert.ok(sentiment("that wasn't good") < 0)
    assert.ok(sentiment('that wasn’t good') < 0)
    assert.ok(sentiment('not one of all of them was good') > 0)
    assert.ok(sentiment('no, it is good') > 0)
    assert.ok(sentiment('not sad but happy') > 0)
  })

  it('ignores more than four exclamation marks, and capitals in all-capital text', () => {
    assert.equal(sentiment('good!!!!'), sentiment('good!!!!!!!!'))
    assert.equal(sentiment('THIS IS GOOD'), sentiment('this is good'))
  })
})

describe('The impulse of a message', () => {
  type Direction = '+' | '-' | '0' | undefined
  const moves: readonly (readonly [string, Direction, Direction, Direction, string])[] = [
    ['Thank you so much', '+', '0', '+', 'thanks'],
    ['You are wonderful', '+', '+', '+', 'praise'],
    ['You are so stupid', '-', '+', '-', 'an insult'],
    ['shut up', '-', '+', '-', 'an insult'],
    ["I'm sorry for shouting", '+', undefined, '+', 'an apology'],
    ['My dog died yesterday', '-', '-', '-', 'a loss'],
    ['We lost my grandmother last night', '-', '-', '-', 'a loss'],
    ['I got fired today', '-', undefined, '-', 'bad news'],
    ['I got a puppy called Biscuit', '+', '+', '+', 'good news'],
    ["I can't wait for the party", '+', '+', '+', 'excitement'],
    ['I am so happy', '+', '+', '+', 'joy'],
    ['I am furious with my boss', '-', '+', '-', 'anger'],
    ['I am scared of the exam', '-', '+', '-', 'fear'],
    ['I am lonely', '-', '-', '-', 'sadness'],
    ['I am exhausted', '-', '-', '-', 'tiredness'],
    ['It is so peaceful here', '+', '-', '+', 'calm'],
    ['I finished it, it is under control', '+', undefined, '+', 'strength'],
    ['I feel helpless', '-', '0', '-', 'helplessness'],
    ['I want to die', '-', '+', '-', 'despair'],
    ['The weather is nice', '+', '0', '0', 'pleasant words'],
    ['The weather is awful', '-', '0', '0', 'unpleasant words'],
  ]
  for (const [text, valence, arousal, dominance, cause] of moves) {
    it(`of "${text}" is ${cause}`, () => {
      const felt = impulseOf(text)
      assert.equal(felt?.cause, cause)
      const directions = { valence, arousal, dominance }
      for (const [axis, direction] of Object.entries(directions)) {
        const moved = push(text)[axis as keyof typeof directions]
        if (direction !== undefined)
          assert.equal(Math.sign(moved), { '+': 1, '-': -1, '0': 0 }[direction], axis)
      }
    })
  }

  for (const text of [
    'What is my puppy called?',
    'Hello!',
    'no',
    'I have a meeting at 3pm with Tom',
    'WHERE IS THE FILE!!!',
    'How do I kill a process?',
    '🤡',
    '',
  ]) {
    it(`of "${text}" is none`, () => {
      assert.equal(impulseOf(text), null)
    })
  }

  it('is none when it is denied', () => {
    assert.notEqual(impulseOf('I am not afraid')?.cause, 'fear')
    assert.notEqual(impulseOf('You are not stupid')?.cause, 'an insult')
    assert.notEqual(impulseOf("I don't feel helpless")?.cause, 'helplessness')
  })

  it('is none for insults or praise of others, or a phone that died', () => {
    assert.notEqual(impulseOf('My boss is stupid')?.cause, 'an insult')
    assert.notEqual(impulseOf('Your stupid neighbour called')?.cause, 'an insult')
    assert.notEqual(impulseOf('Your best friend called')?.cause, 'praise')
    assert.notEqual(impulseOf('My phone has died')?.cause, 'a loss')
    assert.notEqual(impulseOf('I saw you, great')?.cause, 'praise')
  })

  it('grows with boosters, repetition, exclamation marks or capitals', () => {
    assert.ok(push('I am very scared').arousal > push('I am scared').arousal)
    assert.ok(push('I am slightly scared').arousal < push('I am scared').arousal)
    assert.ok(push('I am scared and afraid').arousal > push('I am scared').arousal)
    assert.ok(push('I am scared!').arousal > push('I am scared').arousal)
    assert.ok(push('I AM SO SCARED').arousal > push('I am so scared').arousal)
    assert.equal(push('I am scared!!!').arousal, push('I am scared!!!!!!').arousal)
  })

  it('is stronger for a loss than for a bad film', () => {
    assert.ok(push('My mum died').valence < push('The film was terrible').valence - 0.3)
  })

  it('stays within the limits, whatever the text', () => {
    const words = [
      'died',
      'you',
      'are',
      'stupid',
      'hate',
      'not',
      'very',
      'but',
      'love',
      '!',
      ',',
      ':(',
      '😭',
      'WOW',
    ]
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((some) => some.join(' ')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        for (const moved of [push(text).valence, push(text).arousal, push(text).dominance]) {
          assert.ok(moved >= -1 && moved <= 1)
        }
        assert.ok(Math.abs(sentiment(text)) <= 1)
      }),
    )
  })
})
