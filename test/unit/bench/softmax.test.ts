import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { likelihoods } from '../../../daemon/language/learned.ts'
import { fitSoftmax } from '../../bench/dialogues/softmax.ts'

const features = (text: string) => new Map(text.split(' ').map((word) => [word, 1]))
const examples = [
  ['hello there', 'greet'],
  ['hello you', 'greet'],
  ['hello again', 'greet'],
  ['where is it', 'ask'],
  ['where are you', 'ask'],
  ['where to', 'ask'],
].map(([text = '', label = '']) => ({ features: features(text), label }))

describe('What is learned from examples', () => {
  const learned = fitSoftmax(examples, { penalty: 0.1 })

  it('tells them apart, also in words that are new', () => {
    const likely = likelihoods(learned, features('hello mum'))
    assert.ok((likely.get('greet') ?? 0) > 0.8, JSON.stringify([...likely]))
  })

  it('is undecided where nothing is known', () => {
    const likely = likelihoods(learned, features('unheard of'))
    assert.ok(Math.abs((likely.get('greet') ?? 0) - 0.5) < 0.05)
  })

  it('adds up to one', () => {
    const all = [...likelihoods(learned, features('where hello')).values()]
    assert.ok(Math.abs(all.reduce((sum, one) => sum + one, 0) - 1) < 1e-9)
  })
})
