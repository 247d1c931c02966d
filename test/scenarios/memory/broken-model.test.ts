import assert from 'node:assert/strict'
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { it, itLong } from '../../support/long.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const id = 'static-en-v1'
const file = `${id}/model_int8.onnx`

function modelsOf(damage: (model: string) => void): string {
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))
  for (const part of ['manifest.json', id])
    cpSync(join(root, 'models', part), join(folder, part), { recursive: true })
  damage(join(folder, file))
  return join(folder, 'manifest.json')
}

type Damage = (model: string) => void
const missing: Damage = (model) => rmSync(model)
const cut: Damage = (model) => truncateSync(model, 5_000_000)
const noise: Damage = (model) => writeFileSync(model, Buffer.alloc(12_416_591, 0xa5))

const asker = (daemon: TestDaemon) => async (operation: string, input?: object) => {
  const { access_token } = await signIn(daemon, 'olga')
  return (await protocols.REST(daemon)(access_token, operation, input)).result
}

async function assertSaid(ask: ReturnType<typeof asker>): Promise<void> {
  const { findings } = await ask('gateway.checkup')
  const about = findings.find(({ check }: { check: string }) => check === 'embedding')
  assert.match(about.finding, /^embedding_own_(?:missing|damaged)$/)
}

/** A home that is made with one damaged model, goes on with another, and then has the model that works. */
async function liveWith(first: Damage, second: Damage): Promise<void> {
  const home = temporaryFolder()
  after(() => rmSync(home, { recursive: true }))
  {
    await using daemon = await startTestDaemon({ home, manifest: modelsOf(first) })
    await daemon.owner()
    const ask = asker(daemon)
    await ask('memory.store', { content: 'The spare key hangs behind the barn door.' })
    const matches = await ask('memory.search', { q: 'spare key' })
    assert.equal(matches.items[0].memory.content, 'The spare key hangs behind the barn door.')
    const { response } = await ask('conversation.message', { content: 'Where is the spare key?' })
    assert.match(response.content, /behind the barn door/)
    await assertSaid(ask)
  }
  {
    const clock = new ManualClock()
    await using daemon = await startTestDaemon({ home, clock, manifest: modelsOf(second) })
    clock.advance(5_000)
    assert.equal((await asker(daemon)('memory.check')).without_vector, 1)
    await assertSaid(asker(daemon))
  }
  // With the model that works, what has no vector is given one, by itself.
  const clock = new ManualClock()
  await using daemon = await startTestDaemon({ home, clock })
  clock.advance(5_000)
  const ask = asker(daemon)
  await soon(async () => (await ask('memory.check')).whole)
  assert.equal((await ask('memory.check')).without_vector, 0)
}

describe('A home whose embedding model', () => {
  const name = 'still remembers, finds by words, talks, and says what is wrong'
  it(`is missing, and cut later, ${name}`, () => liveWith(missing, cut))
  for (const [damaged, damage] of Object.entries({ missing, cut, noise }))
    itLong(`is ${damaged} ${name}`, () => liveWith(damage, damage))
})
