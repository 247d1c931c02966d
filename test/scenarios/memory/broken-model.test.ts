import assert from 'node:assert/strict'
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../../build/packaging/layout.ts'
import { ManualClock } from '../../support/clock.ts'
import { signIn, startTestDaemon, temporaryFolder, type TestDaemon } from '../../support/daemon.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const id = 'static-en-v1'
const file = `${id}/model_int8.onnx`

/** A copy of the models that come along, to be damaged. */
function modelsOf(damage: (model: string) => void): string {
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))
  for (const part of ['manifest.json', id])
    cpSync(join(root, 'models', part), join(folder, part), { recursive: true })
  damage(join(folder, file))
  return join(folder, 'manifest.json')
}

const damages: Readonly<Record<string, (model: string) => void>> = {
  'is missing': (model) => rmSync(model),
  'is cut': (model) => truncateSync(model, 5_000_000),
  'is noise': (model) => writeFileSync(model, Buffer.alloc(12_416_591, 0xa5)),
}

const asker = (daemon: TestDaemon) => async (operation: string, input?: object) => {
  const { access_token } = await signIn(daemon, 'olga')
  return (await protocols.REST(daemon)(access_token, operation, input)).result
}

describe('A home whose embedding model', () => {
  for (const [name, damage] of Object.entries(damages))
    it(`${name} still remembers, finds by words, talks, and says what is wrong`, async () => {
      const home = temporaryFolder()
      after(() => rmSync(home, { recursive: true }))
      {
        await using daemon = await startTestDaemon({ home, manifest: modelsOf(damage) })
        await daemon.owner()
        const ask = asker(daemon)
        await ask('memory.store', { content: 'The spare key hangs behind the barn door.' })
        const found = await ask('memory.search', { q: 'spare key' })
        assert.equal(found.items[0].memory.content, 'The spare key hangs behind the barn door.')
        const { response } = await ask('conversation.message', { content: 'Where is the spare key?' })
        assert.match(response.content, /behind the barn door/)
        const { findings } = await ask('gateway.checkup')
        const about = findings.find(({ check }: { check: string }) => check === 'embedding')
        assert.match(about.finding, /^embedding_own_(?:missing|damaged)$/)
      }
      {
        // A start with the model that is still damaged goes on without.
        const clock = new ManualClock()
        await using daemon = await startTestDaemon({ home, clock, manifest: modelsOf(damage) })
        clock.advance(5_000)
        assert.equal((await asker(daemon)('memory.check')).without_vector, 1)
      }
      // With the model that works, what has no vector is given one, by itself.
      await using daemon = await startTestDaemon({ home })
      const ask = asker(daemon)
      await soon(async () => (await ask('memory.check')).whole)
      assert.deepEqual((await ask('memory.check')).without_vector, 0)
    })
})
