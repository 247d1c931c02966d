import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { topicsOf } from '../../../daemon/features/conversation/focus.ts'
import { type TopicWeight, topicsAfter } from '../../../daemon/features/conversation/topics.ts'

const after = (...texts: string[]) =>
  texts.reduce<TopicWeight[]>((before, text) => topicsAfter(before, topicsOf(text)), [])
const weightOf = (topics: readonly TopicWeight[], name: string) =>
  topics.find((topic) => topic.name === name)?.weight ?? 0

describe('The topics of a conversation', () => {
  it('are what was spoken of, without whose it is', () => {
    assert.deepEqual(
      after('My sister Anna met Doris').map(({ name }) => name),
      ['sister anna', 'doris'],
    )
  })

  it('rise with every mention, and never over 1', () => {
    const once = weightOf(after('My garden is green'), 'garden')
    const twice = weightOf(after('My garden is green', 'The garden is large'), 'garden')
    const often = after(...Array.from({ length: 50 }, () => 'My garden is green'))
    assert.ok(twice > once)
    assert.ok(weightOf(often, 'garden') <= 1)
  })

  it('fade while other things are spoken of, and end', () => {
    const [first, ...rest] = ['My garden is green', ...Array.from({ length: 12 }, () => 'That is sad')]
    const start = after(first)
    const faded = topicsAfter(start, [])
    assert.ok(weightOf(faded, 'garden') < weightOf(start, 'garden'))
    assert.deepEqual(after(first, ...rest), [])
  })

  it('begin with what was spoken of last', () => {
    assert.equal(after('My garden is green', 'My boat is blue')[0]?.name, 'boat')
  })

  it('are counted once in a text', () => {
    const one = after('My boat is blue')
    assert.equal(weightOf(after('My boat is blue and the boat is new'), 'boat'), weightOf(one, 'boat'))
  })

  it('are 20 at the most', () => {
    const full = Array.from({ length: 30 }, (_, at) => ({ name: `topic ${at}`, weight: 1 }))
    assert.equal(topicsAfter(full, ['boat']).length, 20)
  })
})
