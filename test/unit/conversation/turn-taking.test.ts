import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import type { EngineCalls } from '../../../daemon/features/conversation/exchange/engine-calls.ts'
import { type Reading, ReadingFailed } from '../../../daemon/features/conversation/exchange/engine-threads.ts'
import { noFocus } from '../../../daemon/features/conversation/focus-state.ts'
import { openTurnTaking } from '../../../daemon/features/conversation/exchange/turn-taking.ts'
import { ManualClock } from '../../support/clock.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'
import { inlineThreads } from '../../support/conversation/inline-threads.ts'

const { speaker, persona, mood } = turnOf('')
const inline = inlineThreads(async () => assert.fail('nothing is embedded'))
const limits = { workMs: 1_000, waitMs: 1_000 }

/** What comes of a message where some calls to the thread take too long, from the `after`th of each on. */
async function say(content: string, slow: Partial<Record<keyof EngineCalls, number>>) {
  const kept: string[] = []
  const { call, rest } = inline.read('ann', limits)
  const counts: Partial<Record<keyof EngineCalls, number>> = {}
  let rests = 0
  const reading: Reading = {
    call: (name, input) => {
      const count = (counts[name] ?? 0) + 1
      counts[name] = count
      return count >= (slow[name] ?? Infinity)
        ? Promise.reject(new ReadingFailed('too slow'))
        : call(name, input)
    },
    rest: () => {
      rests += 1
      rest()
    },
  }
  const answer = openTurnTaking({
    store: {} as never,
    clock: new ManualClock(Date.UTC(2025, 2, 4, 13, 5)),
    log: pino({ level: 'silent' }),
    conversations: { latest: () => [], focus: () => ({ ...noFocus, it: 'my boat' }) } as never,
    unanswered: {} as never,
    ports: {
      memory: {
        recall: async () => [recalled('My sister is called Anna')],
        newest: () => [],
        find: () => undefined,
        remember: async (_member: string, { content: told }: { content: string }) => {
          kept.push(told)
          return { memory_uuid: String(kept.length), known: false }
        },
        forget: () => true,
        used: () => {},
      } as never,
      profile: () => ({ ...speaker, preferences: {} }),
      persona: () => persona,
      mood: () => ({ ...mood, updated_at: '2025-03-04T13:05:00.000Z' }),
      goals: () => [],
    } as never,
    threads: { read: () => reading, stop: async () => {} },
    server: () => null,
    doubt: () => {},
    event: () => {},
  })
  const said = { conversation_uuid: 'one', message_uuid: 'two', content }
  const asked = { member: 'ann', said: said as never, actions: null, waited: 0 }
  const { responded, focus, topics } = await answer(asked, { idempotency_key: null } as never)
  assert.equal(rests, 1)
  return { ...responded, focus, topics, kept }
}

describe('A message that takes too long to understand', () => {
  it('is answered honestly, and nothing of it is kept', async () => {
    const { content, confidence, engine, kept, focus, topics } = await say('My boat is blue. I like tea.', {
      understand: 1,
    })
    assert.equal(content, 'That was more than I could read at once. Please tell me again in smaller parts.')
    assert.equal(engine, 'builtin')
    assert.ok(confidence < 0.2)
    assert.deepEqual([kept, topics, focus.it], [[], [], 'my boat'])
  })

  it('is answered with care all the same where somebody may come to harm', async () => {
    const { content, kept } = await say('My boat is blue. I want to kill myself.', { understand: 1 })
    const { content: plain } = await say('I want to kill myself.', {})
    assert.equal(content, plain)
    assert.deepEqual(kept, [])
  })
})

describe('A message of which a part takes too long', () => {
  const several = 'My boat is blue. Forget about my sister. My neighbour is called Weber.'

  it('has what came before that part kept as a whole, and says that there was more', async () => {
    const { content, kept } = await say(several, { meant: 1 })
    assert.deepEqual(kept, ['My boat is blue'])
    assert.match(content, /I'll|I have|Noted|remember/)
    assert.match(content, /The rest was more than I could read at once\.[^.]+smaller parts\.$/)
  })

  it('says that something was done where not even that can be told', async () => {
    const { content, kept } = await say(several, { meant: 1, reply: 1 })
    assert.deepEqual(kept, ['My boat is blue'])
    assert.match(content, /^I did some of what you said/)
  })

  it('is done as a whole where it does not', async () => {
    const { content, kept } = await say(several, {})
    assert.deepEqual(kept, ['My boat is blue', 'My neighbour is called Weber'])
    assert.doesNotMatch(content, /smaller parts/)
  })
})
