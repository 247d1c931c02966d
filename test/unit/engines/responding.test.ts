import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import type { Engine } from '../../../daemon/language/turn.ts'
import { openResponding, type WritingEngine } from '../../../daemon/features/engines/message-engines.ts'
import { turnOf } from '../../support/conversation/chat-turn.ts'

const log = pino({ level: 'silent' })

const writing = (name: string): Engine => ({
  name,
  reply: async (_turn, write) => {
    write(name)
    return { content: name, confidence: 0.5, memories_used: [] }
  },
})
const builtin = writing('builtin')
const serverOf = (rest: Partial<WritingEngine> = {}): WritingEngine => ({
  ...writing('llama'),
  available: () => true,
  ...rest,
})

const never = new AbortController().signal

async function respond(
  server: WritingEngine | null,
  { gone = never, patience = never, stopped = never } = {},
) {
  const written: (string | null)[] = []
  const responding = openResponding({ engines: () => (server ? [server] : []), builtin, log })
  const { engine, degraded, content } = await responding(turnOf('Hi'), (delta) => written.push(delta), {
    gone,
    patience,
    stopped,
  })
  return { engine, degraded, content, written }
}

/** An engine that begins to write, and breaks; `before` is called first. */
const breaking = (before: () => void = () => {}) =>
  serverOf({
    reply: async (_turn, write) => {
      write('Half a')
      before()
      throw new Error('connection lost')
    },
  })

describe('A message is answered', () => {
  it('by the engine that is wanted', async () => {
    assert.deepEqual(await respond(serverOf()), {
      engine: 'llama',
      degraded: false,
      content: 'llama',
      written: ['llama'],
    })
  })

  it('by the built-in one where no other is wanted, which is not degraded', async () => {
    const { engine, degraded } = await respond(null)
    assert.deepEqual({ engine, degraded }, { engine: 'builtin', degraded: false })
  })

  it('by the built-in one, degraded, where the wanted one is out of reach', async () => {
    assert.deepEqual(await respond(serverOf({ available: () => false })), {
      engine: 'builtin',
      degraded: true,
      content: 'builtin',
      written: ['builtin'],
    })
  })

  it('anew by the built-in one where the wanted one breaks off', async () => {
    assert.deepEqual(await respond(breaking()), {
      engine: 'builtin',
      degraded: true,
      content: 'builtin',
      written: ['Half a', null, 'builtin'],
    })
  })

  it('by none once it was called off', async () => {
    const controller = new AbortController()
    const server = breaking(() => {
      controller.abort(new Error('called off'))
    })
    await assert.rejects(respond(server, { gone: controller.signal }), /called off/)
  })

  it('by the built-in one where the wanted one has no time left', async () => {
    const server = serverOf({
      reply: (_turn, _write, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('too late')))
          if (signal.aborted) reject(new Error('too late'))
        }),
    })
    for (const patience of [AbortSignal.abort(), AbortSignal.timeout(5)]) {
      const { engine, degraded } = await respond(server, { patience })
      assert.deepEqual({ engine, degraded }, { engine: 'builtin', degraded: true })
    }
  })
})
