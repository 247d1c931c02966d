import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Done } from '../../../daemon/features/conversation/exchange/engine.ts'
import { mayTellMore, missedFacts, tellOf } from '../../../daemon/features/conversation/learning.ts'
import type { Act } from '../../../daemon/features/conversation/understanding.ts'

const fact = (content: string) => ({ content, kind: 'fact' as const, importance: 0.6, tags: ['said'] })
const kept = (content: string): Done => ({
  kind: 'kept',
  memory_uuid: crypto.randomUUID(),
  content,
  known: false,
})
const tell: Act = { kind: 'tell', told: fact('I keep bees') }
const ask: Act = { kind: 'ask', question: 'Is it cold?' }
const chat: Act = { kind: 'chat', intent: 'joy' }

describe('A message may tell more than what was understood of it', () => {
  const content = 'My back again, and the left knee.'

  for (const [acts, may] of [
    [[], true],
    [[tell], true],
    [[chat], true],
    [[ask, tell], true],
    [[ask], false],
    [[{ kind: 'remind', reminder: { title: 'knee', due_at: null, repeats: null } }], false],
    [[tell, { kind: 'forget', about: null }], false],
    [[{ kind: 'chat', intent: 'harm-to-oneself' }], false],
    [[{ kind: 'correct', text: 'the right one', resolved: 'the right one', about: null }, tell], false],
  ] as [Act[], boolean][])
    it(`${may ? '' : 'not '}where it was read as ${acts.map(({ kind }) => kind).join(' and ') || 'nothing'}`, () => {
      assert.equal(mayTellMore(content, acts), may)
    })

  it('but not where it says next to nothing', () => {
    assert.equal(mayTellMore('Good morning!', [chat]), false)
    assert.equal(mayTellMore('Oh well.', []), false)
  })
})

describe('The facts that were missed', () => {
  it('are those that say more than what was kept', () => {
    const facts = [fact('I got a puppy.'), fact('The puppy is called Biscuit.'), fact('I live in Kiel.')]
    const done = [kept('I got a puppy called Biscuit'), { kind: 'chat', intent: 'joy' } as const]
    assert.deepEqual(missedFacts(facts, done), [facts[2]])
  })

  it('are all of them where nothing was kept', () => {
    const facts = [fact('I live in Kiel.')]
    assert.deepEqual(missedFacts(facts, []), facts)
  })

  it('are told with the date of a day that is named from today', () => {
    const setting = { now: Date.UTC(2025, 2, 4, 13), time_zone: 'Europe/Berlin' }
    const act = tellOf(fact('I have an exam tomorrow'), setting)
    assert.equal(act.kind, 'tell')
    assert.match(act.kind === 'tell' ? act.told.content : '', /exam.*5 March 2025|2025-03-05/)
    assert.deepEqual(act.kind === 'tell' && act.told.tags, ['said'])
  })
})
