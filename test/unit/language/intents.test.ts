import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { intentOf, intents } from '../../../daemon/language/en/intents.ts'

const meant: Readonly<Record<string, readonly string[]>> = {
  'harm-to-oneself': [
    'I want to die',
    'I want to kill myself',
    "I don't want to live anymore",
    'i dont want to be here any more',
    "I can't take it anymore",
    "I've been thinking about hurting myself",
    'Sometimes I think everyone would be better off without me',
    "I can't go on like this",
    'I feel suicidal',
    'There is no point in living',
    'I wish I had never been born',
    'Nobody would miss me',
    'I keep cutting myself',
    'Should I end it all?',
  ],
  'harm-to-another': ['My friend wants to kill herself', 'My brother is suicidal'],
  violence: ['he hits me', 'My husband hit me', 'I was raped', 'I am afraid of my husband'],
  emergency: [
    'There is a fire in the kitchen',
    "I can't breathe",
    'My chest hurts and my arm is numb',
    'I took too many pills',
    'Somebody is breaking in',
  ],
  rage: ['I want to strangle my boss', "I'm going to kill him"],
  grief: ['My grandma died yesterday', 'I miss my dad so much', 'My uncle committed suicide'],
  distress: [
    'I hate my life',
    'I had a bad day',
    'I got fired',
    'My wife left me',
    '😭😭',
    'Nobody cares about me',
  ],
  worry: ["I'm scared", "I'm worried about my mum"],
  anger: ["I'm so angry at my brother", '😡'],
  unwell: ['I have a headache', 'My tooth hurts', 'I was sick all night', 'My dog is sick'],
  tired: ["I'm tired", "I can't sleep", 'I am dead tired'],
  joy: ['I just got the job!!!', "We're having a baby!", "I'm pregnant", 'I did it!', 'I won!', '🎉'],
  cannot: ['play some music', 'call mum', 'order me a pizza', 'Could you turn the heating up?'],
  'cannot-know': [
    "what's the weather tomorrow",
    'who won the world cup',
    "what's 2+2",
    'Is it going to rain?',
  ],
  beyond: ['Translate this please', 'can you do my homework'],
  time: ['what time is it now', "What's the time?", 'got the time?', 'Can you tell me what time it is?'],
  date: ["what's the date today", 'What day is it?', "what's today's date"],
  'make-up': ['write me a poem', 'sing me a song', 'Tell me a story'],
  joke: ['tell me a joke', 'Do you know any jokes?', 'another joke please', 'one more joke', 'more jokes'],
  advice: ['what should I cook tonight?', "I don't know what to do"],
  'who-are-you': ['who are you', 'are you a person', 'How old are you?', 'What is your name?'],
  'know-me': ['do you remember me', 'Have you forgotten me?'],
  'what-can-you-do': ['what can you do', 'help', 'How do you work?'],
  'how-are-you': ['hey there, how are you?', "what's up?", 'How was your day?', 'What are you doing?'],
  'and-you': ['Fine thanks, and you?', 'And you?'],
  'own-feelings': ['Do you have feelings?', 'Do you love me?', 'Do you sleep?'],
  privacy: [
    'Do you spy on me?',
    'Can you keep a secret?',
    'Is what I tell you private?',
    'Who can read this?',
  ],
  'are-you-there': ['are you there?', 'Are you listening to me?', 'test'],
  source: ['Are you sure?', 'How do you know that?', 'Really?'],
  'bare-answer': ['the first', 'Both of them.', 'number two'],
  insult: [
    'you are stupid',
    'I hate you, you are useless',
    'shut up',
    'Why are you so stupid?',
    'I hate you because you never listen',
    "you're useless",
    'fuck you',
    'You never listen',
  ],
  complaint: ["that's not funny", "you're wrong"],
  compliment: ['I love you', "you're the best", 'good job'],
  thanks: ['thanks', 'thank you, that helped', '🙏'],
  'good-night': ['good night', 'Thank you, good night!'],
  goodbye: ['bye', 'see ya', 'ttyl', 'Have a nice day'],
  greeting: ['hi', 'HELLO', 'good morning!', "I'm back", 'Nice to meet you', '👋'],
  'i-am-well': ["I'm fine, thanks", 'Not bad'],
  refusal: ['no', 'never mind', 'forget it', 'No thanks', 'maybe', '👎'],
  agreement: ['yes', 'ok', '👍', 'Sounds good'],
  smile: ['lol', 'haha', '😀'],
  apology: ['sorry', "I'm sorry for yelling at you"],
}

describe('What is meant by', () => {
  for (const [name, texts] of Object.entries(meant))
    for (const text of texts)
      it(`"${text}" is ${name}`, () => {
        assert.equal(intentOf(text)?.name, name)
      })
})

/** What sounds like an intent, and is none. */
const meansNothing: readonly string[] = [
  'I could kill for a coffee',
  'This traffic is killing me',
  "I'm dying to see that film",
  'I cut myself shaving',
  "I don't want to live in London",
  "I don't want to wake up early",
  'My phone died',
  'We lost the match',
  'I miss pizza so much',
  'I was born in Leeds',
  'The fire station is on Mill Street',
  'I have a test on Friday',
  'I like my steak well done',
  'My mum says you are stupid',
  'My sister hates me and thinks I am useless',
  'What is the date of the wedding?',
  'What time is the party?',
  'The first one was a girl',
  'Where is my passport?',
  'How is my sister called?',
  'How are you supposed to reset the boiler?',
  'What do I have today?',
  'Any idea where I planted the sweet peas?',
  'Who told me about the party?',
  'Is my sister well?',
  'Do you know what my sister likes?',
  'What is my favourite colour?',
  'What can I eat?',
  'My sister Anna lives in Leeds',
]

describe('Nothing but what it says is meant by', () => {
  for (const text of meansNothing)
    it(text, () => {
      assert.equal(intentOf(text)?.name, undefined)
    })
})

describe('An intent', () => {
  for (const { name, examples } of intents)
    it(`is what its examples mean: ${name}`, () => {
      for (const example of examples) assert.equal(intentOf(example)?.name, name, example)
    })

  it('has a name of its own', () => {
    assert.equal(new Set(intents.map(({ name }) => name)).size, intents.length)
  })

  it('asks one question at most', () => {
    for (const { name, replies } of intents)
      for (const reply of Object.values(replies).flat())
        assert.ok((reply.match(/\?/g) ?? []).length <= 1 || name === 'know-me', `${name}: ${reply}`)
  })

  it('of danger names help, and is never cheerful', () => {
    const urgent = intents.filter((intent) => intent.urgent)
    assert.ok(urgent.length > 0)
    for (const { replies } of urgent)
      for (const reply of Object.values(replies).flat()) {
        assert.match(reply, /local emergency number/)
        assert.doesNotMatch(reply, /glad|great|wonderful|!/i)
      }
  })
})
