import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { openReplyCutter, type ReplyLimits } from '../../../daemon/transports/openai/reply-limits.ts'

function cut(parts: readonly string[], { maxTokens, stop = [] }: Partial<ReplyLimits>) {
  const cutter = openReplyCutter({ maxTokens, stop })
  const sent = [...parts.map(cutter.write), cutter.end()].join('')
  assert.equal(cutter.sent(), sent)
  return [sent, cutter.tooLong()]
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ') })

describe('A reply', () => {
  it('ends before the first of its stop sequences, however it comes', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 4 }), {
          maxLength: 4,
        }),
        (parts, stop) => {
          const whole = parts.join('')
          const ends = stop.map((one) => whole.indexOf(one)).filter((at) => at !== -1)
          assert.deepEqual(cut(parts, { stop }), [whole.slice(0, Math.min(whole.length, ...ends)), false])
        },
      ),
    )
  })

  it('is never longer than it may be, and is too long only where something is missing', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 9 }), (parts, maxTokens) => {
        const whole = parts.join('')
        const [sent, tooLong] = cut(parts, { maxTokens })
        assert.ok(whole.startsWith(String(sent)))
        assert.equal(tooLong, sent !== whole)
      }),
    )
    assert.deepEqual(cut(['Good morning, ', 'Olga! How are you?'], { maxTokens: 4 }), [
      'Good morning, Olga',
      true,
    ])
    assert.deepEqual(cut(['Good morning'], { maxTokens: 2 }), ['Good morning', false])
  })

  it('ends at whichever limit comes first', () => {
    const reply = ['Good morning, Olga! How are you?']
    assert.deepEqual(cut(reply, { maxTokens: 4, stop: ['morning'] }), ['Good ', false])
    assert.deepEqual(cut(reply, { maxTokens: 2, stop: ['Olga'] }), ['Good morning', true])
  })
})
