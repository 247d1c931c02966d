import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Expression, Mood } from '../../../daemon/features/conversation/exchange/engine.ts'
import { intentNamed, intents } from '../../../daemon/features/conversation/intents.ts'
import { inManner } from '../../../daemon/features/conversation/manner.ts'
import { replyTo } from '../../../daemon/features/conversation/wording.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'

const { persona, mood } = turnOf('')
const being = (expression: Partial<Expression>, felt: Partial<Mood> = {}) =>
  turnOf('', {
    persona: { ...persona, expression: { ...persona.expression, ...expression } },
    mood: { ...mood, ...felt },
  })
const [talkative, playful, brief] = [{ verbosity: 0.9 }, { humor: 0.9 }, { verbosity: 0.2 }]
const beside = { talkative: 'I have time.', playful: 'I have no watch.' }
const reply = 'That is hard. What happened?'

/** What is said by a companion, and how that companion is. */
const manners: readonly (readonly [string, string, Partial<Expression>])[] = [
  ['neither', reply, {}],
  ['talkative', 'That is hard. I have time. What happened?', talkative],
  ['playful', 'That is hard. I have no watch. What happened?', playful],
  [
    'talkative and playful',
    'That is hard. I have time. I have no watch. What happened?',
    { ...talkative, ...playful },
  ],
  ['brief', reply, brief],
]

describe('A reply by a companion that is', () => {
  for (const [name, said, expression] of manners)
    it(`${name} is "${said}"`, () => {
      assert.equal(inManner(reply, beside, being(expression)), said)
    })

  it('brief leaves out what is asked out of courtesy, and nothing else', () => {
    assert.equal(inManner(reply, { courteous: true }, being(brief)), 'That is hard.')
    assert.equal(inManner('What is it?', { courteous: true }, being(brief)), 'What is it?')
    assert.equal(inManner('All right.', { courteous: true }, being(brief)), 'All right.')
    assert.equal(inManner(reply, { courteous: true }, being({})), reply)
  })

  it('playful has no joke where something weighs on it', () => {
    assert.equal(inManner(reply, beside, being(playful, { valence: -0.1 })), reply)
  })

  it('that is but a question comes first', () => {
    assert.equal(inManner('What is it?', beside, being(talkative)), 'What is it? I have time.')
  })
})

const said = (intent: string, expression: Partial<Expression>) => {
  const found = intentNamed(intent)
  assert.ok(found)
  return replyTo(found, being(expression))
}
const lively = { energy: 0.9 }

describe('To what is said', () => {
  it('a lively companion is warm where it is no time to be lively, if it is warm at all', () => {
    assert.equal(said('worry', lively), said('worry', { energy: 0.5 }))
    assert.match(said('worry', lively), /^I'm sorry you're carrying that, Ann\./)
    assert.match(said('worry', { ...lively, warmth: 0.2 }), /^That sounds stressful/)
    assert.match(said('joy', lively), /^Hooray/)
  })

  it('a talkative one says more of joy, and a playful one jokes', () => {
    assert.match(said('joy', { ...talkative, ...playful }), /Tell me all about it.* confetti/)
  })

  it('a brief one is sorry, and does not pry', () => {
    assert.equal(said('worry', brief), "I'm sorry you're carrying that, Ann. Take a breath; I'm here.")
  })

  it('a brief one asks all the same what it has to know', () => {
    for (const intent of ['remind-of-what', 'moment-has-passed', 'what-is-right', 'too-often'])
      assert.match(said(intent, brief), /\?$/, intent)
  })
})

describe('What is said beside a reply', () => {
  it('is a sentence, and no question', () => {
    for (const { name, beside = {} } of intents)
      for (const text of [beside.talkative, beside.playful])
        assert.match(text ?? 'Nothing.', /^\p{Lu}[^?!]*\.$/u, name)
  })

  it('is never there where somebody may come to harm', () => {
    for (const { name, urgent, beside } of intents) if (urgent) assert.equal(beside, undefined, name)
  })

  it('is no joke where somebody suffers', () => {
    for (const name of ['grief', 'distress', 'worry', 'anger', 'unwell', 'tired'])
      assert.equal(intentNamed(name)?.beside?.playful, undefined, name)
  })
})
