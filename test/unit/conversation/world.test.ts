import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asksOfWorld } from '../../../daemon/features/conversation/models/world.ts'

describe('It is asked of the world', () => {
  for (const question of ['How high is Everest?', 'Why do cats purr?', 'What is the meaning of life?'])
    it(question, () => assert.equal(asksOfWorld(question), true))
})

describe("It is asked of somebody's life", () => {
  for (const question of [
    'How high is my desk?',
    'Where does she live?',
    'What are we eating?',
    'Tell me a joke',
  ])
    it(question, () => assert.equal(asksOfWorld(question), false))
})
