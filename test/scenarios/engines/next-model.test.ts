import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { tinyGguf } from '../../support/conversation/tiny-gguf.ts'
import { startTestDaemon, signIn, temporaryFolder } from '../../support/daemon.ts'
import { chatEntryOf, makeManifest } from '../../support/memory/embedding.ts'
import { startModelServer } from '../../support/memory/model-server.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const tiny = tinyGguf({ context: 4_096 })
const broken = Buffer.from('no model at all')
const files = { '/tiny.gguf': tiny, '/other.gguf': tiny, '/broken.gguf': broken }
const server = await startModelServer({ files })
after(() => server[Symbol.asyncDispose]())
const { manifest } = makeManifest(
  chatEntryOf('tiny', server.url, tiny),
  chatEntryOf('other', server.url, tiny),
  chatEntryOf('broken', server.url, broken),
  { ...chatEntryOf('huge', server.url, tiny), files: [hugeFile()] },
)

function hugeFile() {
  return { name: 'huge.gguf', url: 'huge.gguf', bytes: 2 ** 36, sha256: '0'.repeat(64) }
}

/** A daemon whose owner calls it; its home stays until the last test is over. */
async function open(home: string, environment: Record<string, string> = {}) {
  const daemon = await startTestDaemon({ home, clock: systemClock, manifest, environment })
  const { access_token } = daemon.setupCode === null ? await signIn(daemon, 'olga') : await daemon.owner()
  const ask = protocols.REST(daemon)
  const call = (operation: string, input: object = {}) => ask(access_token, operation, input)
  const current = async () => (await call('engine.current')).result
  return { daemon, call, current, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() }
}

function newHome() {
  const home = temporaryFolder()
  after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

/** Holds the first download in the middle, until it is dropped. */
const hold = () => {
  server.asked.splice(0)
  server.behave({ files, breaksAfter: 1_000, holds: true })
}

describe('A language model that is chosen before it is on this machine', () => {
  it('is fetched, and writes as soon as it is here', async () => {
    await using own = await open(newHome())
    hold()
    const { status, result } = await own.call('engine.use_local', { model: 'tiny', download: true })
    assert.deepEqual(
      [status, result.next, result.order],
      [200, { model: 'tiny', failure: null }, ['builtin']],
    )
    await soon(() => server.asked.length > 0)
    server.drop()
    await soon(async () => (await own.current()).next === null)
    const { order, local } = await own.current()
    assert.deepEqual([order, local.model], [['local:tiny', 'builtin'], 'tiny'])
  })

  it('is used after a restart in the middle of its download', async () => {
    const home = newHome()
    hold()
    {
      await using own = await open(home)
      await own.call('engine.use_local', { model: 'tiny', download: true, memory_mb: 900, first: false })
      await soon(() => server.asked.length > 0)
    }
    const written = JSON.parse(readFileSync(join(home, 'models', 'next-model.json'), 'utf8'))
    assert.equal(written.model, 'tiny')
    server.behave({ files })
    await using again = await open(home)
    await soon(async () => (await again.current()).local !== null)
    const { local, next } = await again.current()
    assert.deepEqual([local.model, local.memory_mb, next], ['tiny', 900, null])
  })

  it('is not used once its download is cancelled, another one is used, or none is wanted', async () => {
    await using own = await open(newHome())
    const chosen = async (model: string) => {
      hold()
      await own.call('engine.use_local', { model, download: true })
      await soon(() => server.asked.length > 0)
      return (await own.current()).next.model
    }
    assert.equal(await chosen('tiny'), 'tiny')
    await own.call('models.cancel', { id: 'tiny' })
    await soon(async () => (await own.current()).next === null)
    assert.equal(await chosen('tiny'), 'tiny')
    await own.call('engine.reset_local')
    assert.equal((await own.current()).next, null)
    server.drop()
    await soon(async () => (await own.call('engine.local_models')).result.items[0].here)
    assert.equal(await chosen('other'), 'other')
    const { result } = await own.call('engine.use_local', { model: 'tiny' })
    assert.deepEqual([result.next, result.local.model], [null, 'tiny'])
  })

  it('says why it is not used where its file is no model, and goes when that is removed', async () => {
    await using own = await open(newHome())
    server.behave({ files })
    await own.call('engine.use_local', { model: 'broken', download: true })
    await soon(async () => (await own.current()).next.failure !== null)
    assert.deepEqual((await own.current()).next, { model: 'broken', failure: 'not_loaded' })
    assert.deepEqual((await own.current()).order, ['builtin'])
    await own.call('models.remove', { id: 'broken' })
    await soon(async () => (await own.current()).next === null)
  })

  it('is refused before anything is fetched where it cannot fit, is unknown, or the environment has set the engine', async () => {
    server.asked.splice(0)
    await using own = await open(newHome())
    const refused = async (model: string) => {
      const { status, result, detail } = await own.call('engine.use_local', { model, download: true })
      return [status, /does_not_fit/.exec(JSON.stringify([result, detail]))?.[0] ?? null]
    }
    assert.deepEqual(await refused('huge'), [422, 'does_not_fit'])
    assert.deepEqual(await refused('none'), [404, null])
    await using fixed = await open(newHome(), { COMPANION_ENGINE_CONTEXT_TOKENS: '2048' })
    assert.equal((await fixed.call('engine.use_local', { model: 'tiny', download: true })).status, 409)
    assert.equal((await fixed.current()).next, null)
    assert.equal(server.asked.length, 0)
  })
})
