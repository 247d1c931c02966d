import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { soon } from '../../support/processes.ts'
import { household } from '../../support/household.ts'
import { protocols } from '../../support/wire/protocols.ts'

const folder = mkdtempSync(join(tmpdir(), 'companion-gguf-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const tiny = file('tiny.gguf', tinyGguf({ context: 4_096, width: 16, layers: 1 }))
const saying = file(
  'saying.gguf',
  tinyGguf({ context: 4_096, width: 16, layers: 1, says: 'I am small but here.' }),
)
const cut = file('cut.gguf', tinyGguf().subarray(0, 1_000))

// What a model may write is a share of its context: less of it ends sooner.
const config = { engine: { context_tokens: 3_072 } }
const { daemon, owner } = await household({ config })
const ask = protocols.REST(daemon)
const call = (operation: string, input: object = {}) => ask(owner.access_token, operation, input)
const say = async (content: string) => (await call('conversation.message', { content })).result.response

describe('A model of this machine', () => {
  it('is one of those that Companion knows, each with what it needs, or a file of one’s own', async () => {
    const { items } = (await call('engine.local_models')).result
    assert.ok(items.length > 5)
    for (const { bytes, required_mb, here } of items) {
      assert.equal(here, false)
      assert.ok(required_mb * 2 ** 20 > bytes)
    }
    assert.ok(items.filter(({ recommended }: { recommended: boolean }) => recommended).length <= 1)
  })

  it('is refused where it is not here, is no model, or needs more memory than it may take', async () => {
    const refused = async (input: object) => {
      const { status, result, detail } = await call('engine.use_local', input)
      const told = JSON.stringify([result, detail])
      return [status, /chat_model_missing|not_loaded|does_not_fit/.exec(told)?.[0] ?? null]
    }
    assert.deepEqual(await refused({ model: 'qwen2.5-0.5b' }), [409, 'chat_model_missing'])
    assert.deepEqual(await refused({ model: 'no-such-model' }), [404, null])
    assert.deepEqual(await refused({ model: join(folder, 'none.gguf') }), [404, null])
    assert.deepEqual(await refused({ model: cut }), [422, 'not_loaded'])
    assert.deepEqual(await refused({ model: tiny, memory_mb: 64 }), [422, 'does_not_fit'])
    assert.equal((await call('engine.current')).result.engine, 'builtin')
  })

  it('writes for everybody at once, and nobody has to agree', async () => {
    const { status, result } = await call('engine.use_local', { model: tiny })
    assert.equal(status, 200)
    assert.deepEqual(result.order, ['local:tiny', 'builtin'])
    assert.deepEqual([result.local.state, result.local.asleep], ['loading', false])
    const context = (await call('conversation.context')).result
    assert.deepEqual([context.engine, context.consent_needed], ['local:tiny', null])
  })

  it('is brought into memory at once, before anybody says anything', async () => {
    const state = async () => (await call('engine.current')).result.local.state
    assert.equal(await soon(async () => (await state()) === 'ready'), true)
  })

  it('leaves a reply to the built-in engine that it does not finish', async () => {
    const { engine, degraded } = await say('The lake is frozen today.')
    assert.deepEqual([engine, degraded], ['builtin', true])
    const { local } = (await call('engine.current')).result
    assert.deepEqual([local.asleep, local.last_failure, local.circuit], [false, 'cut_short', 'closed'])
  })

  it('writes whole replies', async () => {
    await call('engine.use_local', { model: saying })
    const { content, engine, degraded } = await say('Good evening, how was your day?')
    assert.deepEqual([content, engine, degraded], ['I am small but here.', 'local:saying', false])
  })

  it('leaves the replies to the built-in engine once it is set no more', async () => {
    const { result } = await call('engine.reset_local')
    assert.deepEqual([result.order, result.local], [['builtin'], null])
    assert.equal((await say('Hello!')).engine, 'builtin')
  })
})
