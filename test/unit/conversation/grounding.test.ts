import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Turn } from '../../../daemon/features/conversation/exchange/engine.ts'
import { confidenceOf } from '../../../daemon/features/conversation/models/model-confidence.ts'
import { usedMemory, usesOf } from '../../../daemon/features/conversation/models/used-memories.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'

const puppy = recalled('I got a puppy called Biscuit')
const office = recalled('My office is in Kiel', { keyword: 0, semantic: 0.3 })
const used = (turn: Turn, reply: string) => usesOf(turn, reply).map(({ memory }) => memory.content)
const confidence = (turn: Turn, reply: string) => confidenceOf(turn, reply, usesOf(turn, reply))

describe('A memory is used by a reply', () => {
  const turn = turnOf('What is my puppy called?', { memories: [puppy, office] })

  it('that has of it what the question did not have', () => {
    assert.deepEqual(used(turn, 'Your puppy is called Biscuit!'), [puppy.content])
  })

  it('and that says why, in its own words', () => {
    const [use] = usesOf(turn, 'Biscuit, of course.')
    assert.ok(use)
    assert.deepEqual(usedMemory(use), {
      memory_uuid: puppy.memory_uuid,
      content: puppy.content,
      why: 'the reply has “Biscuit” from it',
    })
  })

  it('that repeats it, where the question had all of it', () => {
    const memories = [recalled('I like rhubarb cake')]
    assert.equal(used(turnOf('Do I like rhubarb cake?', { memories }), 'You do like rhubarb cake.').length, 1)
  })

  it('but not by one that only repeats the question', () => {
    assert.deepEqual(used(turn, 'I do not know what your puppy is named.'), [])
  })

  it('nor by one that shares an everyday word, or a name, with it', () => {
    const memories = [recalled('Ann had a good time with Nova today'), recalled('I was very happy there')]
    const chat = turnOf('Hello there', { memories })
    assert.deepEqual(used(chat, 'Hello Ann, Nova is happy. What a good time today!'), [])
  })

  it('in whatever form the word comes', () => {
    const memories = [recalled('I collect old lighthouses and train tickets')]
    assert.equal(used(turnOf('What do I collect?', { memories }), 'Lighthouse models and tickets.').length, 1)
  })
})

describe('The confidence of a model', () => {
  const asked = (rest: Partial<Turn> = {}) => turnOf('What is my puppy called?', rest)

  it('is the higher the better the memory fits that the reply uses, and never over 0.9', () => {
    const sure = confidence(asked({ memories: [puppy] }), 'Biscuit.')
    const vague = { ...puppy, semantic: 0.2, keyword: 0.1 }
    const unsure = confidence(asked({ memories: [vague] }), 'Biscuit.')
    const best = { ...puppy, semantic: 1.2 }
    assert.ok(sure > unsure && unsure > 0.6)
    assert.equal(confidence(asked({ memories: [best] }), 'Biscuit.'), 0.9)
  })

  it('is low where it tells something of the speaker that it cannot know', () => {
    assert.equal(confidence(asked(), 'Your puppy is called Rex.'), 0.25)
    assert.equal(confidence(asked({ memories: [office] }), 'Your puppy is called Rex.'), 0.25)
  })

  it('is below the middle where the memory holds no more', () => {
    assert.equal(confidence(asked({ memories: [{ ...puppy, superseded: true }] }), 'Biscuit.'), 0.45)
  })

  it('is fair where the speaker said so before, but not where only the companion did', () => {
    const said = { role: 'user', content: 'Biscuit is such a lovely dog' } as const
    assert.equal(confidence(asked({ history: [said] }), 'Biscuit.'), 0.7)
    assert.equal(confidence(asked({ history: [{ ...said, role: 'companion' }] }), 'Biscuit.'), 0.25)
  })

  it('is in the middle where it admits not to know, and low where it could have known', () => {
    const admits = 'I do not know what your puppy is called.'
    assert.equal(confidence(asked(), admits), 0.5)
    assert.equal(confidence(asked({ memories: [puppy] }), admits), 0.3)
  })

  it('is in the middle for what there is to know at large', () => {
    assert.equal(confidence(turnOf('Why is the sky blue?'), 'Because of scattering.'), 0.5)
  })

  it('is fair where nothing was asked', () => {
    assert.equal(confidence(turnOf('The sea was calm'), 'That sounds lovely.'), 0.65)
  })
})
