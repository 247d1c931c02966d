import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { type EngineThreads, ReadingFailed } from '../../../daemon/features/engines/builtin/engine-threads.ts'
import { openMessageEngines } from '../../../daemon/features/engines/message-engines.ts'
import type { ModelEngine } from '../../../daemon/features/engines/models/model-engine.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'

const limits = { workMs: 1_000, waitMs: 1_000 }
const never = new AbortController().signal
const waiting = { gone: never, patience: never, stopped: never }
const unclear = { content: 'tea at 4?', mayWant: ['remind'], now: 0, time_zone: 'UTC' } as const
const lesson = { content: 'I like tea.', before: [], people: [], now: 0, time_zone: 'UTC' }

const modelOf = (name: string, available = true): ModelEngine => ({
  name,
  at: null,
  available: () => available,
  health: () => ({ circuit: 'closed', last_failure: null, answered: true }),
  probe: async () => {},
  reply: async () => ({ content: name, confidence: 0.5, memories_used: [] }),
  learn: async () => ({ sentences: [name], facts: [] }),
  propose: async () => ({ act: 'remind', command: name }),
  stop: () => {},
})

function open(...models: ModelEngine[]) {
  let rests = 0
  const threads: Pick<EngineThreads, 'read'> = {
    read: () => ({
      call: () => Promise.reject(new ReadingFailed('busy')),
      rest: () => {
        rests += 1
      },
    }),
  }
  const engines = openMessageEngines({ threads, models: () => models, log: pino({ level: 'silent' }) })
  return { ...engines, message: engines.forMessage('ann', limits), rests: () => rests }
}

describe('The engines for a message', () => {
  it('ask the first model that is not left alone, and rest the thread meanwhile', async () => {
    const { message, learn, rests } = open(modelOf('first', false), modelOf('second'))
    assert.deepEqual(await message.propose(unclear, never), { act: 'remind', command: 'second' })
    assert.equal(rests(), 1)
    assert.deepEqual(await learn('ann', lesson), { sentences: ['second'], facts: [] })
  })

  it('propose and learn nothing where no model can say', async () => {
    for (const models of [[], [modelOf('first', false)]]) {
      const { message, learn, rests } = open(...models)
      assert.equal(await message.propose(unclear, never), null)
      assert.equal(await learn('ann', lesson), null)
      assert.equal(rests(), 0)
    }
  })

  it('rest the thread while a model writes, and keep it for the built-in one', async () => {
    const { message, rests } = open(modelOf('first'))
    assert.equal((await message.reply(turnOf('Hi'), () => {}, waiting)).engine, 'first')
    assert.equal(rests(), 1)
    const alone = open()
    assert.equal((await alone.message.reply(turnOf('Hi'), () => {}, waiting)).engine, 'builtin')
    assert.equal(alone.rests(), 0)
  })

  it('say by null that a message could not be read in time', async () => {
    const { message } = open()
    assert.equal(await message.danger('Hi'), null)
    assert.equal(await message.builtinReply(turnOf('Hi')), null)
  })
})
