import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import type { Persona, Turn } from '../../../daemon/language/turn.ts'
import { type EngineThreads, ReadingFailed } from '../../../daemon/features/engines/builtin/engine-threads.ts'
import type { OtherPersona } from '../../../daemon/features/conversation/ports.ts'
import { openPreview } from '../../../daemon/features/conversation/exchange/preview.ts'
import { openMessageEngines, builtinOf } from '../../../daemon/features/engines/message-engines.ts'
import { ManualClock } from '../../support/clock.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'
import { inlineThreads } from '../../support/conversation/inline-threads.ts'

const { speaker, persona, mood } = turnOf('')
const { read } = inlineThreads(async (texts) => texts.map(() => new Float32Array(256)))
const limits = { workMs: 1_000, waitMs: 1_000 }
const builtin = builtinOf(read('ann', limits))

function open(
  expression: Partial<Persona['expression']> = {},
  felt: Partial<typeof mood> = {},
  begin: EngineThreads['read'] = read,
) {
  const turns: Turn[] = []
  const wanted: OtherPersona[] = []
  const threads: Pick<EngineThreads, 'read'> = {
    read: (member, limit) => {
      const { call, rest } = begin(member, limit)
      return {
        rest,
        call: (name, input) => {
          if (name === 'reply') turns.push(input as Turn)
          return call(name, input)
        },
      }
    },
  }
  const preview = openPreview({
    engines: openMessageEngines({ threads, models: () => [], log: pino({ level: 'silent' }) }),
    clock: new ManualClock(Date.UTC(2025, 2, 4, 13, 5)),
    ports: {
      profile: (member) => (member === 'ann' ? { ...speaker, roles: [], preferences: {} } : undefined),
      mood: () => ({ ...mood, ...felt, updated_at: '2025-03-04T13:05:00.000Z' }),
      persona: (_member, other = {}) => {
        wanted.push(other)
        const { companion_name = persona.companion_name, traits = {} } = other
        return {
          companion_name,
          traits: { ...persona.traits, ...traits },
          expression: { ...persona.expression, ...expression },
        }
      },
    },
  })
  const replies = async (input = {}) => (await preview('ann', input)).samples.map(({ reply }) => reply)
  return { preview, replies, turns, wanted }
}

describe('A preview', () => {
  it('answers something good, a worry and a question', async () => {
    const { samples, expression } = await open().preview('ann', {})
    assert.deepEqual(samples, [
      { said: 'I got the job I wanted!', reply: "That's wonderful, Ann! I'm so happy for you." },
      {
        said: "I'm worried about tomorrow.",
        reply: "I'm sorry you're carrying that, Ann. Take a breath; I'm here.",
      },
      {
        said: 'Who are you?',
        reply:
          "I'm Nova, your companion: a program on this machine, no person, but always glad to listen. What you tell me I keep here.",
      },
    ])
    assert.deepEqual(expression, persona.expression)
  })

  it('has the very words of the engine, which is given nothing that was told', async () => {
    const { replies, turns } = open()
    const actual = await replies()
    const worded = await Promise.all(
      turns.map(async (turn) => {
        assert.deepEqual([turn.memories, turn.history, turn.goals], [[], [], []])
        return (await builtin.reply(turn, () => {}, new AbortController().signal)).content
      }),
    )
    assert.deepEqual(actual, worded)
  })

  for (const [manner, other] of Object.entries({
    formality: { formality: 0.9 },
    warmth: { warmth: 0.1 },
  })) {
    it(`sounds otherwise with another ${manner}`, async () => {
      assert.notDeepEqual(await open(other).replies(), await open().replies())
    })
  }

  it('uses the name and the traits that are tried', async () => {
    const { replies, wanted } = open()
    const lines = await replies({ companion_name: ' Ada ', traits: { openness: 0 } })
    assert.match(lines.at(-1) ?? '', /^I'm Ada,/)
    assert.deepEqual(wanted, [{ companion_name: 'Ada', traits: { openness: 0 } }])
  })

  it('is refused for the moment where all threads are busy', async () => {
    const busy = { call: () => Promise.reject(new ReadingFailed('busy')), rest: () => {} }
    await assert.rejects(open({}, {}, () => busy).preview('ann', {}), {
      code: 'RATE_LIMITED',
      details: { retry_after_seconds: 2 },
    })
  })

  it('belongs to a member', async () => {
    await assert.rejects(open().preview('nobody', {}), { code: 'NOT_FOUND' })
  })
})
