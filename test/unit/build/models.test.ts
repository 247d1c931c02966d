import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  componentOf,
  fetchedModels,
  fetchModel,
  fetchWhereOnline,
  noticeOf,
  type PackagedModel,
  recommendedModel,
} from '../../../build/packaging/models.ts'
import { PartMissing } from '../../../build/packaging/parts.ts'
import { startModelServer } from '../../support/memory/model-server.ts'

const content = { 'model.onnx': Buffer.from('a graph'), 'tokenizer.json': Buffer.from('{}') }
const files = { '/m/model.onnx': content['model.onnx'], '/m/tokenizer.json': content['tokenizer.json'] }

const modelAt = (url: string): PackagedModel => ({
  id: 'tiny',
  purpose: 'embedding',
  licence: 'MIT',
  attribution: 'the tests',
  source: { repository: 'test/tiny', revision: '1', base_url: `${url}m/` },
  files: Object.entries(content).map(([name, bytes]) => ({
    name,
    url: name,
    bytes: bytes.length,
    sha256: hash('sha256', bytes),
  })),
})

const temporary = () => mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))

describe('A model for packages', () => {
  it('is fetched once, with all of its files', async () => {
    using folder = temporary()
    await using server = await startModelServer({ files })
    const model = modelAt(server.url)
    assert.deepEqual(fetchedModels([model], folder.path), [])
    await fetchModel(model, folder.path)
    await fetchModel(model, folder.path)
    assert.equal(server.asked.length, 2)
    assert.deepEqual(fetchedModels([model], folder.path), [model])
    for (const [name, bytes] of Object.entries(content))
      assert.ok(readFileSync(join(folder.path, 'tiny', name)).equals(bytes), name)
  })

  it('with a wrong checksum is discarded, and fetched again the next time', async () => {
    using folder = temporary()
    await using server = await startModelServer({
      files: { ...files, '/m/model.onnx': Buffer.from('another') },
    })
    const model = modelAt(server.url)
    await assert.rejects(fetchModel(model, folder.path), PartMissing)
    assert.deepEqual(readdirSync(join(folder.path, 'tiny')), [])
    server.behave({ files })
    await fetchModel(model, folder.path)
    assert.deepEqual(fetchedModels([model], folder.path), [model])
  })

  it('that the server does not have is reported with its address', async () => {
    using folder = temporary()
    await using server = await startModelServer({ files: {} })
    await assert.rejects(fetchModel(modelAt(server.url), folder.path), /m\/model\.onnx answered 404/)
  })

  it('is left out without a network, but not where its server has another one', async () => {
    using folder = temporary()
    const server = await startModelServer({ files })
    const model = modelAt(server.url)
    assert.equal(await fetchWhereOnline(model, folder.path), null)
    server.behave({ files: { ...files, '/m/model.onnx': Buffer.from('another') } })
    using other = temporary()
    await assert.rejects(fetchWhereOnline(model, other.path), PartMissing)
    await server[Symbol.asyncDispose]()
    assert.equal(typeof (await fetchWhereOnline(model, other.path)), 'string')
  })

  it('is listed in the bill of materials and among the licences', () => {
    const recommended = recommendedModel()
    const { type, name, version, hashes } = componentOf(recommended)
    assert.deepEqual(
      [type, name, version],
      ['machine-learning-model', recommended.id, recommended.source.revision],
    )
    assert.equal(hashes.length, 1)
    assert.match(noticeOf(recommended), /snowflake-arctic-embed-xs: Apache-2\.0, Snowflake/)
  })
})
