import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Focus, noFocus } from '../../../daemon/features/conversation/focus-state.ts'
import { maxSentences, maxWords } from '../../../daemon/features/conversation/exchange/reading-limits.ts'
import { type Act, dangerIn, understand } from '../../../daemon/features/conversation/understanding.ts'

/** A Tuesday, 14:05 in Berlin. */
const now = Date.UTC(2025, 2, 4, 13, 5)
const heard = (content: string, focus: Focus = noFocus, lastQuestion: string | null = null) =>
  understand({ content, focus, lastQuestion, now, time_zone: 'Europe/Berlin' })

/** What an act does, in a few words. */
function brief(act: Act): string {
  switch (act.kind) {
    case 'tell':
      return `tell: ${act.told.content}`
    case 'correct':
      return `correct: ${act.resolved}`
    case 'forget':
      return `forget: ${act.about ?? 'the last'}`
    case 'remind':
      return `remind: ${act.reminder.title}`
    case 'ask':
      return `ask: ${act.question}`
    default:
      return `chat: ${act.intent}`
  }
}

const does = (content: string, focus?: Focus, lastQuestion?: string) =>
  heard(content, focus, lastQuestion).acts.map(brief)

/** A name, a message, and what it does. */
const rows: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'something that is told is kept',
    'My sister Anna lives in Leeds',
    ['tell: My sister Anna lives in Leeds'],
  ],
  [
    'a question after it knows whom it is about',
    'My sister Anna lives in Leeds. When is her birthday?',
    ['tell: My sister Anna lives in Leeds', "ask: When is my sister Anna's birthday?"],
  ],
  [
    'two things of two people are kept apart',
    'My sister is called Anna. My brother is called Tom.',
    ['tell: My sister is called Anna', 'tell: My brother is called Tom'],
  ],
  [
    'what goes on with it is kept with it',
    'We moved to Leeds in May. We like it a lot there.',
    ['tell: We moved to Leeds in May. We like it a lot there'],
  ],
  ['a greeting is answered', 'Hello', ['chat: greeting']],
  [
    'a greeting before something that is told hides neither',
    'Hello! I have a dog called Rex.',
    ['chat: greeting', 'tell: I have a dog called Rex'],
  ],
  [
    'a death is kept, and grieved',
    'My father died last night.',
    ['tell: My father died last night', 'chat: grief'],
  ],
  ['a sigh is no fact', 'I am so sad today', ['chat: distress']],
  [
    'a question about a funeral is a question',
    'Is the funeral of my aunt on Friday?',
    ['ask: Is the funeral of my aunt on Friday?'],
  ],
  [
    'what is right may come in the next sentence',
    "No, that's wrong. It is in Bath.",
    ['correct: It is in Bath.'],
  ],
  ['what is to be forgotten has its subject', 'Forget what I told you about Doris.', ['forget: Doris']],
  ['"forget that" is about the last', 'Forget that.', ['forget: the last']],
  ['a reminder is asked for', 'Remind me to call Anna tomorrow at 5', ['remind: call Anna']],
  ['a question about reminders asks for none', 'Do I have any reminders?', ['ask: Do I have any reminders?']],
  ['"remind me, who" asks who', 'Remind me, who is Doris?', ['ask: Remind me, who is Doris?']],
  [
    'a day that is never forgotten is told',
    "I'll never forget that day",
    ["tell: I'll never forget that day"],
  ],
  ['forgotten keys are neither kept nor forgotten', 'I forgot my keys', []],
  ['a pizza cannot be ordered', 'Order a pizza for me', ['chat: cannot']],
  ['the weather is not known', 'What is the weather like tomorrow?', ['chat: cannot-know']],
  ['a question to the companion is about it', 'How are you?', ['chat: how-are-you']],
  ['a wish for the day is a goodbye', 'Have a nice day!', ['chat: farewell']],
  ['an empty message does nothing', '', []],
  ['marks alone are asked back', '?!', ['chat: no-words']],
  [
    'what may mean harm is heard before all else, and nothing of it is kept',
    'I want to die. My sister Anna lives in Leeds.',
    ['chat: harm-to-oneself', 'tell: My sister Anna lives in Leeds'],
  ],
  ['also in a question', 'Should I kill myself?', ['chat: harm-to-oneself']],
  ['what is wrong is asked for where nothing right was said', "That's wrong.", ['chat: what-is-right']],
  [
    'a reminder for what is over is not made',
    'Remind me today at 9 am to call Bob',
    ['chat: moment-has-passed'],
  ],
  ['a reminder of nothing is asked for', 'Remind me', ['chat: remind-of-what']],
  ['a reminder every minute is not made', 'Remind me every five minutes to drink', ['chat: too-often']],
  ['what is written in haste is understood', 'whats my sisters name', ["ask: what's my sisters name"]],
  ['a yes before more is not answered', 'Yes. My sister is called Anna.', ['tell: My sister is called Anna']],
  ['a request is no fact', 'Write me a poem', ['chat: make-up']],
  ['"forget it" forgets nothing', 'Forget it', ['chat: refusal']],
  ['another language is said to be one', "Wie geht's dir?", ['chat: other-language']],
]

