import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { focusAfter, mentions, resolve } from '../../../daemon/features/conversation/focus.ts'
import { type Focus, noFocus } from '../../../daemon/features/conversation/focus-state.ts'

const spoken = (text: string) => mentions(text).map(({ phrase }) => phrase)

/** A name, a text, and whom and what it speaks of. */
const mentioned: readonly (readonly [string, string, readonly string[]])[] = [
  ['somebody by role and name', 'My sister Anna lives in Leeds', ['my sister Anna']],
  ['an animal that is called something', 'We got a puppy called Biscuit', ['my puppy Biscuit']],
  ['somebody by name alone', 'I met Doris yesterday', ['Doris']],
  ['a thing', 'I put the box upstairs', ['the box']],
  ['several, in their order', 'My brother gave Doris the drill', ['my brother', 'Doris', 'the drill']],
  ['one person by name and role', 'Piet, my partner, is Dutch', ['my partner Piet']],
  ['somebody after a word that begins the sentence', 'When Norman left I slept', ['Norman']],
  ['whose something is', "We met in Norman's garage", ['Norman']],
  ['no food that has a name', 'I baked the best Victoria sponge', ['the best']],
  ['nobody where it is said what somebody is', 'Doris is a vet', ['Doris']],
  ['no place', 'I live in Leeds', []],
  ['no weekday and no month', 'I start on Monday and stop in March', []],
  ['no word that only begins a sentence', 'Yesterday I slept. Nothing else', []],
]

describe('A text speaks of', () => {
  for (const [name, text, phrases] of mentioned)
    it(name, () => {
      assert.deepEqual(spoken(text), phrases)
    })
})

describe('The focus after a text', () => {
  it('has who was spoken of under their pronouns', () => {
    const focus = focusAfter('My sister Anna met my brother', noFocus)
    assert.equal(focus.she, 'my sister Anna')
    assert.equal(focus.he, 'my brother')
    assert.equal(focus.it, null)
  })

  it('lets a name be either, since it does not tell', () => {
    const focus = focusAfter('I met Robin', noFocus)
    assert.deepEqual([focus.she, focus.he], ['Robin', 'Robin'])
  })

  it('has a name that tells under its pronoun alone', () => {
    const focus = focusAfter('I met Judith', focusAfter('I met Harold', noFocus))
    assert.deepEqual([focus.she, focus.he], ['Judith', 'Harold'])
  })

  it('leaves who was spoken of where a baby comes after', () => {
    assert.equal(focusAfter('The baby is due', focusAfter('My father is ill', noFocus)).he, 'my father')
  })

  it('lets an animal be any of the three', () => {
    const focus = focusAfter('Our dog is ill', noFocus)
    assert.deepEqual([focus.it, focus.he, focus.she], ['our dog', 'our dog', 'our dog'])
  })

  it('has several things as "they"', () => {
    assert.equal(focusAfter('I lost my keys', noFocus).they, 'my keys')
  })

  it('has the last of those that have the same pronoun', () => {
    assert.equal(focusAfter('My mother called my aunt', noFocus).she, 'my aunt')
  })

  it('has the place as "there"', () => {
    assert.equal(focusAfter('We were in Leeds', noFocus).there, 'Leeds')
  })

  it('keeps what was in it where nothing new is spoken of', () => {
    const focus = focusAfter('My sister is ill', noFocus)
    assert.deepEqual(focusAfter('That is sad', focus), focus)
  })

  it('keeps the memories and the question', () => {
    const before = { ...noFocus, memory_uuids: ['one'], question: 'Who?' }
    const { memory_uuids, question } = focusAfter('I met Robin', before)
    assert.deepEqual({ memory_uuids, question }, { memory_uuids: ['one'], question: 'Who?' })
  })
})

const anna: Focus = { ...noFocus, she: 'my sister Anna', he: 'Tom', it: 'my car', they: 'my keys' }

/** A name, a text, and the text with its pronouns resolved. */
const resolved: readonly (readonly [string, string, string])[] = [
  ['she is who was spoken of', 'Where does she live?', 'Where does my sister Anna live?'],
  ['he is somebody else', 'When does he come?', 'When does Tom come?'],
  ['her with a thing is whose it is', 'When is her birthday?', "When is my sister Anna's birthday?"],
  ['his with a thing, too', 'What is his job?', "What is Tom's job?"],
  ['him is not whose', 'I called him', 'I called Tom'],
  ['one that begins the sentence keeps the capital', 'She loves tea', 'My sister Anna loves tea'],
  ['a contraction is written out', "He's moved to Bath", 'Tom has moved to Bath'],
  ['of its is, too', "She's a nurse", 'My sister Anna is a nurse'],
  ['they are the things', 'Where are they?', 'Where are my keys?'],
  ['it is the thing', 'Where is it?', 'Where is my car?'],
  ['the weather is no thing', 'It is raining', 'It is raining'],
  ['who is named in the sentence itself is meant', 'My aunt says she is ill', 'My aunt says she is ill'],
  ['who is asked for is whose it is', 'Who has lost his hat?', 'Who has lost his hat?'],
  [
    'who comes after is meant',
    'What is he called, the man next door?',
    'What is he called, the man next door?',
  ],
  ['what is asked for is no thing', 'What is it I want?', 'What is it I want?'],
  ['a shortened verb is written out', "She'd never go", 'My sister Anna would never go'],
  ['a text without pronouns stays', 'I like tea', 'I like tea'],
]

describe('Of the pronouns of a text', () => {
  for (const [name, text, clear] of resolved)
    it(name, () => {
      assert.equal(resolve(text, anna), clear)
    })

  it('none is resolved where nobody was spoken of', () => {
    assert.equal(resolve('She gave him her keys', noFocus), 'She gave him her keys')
  })
})
