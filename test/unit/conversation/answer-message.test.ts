import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callerOf, contextOf } from '../../support/wire/caller.ts'
import { pino } from 'pino'
import type { EngineCalls } from '../../../daemon/features/engines/builtin/engine-calls.ts'
import { type Reading, ReadingFailed } from '../../../daemon/features/engines/builtin/engine-threads.ts'
import { openMessageEngines } from '../../../daemon/features/engines/message-engines.ts'
import { noState } from '../../../daemon/features/conversation/store.ts'
import { openAnswerMessage } from '../../../daemon/features/conversation/exchange/answer-message.ts'
import { ManualClock } from '../../support/clock.ts'
import { recalled, turnOf } from '../../support/conversation/chat-turn.ts'
import { inlineThreads } from '../../support/conversation/inline-threads.ts'

const { speaker, persona, mood } = turnOf('')
const inline = inlineThreads(async (texts) => texts.map(() => new Float32Array(256)))
const log = pino({ level: 'silent' })
const limits = { workMs: 1_000, waitMs: 1_000 }

/** What comes of a message where some calls to the thread take too long, from the `after`th of each on. */
async function say(content: string, slow: Partial<Record<keyof EngineCalls, number>>) {
  const remembered: string[] = []
  const { call, rest } = inline.read('ann', limits)
  const counts: Partial<Record<keyof EngineCalls, number>> = {}
  let [rests, concerned] = [0, 0]
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
  const answer = openAnswerMessage({
    store: { write: (work: () => unknown) => work() } as never,
    clock: new ManualClock(Date.UTC(2025, 2, 4, 13, 5)),
    log,
    conversations: { latest: () => [], state: () => ({ ...noState, memory_uuids: ['boat'] }) } as never,
    unanswered: {} as never,
    ports: {
      memory: {
        recall: async () => [recalled('My sister is called Anna')],
        newest: () => [],
        find: () => undefined,
        remember: async (_member: string, { content: told }: { content: string }) => {
          remembered.push(told)
          return { memory_uuid: String(remembered.length), known: false, updates: false }
        },
        forget: () => true,
        used: () => {},
      } as never,
      household: () => [],
      profile: () => ({ ...speaker, roles: [], preferences: {} }),
      persona: () => persona,
      mood: () => ({ ...mood, updated_at: '2025-03-04T13:05:00.000Z' }),
      goals: () => [],
      reminders: { open: () => [] },
      concern: () => void (concerned += 1),
      prefer: () => {},
    } as never,
    engines: {
      ...openMessageEngines({ threads: { read: () => reading }, models: () => [], log }),
      hasModel: () => false,
      modelSet: () => true,
    },
    confirm: () => 'interaction',
    transcript: { newest: () => [], all: () => [], about: () => [] },
    decide: () => [],
    permits: () => true,
    contradicting: () => {},
    event: () => {},
  })
  const message = { conversation_uuid: 'one', message_uuid: 'two', content }
  const asked = {
    member: 'ann',
    message: message as never,
    actions: null,
    kept: true,
    waited: 0,
    stopped: new AbortController().signal,
  }
  const { responded, state } = await answer(asked, contextOf('conversation.message', callerOf('ann')))
  assert.equal(rests, 1)
  return { ...responded, state, remembered, concerned }
}

describe('A message that takes too long to understand', () => {
  it('is answered honestly, and nothing of it is kept', async () => {
    const { content, confidence, engine, remembered, state } = await say('My boat is blue. I like tea.', {
      understand: 1,
    })
    assert.equal(content, 'That was more than I could read at once. Please tell me again in smaller parts.')
    assert.equal(engine, 'builtin')
    assert.ok(confidence < 0.2)
    assert.deepEqual([remembered, state.memory_uuids], [[], ['boat']])
  })

  it('is answered with care all the same where somebody may come to harm', async () => {
    const { content, remembered, concerned } = await say('My boat is blue. I want to kill myself.', {
      understand: 1,
    })
    const plain = await say('I want to kill myself.', {})
    assert.equal(content, plain.content)
    assert.deepEqual([remembered, concerned, plain.concerned], [[], 1, 1])
  })
})

describe('A message whose reply takes too long', () => {
  it('is done all the same, and says so', async () => {
    const { content, remembered } = await say('My neighbour is called Weber and he has two dogs.', {
      reply: 1,
    })
    assert.deepEqual(remembered, ['My neighbour is called Weber and he has two dogs.'])
    assert.match(content, /^I did some of what you said/)
  })
})