describe('In a message', () => {
  for (const [name, content, acts] of rows)
    it(name, () => {
      assert.deepEqual(does(content), acts)
    })

  it('what is told has its pronouns resolved', () => {
    assert.deepEqual(does('She lives in Leeds', { ...noFocus, she: 'my aunt' }), [
      'tell: My aunt lives in Leeds',
    ])
  })

  it('what is forgotten, too', () => {
    assert.deepEqual(does('Forget about her', { ...noFocus, she: 'my aunt' }), ['forget: My aunt'])
  })

  it('what is right is there as it was said, and resolved', () => {
    const [act] = heard('No, she lives in Bath.', { ...noFocus, she: 'my aunt' }).acts
    assert.deepEqual(act, {
      kind: 'correct',
      text: 'she lives in Bath.',
      resolved: 'My aunt lives in Bath.',
      about: null,
    })
  })
})

describe('Of a long message', () => {
  const facts = (count: number) =>
    Array.from({ length: count }, (_, at) => `My cousin Tom${'x'.repeat(at)} is ${at + 20} years old.`)

  it('all is understood that people write, and it is said so', () => {
    const content = facts(60).join(' ')
    const { acts, partly } = heard(content)
    assert.equal(acts.length, 60)
    assert.equal(partly, false)
  })

  it('no more sentences are read than can be at once, and it is said so', () => {
    const { acts, partly } = heard('Hi. '.repeat(maxSentences).concat('My sister is called Anna.'))
    assert.ok(!acts.some(({ kind }) => kind === 'tell'))
    assert.equal(partly, true)
  })

  it('no more words are read than can be at once, and it is said so', () => {
    const { acts, partly } = heard(`${'so '.repeat(maxWords)}. My sister is called Anna.`)
    assert.ok(!acts.some(({ kind }) => kind === 'tell'))
    assert.equal(partly, true)
  })

  it('what says that somebody may come to harm is found in any place', () => {
    assert.notEqual(dangerIn(`${'word '.repeat(1_500)} I want to kill myself`), null)
    assert.equal(dangerIn('word '.repeat(1_500)), null)
  })
})

describe('A bare "and Emma?"', () => {
  it('is the last question, of Emma', () => {
    assert.deepEqual(does('And Emma?', noFocus, "When is Tom's birthday?"), ["ask: When is Emma's birthday?"])
  })

  it('may name a role', () => {
    const acts = does('What about my brother?', noFocus, 'Where does my sister live?')
    assert.deepEqual(acts, ['ask: Where does my brother live?'])
  })

  it('is what it says where nothing was asked before', () => {
    assert.deepEqual(does('And Emma?'), ['ask: And Emma?'])
  })

  it('is not "and when?"', () => {
    assert.deepEqual(does('And when?', noFocus, 'Where does Tom live?'), ['ask: And when?'])
  })
})

describe("A bare answer to the companion's question", () => {
  const asked: Focus = { ...noFocus, asked: 'My puppy is called …' }

  it('tells what was asked for', () => {
    assert.deepEqual(does('Biscuit!', asked), ['tell: My puppy is called Biscuit'])
    assert.deepEqual(does("He's called Biscuit", { ...asked, he: 'my puppy' }).length, 1)
  })

  it('may begin with what the question said', () => {
    assert.deepEqual(does('His name is Biscuit', asked), ['tell: My puppy is called Biscuit'])
  })

  it('answers it once', () => {
    assert.equal(heard('Biscuit', asked).focus.asked, null)
    assert.equal(heard('I do not want to tell you that yet', asked).focus.asked, null)
  })

  it('is no other question, and no refusal', () => {
    assert.deepEqual(does('Why do you ask?', asked), ['chat: why-ask'])
    assert.deepEqual(does('No', asked), ['chat: refusal'])
  })
})

describe('A question back', () => {
  /** What is said, and what it does after what was said before. */
  const after = (before: string, answer: string) => does(answer, heard(before).focus)

  it('after when takes a time', () => {
    assert.deepEqual(after('Remind me to buy milk', 'tomorrow at 5'), ['remind: buy milk'])
    assert.deepEqual(after('Remind me today at 9 am to call Bob', 'Then today at 6 pm.'), [
      'remind: call Bob',
    ])
  })

  it('after what is right takes it', () => {
    assert.deepEqual(after("That's wrong.", 'It is under the mat'), ['correct: It is under the mat'])
  })

  it('whether takes a yes', () => {
    assert.deepEqual(after('Remind me every 10 minutes to drink', 'Yes please!'), ['remind: drink'])
  })

  it('takes no for no', () => {
    assert.deepEqual(after('Remind me to buy milk', 'No, thanks'), ['chat: refusal'])
  })

  it('takes anything else for what it is', () => {
    assert.deepEqual(after('Remind me to buy milk', 'What is my name?'), ['ask: What is my name?'])
    assert.deepEqual(after('Remind me to buy milk', 'I like tea'), ['tell: I like tea'])
  })
})

describe('The focus after a message', () => {
  it('has who was spoken of last', () => {
    assert.equal(heard('My sister Anna is ill. My aunt is well.').focus.she, 'my aunt')
  })

  it('has whom a question was about', () => {
    assert.equal(heard('Where does my aunt live?').focus.she, 'my aunt')
  })
})
