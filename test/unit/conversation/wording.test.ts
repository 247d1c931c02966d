import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Expression } from '../../../daemon/features/conversation/exchange/engine.ts'
import type { Intent } from '../../../daemon/features/conversation/intent.ts'
import {
  acknowledge,
  admit,
  daytime,
  fill,
  firstName,
  pick,
  replyTo,
  voiceOf,
} from '../../../daemon/features/conversation/wording.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'

const { persona } = turnOf('')
const sounding = (rest: Partial<Expression>) => ({
  ...persona,
  expression: { ...persona.expression, formality: 0.2, energy: 0.2, warmth: 0.2, ...rest },
})
const said = (count: number) =>
  Array.from({ length: count }, () => ({ role: 'user' as const, content: 'Hi' }))

/** A name, an expression, and its voice. */
const voices: readonly (readonly [string, Partial<Expression>, string])[] = [
  ['formal, however lively and warm', { formality: 0.9, energy: 0.9, warmth: 0.9 }, 'formal'],
  ['lively, however warm', { energy: 0.9, warmth: 0.9 }, 'lively'],
  ['warm', { warmth: 0.9 }, 'warm'],
  ['plain where nothing stands out', {}, 'plain'],
]

describe('A companion sounds', () => {
  for (const [name, expression, voice] of voices)
    it(name, () => {
      assert.equal(voiceOf(turnOf('', { persona: sounding(expression) })), voice)
    })

  it('never lively where something weighs on it', () => {
    const turn = turnOf('', { persona: sounding({ energy: 0.9, warmth: 0.9 }) })
    assert.equal(voiceOf(turn), 'lively')
    assert.equal(voiceOf({ ...turn, mood: { ...turn.mood, valence: -0.1 } }), 'warm')
  })

  it('as its voice where it notes something', () => {
    const formal = turnOf('', { persona: sounding({ formality: 0.9 }) })
    assert.equal(acknowledge(false, formal), 'Thank you; I shall remember that.')
    assert.equal(acknowledge(true, formal), 'Indeed, I remember that you told me.')
    assert.equal(acknowledge(true, turnOf('')), 'Yes, I remember that you told me.')
  })

  it('as its voice where it knows nothing', () => {
    assert.match(admit(turnOf('')), /^I don't know that, Ann;/)
    assert.equal(admit(turnOf('', { persona: sounding({}) })), "I don't know; you haven't told me that.")
  })
})

const intent: Intent = {
  name: 'test',
  patterns: [],
  examples: [],
  replies: { plain: ['Plainly.'], formal: ['One, {name}.', 'Two, {name}.'] },
  confidence: 1,
}

describe('A reply to an intent', () => {
  it('is plain where the voice has none of its own', () => {
    assert.equal(replyTo(intent, turnOf('')), 'Plainly.')
  })

  it('is another one each time', () => {
    const formal = sounding({ formality: 0.9 })
    const replies = [0, 1, 2].map((count) =>
      replyTo(intent, turnOf('', { persona: formal, history: said(count) })),
    )
    assert.deepEqual(replies, ['One, Ann.', 'Two, Ann.', 'One, Ann.'])
  })

  it('is empty where there is none to pick from', () => {
    assert.equal(pick([], turnOf('')), '')
  })
})

/** Hours of the day in Berlin, in winter, and what part of it they are. */
const hours: readonly (readonly [number, string])[] = [
  [4, 'night'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [22, 'evening'],
  [23, 'night'],
]

describe('The part of the day', () => {
  for (const [hour, part] of hours)
    it(`at ${hour} is ${part}`, () => {
      assert.equal(daytime(Date.UTC(2025, 2, 4, hour - 1), 'Europe/Berlin'), part)
    })

  it('is that of the zone', () => {
    assert.equal(daytime(Date.UTC(2025, 2, 4, 11, 30), 'Europe/London'), 'morning')
    assert.equal(daytime(Date.UTC(2025, 2, 4, 11, 30), 'Europe/Berlin'), 'afternoon')
  })
})

describe('A text is filled in', () => {
  it('with who talks, how it feels, and the time of day', () => {
    assert.equal(
      fill('{Greeting}, {name}. {companion} is {mood}.', turnOf('')),
      'Good afternoon, Ann. Nova is content.',
    )
  })

  it('with a plain hello at night', () => {
    assert.equal(fill('{Greeting}', turnOf('', { now: Date.UTC(2025, 2, 4, 1) })), 'Hello')
  })

  it('but for what it does not know', () => {
    assert.equal(fill('{secret} {name}', turnOf('')), '{secret} Ann')
  })

  it('with the first of several names, or the only one', () => {
    assert.deepEqual(['Ann Mary Example', 'Nova'].map(firstName), ['Ann', 'Nova'])
  })
})
