import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainCommand, readForgetting, toldInstead } from '../../../daemon/language/en/commands.ts'

const commands: readonly (readonly [string, string | null])[] = [
  ['Forget everything about Sam', 'forget'],
  ['omg no forget that', 'forget'],
  ['please delete what I told you about Liv', 'forget'],
  ['You can forget our old address now.', 'forget'],
  ["I'd rather you didn't keep what I said about Harold", 'forget'],
  ['stop remembering what i tell you', 'stop_remembering'],
  ['Can you stop taking notes for a bit?', 'stop_remembering'],
  ['This is off the record', 'stop_remembering'],
  ['OK, you can remember things again.', 'resume_remembering'],
  ['start taking notes again', 'resume_remembering'],
  ["That's wrong, Ana lives in Lisbon.", 'correct'],
  ['No, sorry, I meant Thursday', 'correct'],
  ["Don't forget that I'm vegan", null],
  ['I always forget my keys', null],
  ['I forgot to tell you that mum is coming', null],
  ["I'll never forget that day", null],
  ["forget it, he'll never change", null],
  ["I can't remember where I put it", null],
  ["It's wrong of him to shout at her", null],
  ['Forget snags, what else could I put on the barbecue?', null],
  ['theo says i should just forget about danielle', null],
  ['ugh forget it never mind', null],
  ['pretend i never said that!!', 'forget'],
  ['Disregard my previous statement.', 'forget'],
  ['erase this whole conversation', 'forget'],
  ['No more notes from here on, okay?', 'stop_remembering'],
  ['pause your memory please, I need to vent', 'stop_remembering'],
  ["don't remember what I'm going to say", 'stop_remembering'],
  ['dont keep anything on tony', 'forget'],
  ['dont remember what the house cost us', 'forget'],
  ['oh don’t remember that', 'forget'],
  ['get shot of the gambling', 'forget'],
  ["the hen do thing isn't true, bin it", 'forget'],
  ['ok please erase me being drunk at the party', 'forget'],
  ["That wig business, you're not to remember that.", 'forget'],
  ["Now don't go remembering that fall of mine.", 'forget'],
  ['I was told not to keep it.', null],
  ['Everything about the house is perfect', null],
  ["I'd rather you didn't remember what I tell you from here on", 'stop_remembering'],
  ['Gwen can stop listening at my door.', null],
  ['Yes, keep that.', null],
]

describe('A command', () => {
  for (const [sentence, command] of commands)
    it(`is ${command ?? 'none'}: ${sentence}`, () => {
      assert.equal(plainCommand(sentence), command)
    })
})

const forgettings: readonly (readonly [string, Partial<ReturnType<typeof readForgetting>>])[] = [
  ['Please forget what I said about Amara, she would have my guts.', { about: 'Amara', all: true }],
  ["Delete what I said about Amara's exam.", { about: "Amara's exam", all: true }],
  ['Forget absolutely everything I have ever told you.', { everything: true }],
  ['Wipe everything you have on Tomasz.', { about: 'Tomasz', all: true }],
  ['scratch the last thing I told you', { about: '', last: true, count: 1 }],
  ['Right, forget the last two things I told you.', { about: '', count: 2 }],
  ["What I said about the bank, don't hold on to that.", { about: 'bank' }],
  ["Landlady's not coming, forget that bit about her.", { about: "Landlady's coming" }],
  ['forget wot i just said!!!', { about: '', last: true }],
  ['delete my last mesage', { about: '', last: true }],
  ['Clear the lot from today mate, I have had a few', { everything: true, since: 'today' }],
  ['Forget Mr Pemberton please.', { about: 'Mr Pemberton', all: true }],
  ['forget about the wedding but keep the hen do', { about: 'wedding', all: true, spared: 'hen do' }],
  ['wipe everything but the locker', { everything: true, spared: 'locker' }],
  ['forget the school trip', { about: 'school trip', all: true }],
  ['forget the date of the school trip', { all: false }],
  ['delete noor completely', { about: 'noor', all: true }],
  ["Forget where I'm taking Clare", { about: 'taking Clare', question: "where I'm taking Clare" }],
  ['Forget the first thing I told you.', { about: '', first: true, last: false }],
  ["Don't keep my weight, forget that", { about: 'my weight' }],
  ['everything about Pat can go', { about: 'Pat', all: true }],
  ['forget callum. all of it. ugh', { about: 'callum', all: true }],
  ['forget what i said about mum, dad and gran', { about: 'mum dad gran', all: true }],
  ['Forget all of today.', { everything: true, since: 'today' }],
  ['dont remember this i copied his homework', { unsaid: 'i copied his homework' }],
  ['lose everything about my ex, tomasz', { all: true, everything: false }],
]

describe('What is to be forgotten', () => {
  for (const [sentence, wanted] of forgettings)
    it(sentence, () => {
      const read = readForgetting(sentence)
      assert.deepEqual({ ...read, ...wanted }, read)
    })

  it('is each thing that is named, apart', () => {
    const { each } = readForgetting('Forget my locker code and the thing about coriander')
    assert.deepEqual(
      each.map(({ about }) => about),
      ['my locker code', 'coriander'],
    )
  })

  it('is what the sentence before says, where it is only "that"', () => {
    assert.equal(readForgetting('Forget it.', 'Lena is pregnant.').about, 'Lena pregnant')
  })

  it('is what the sentence before names, where that should not have been told', () => {
    const { about, last } = readForgetting('Would you forget it?', 'I should not have told you my PIN.', true)
    assert.deepEqual({ about, last }, { about: 'my PIN', last: false })
  })

  it('is all that was said of whom the sentence before regrets', () => {
    const { about, all, everything } = readForgetting(
      'Forget all of it.',
      "I shouldn't have told you about Helena.",
    )
    assert.deepEqual({ about, all, everything }, { about: 'Helena', all: true, everything: false })
  })

  it('is what was said last, where something else is told instead', () => {
    assert.equal(toldInstead('scratch that, the game is on Sunday'), 'the game is on Sunday')
    assert.equal(toldInstead('scratch that last bit please'), null)
  })
})
