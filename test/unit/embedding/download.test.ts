import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  entryOf,
  hastyClock,
  makeManifest,
  openTestEmbedding,
  ownFiles,
  ownModel,
  type Progress,
} from '../../support/memory/embedding.ts'
import { silenceTimeoutMs } from '../../../daemon/features/embedding/transfer.ts'
import { startModelServer } from '../../support/memory/model-server.ts'

const kilobytes = (count: number) => randomBytes(count * 1_024)
const content = { 'tokenizer.json': kilobytes(20), 'model.onnx': kilobytes(300) }
const total = 320 * 1_024
const paths = { '/tokenizer.json': content['tokenizer.json'], '/model.onnx': content['model.onnx'] }

async function open(manner: Partial<Parameters<typeof startModelServer>[0]> = {}, files = content) {
  const server = await startModelServer({ files: paths, ...manner })
  const made = makeManifest(entryOf('m', server.url, files))
  const folder = join(made.models, 'm')
  const feature = openTestEmbedding(made)
  return {
    ...feature,
    server,
    made,
    folder,
    held: () => (existsSync(folder) ? readdirSync(folder).toSorted() : []),
    fetched: async () => {
      feature.models.download('m')
      const ended = ({ state }: Progress) => state === 'ready' || state === 'failed'
      const before = feature.seen.length
      await feature.until((progress) => feature.seen.indexOf(progress) >= before && ended(progress))
      return feature.models.get('m')
    },
    [Symbol.asyncDispose]: async () => {
      await feature.stop()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('A download', () => {
  it('fetches every file completely, and reports its progress', async () => {
    await using at = await open()
    assert.deepEqual(at.models.get('m').state, 'missing')
    assert.deepEqual(at.models.download('m').state, 'downloading')
    await at.state('m', 'ready')
    assert.deepEqual(at.models.get('m').progress, { bytes: total, total })
    assert.deepEqual(at.held(), ['model.onnx', 'tokenizer.json'])
    assert.ok(readFileSync(join(at.folder, 'model.onnx')).equals(content['model.onnx']))
    assert.deepEqual(at.seen[0], { model: 'm', bytes: 0, total, state: 'downloading' })
    assert.deepEqual(at.seen.at(-1), { model: 'm', bytes: total, total, state: 'ready' })
  })

  it('of a model that is present, in progress or bundled fetches nothing', async () => {
    await using at = await open()
    at.models.download('m')
    at.models.download('m')
    await at.state('m', 'ready')
    assert.equal(at.models.download('m').state, 'ready')
    assert.equal(at.models.download(ownModel).state, 'embedded')
    assert.equal(at.server.asked.length, 2)
    assert.throws(() => at.models.download('other'), { code: 'NOT_FOUND' })
  })

  it('is not needed for a model that a package includes, and that model cannot be removed', async () => {
    const made = makeManifest(entryOf('m', 'http://127.0.0.1:9/', content))
    mkdirSync(join(made.folder, 'm'))
    for (const [name, bytes] of Object.entries(content)) writeFileSync(join(made.folder, 'm', name), bytes)
    const { models } = openTestEmbedding(made)
    assert.equal(models.download('m').state, 'embedded')
    assert.equal(models.locate('m').onnx, join(made.folder, 'm', 'model.onnx'))
    await assert.rejects(models.remove('m'), { code: 'CONFLICT' })
  })

  it('is undone by removing the model, and can be started again', async () => {
    await using at = await open()
    await assert.rejects(at.models.remove('m'), { code: 'CONFLICT' })
    await at.fetched()
    assert.deepEqual((await at.models.remove('m')).progress, { bytes: 0, total })
    assert.deepEqual(at.held(), [])
    assert.equal((await at.fetched()).state, 'ready')
    await assert.rejects(at.models.remove(ownModel), { code: 'CONFLICT' })
    await assert.rejects(at.models.remove('other'), { code: 'NOT_FOUND' })
  })

  it('creates files readable by their owner only', { skip: process.platform === 'win32' }, async () => {
    await using at = await open()
    await at.fetched()
    assert.equal(statSync(at.folder).mode & 0o777, 0o700)
    assert.equal(statSync(join(at.folder, 'model.onnx')).mode & 0o777, 0o600)
  })

  it('resumes after an interruption, and fetches no byte twice', async () => {
    const large = { ...paths, '/tokenizer.json': kilobytes(400) }
    const files = { 'tokenizer.json': large['/tokenizer.json'], 'model.onnx': content['model.onnx'] }
    await using at = await open({ files: large, breaksAfter: 100 * 1_024, holds: true }, files)
    at.models.download('m')
    await at.until(({ bytes }) => bytes === 100 * 1_024)
    at.server.drop()
    await at.state('m', 'ready')
    const [first, second] = at.server.asked
    assert.equal(first?.range, undefined)
    assert.equal(second?.range, `bytes=${100 * 1_024}-`)
    assert.equal(second?.ifRange, '"1"')
    const sent = at.server.asked.reduce((sum, asked) => sum + asked.sent, 0)
    assert.equal(sent, 700 * 1_024)
  })

  it('resumes after a restart', async () => {
    await using at = await open({ breaksAfter: 10 * 1_024, holds: true })
    at.models.download('m')
    await at.until(({ bytes }) => bytes > 0)
    await at.stop()
    assert.deepEqual(at.held(), ['download.json', 'tokenizer.json.part'])
    const after = openTestEmbedding(at.made)
    assert.equal(after.models.get('m').state, 'downloading')
    assert.equal(after.models.get('m').progress.bytes, 10 * 1_024)
    await after.state('m', 'ready')
    assert.equal(at.server.asked[1]?.range, `bytes=${10 * 1_024}-`)
    assert.deepEqual(at.held(), ['model.onnx', 'tokenizer.json'])
    const third = openTestEmbedding(at.made)
    assert.equal(third.models.get('m').state, 'ready')
    assert.equal(at.server.asked.length, 3)
  })

  for (const [what, second] of Object.entries({
    'does not know ranges': { ranges: false },
    'has another version of it by now': { etag: '"2"' },
  })) {
    it(`starts over when the server ${what}`, async () => {
      await using at = await open({ breaksAfter: 10 * 1_024, holds: true })
      at.models.download('m')
      await at.until(({ bytes }) => bytes > 0)
      await at.stop()
      at.server.behave({ files: paths, ...second })
      const after = openTestEmbedding(at.made)
      await after.state('m', 'ready')
      assert.equal(at.server.asked[1]?.range, `bytes=${10 * 1_024}-`)
      assert.equal(at.server.asked[1]?.sent, 20 * 1_024)
      assert.ok(readFileSync(join(at.folder, 'tokenizer.json')).equals(content['tokenizer.json']))
    })
  }

  it('requests the whole file when the server returns another range', async () => {
    const instead = (request: IncomingMessage, response: ServerResponse) => {
      if (request.headers.range === undefined) return false
      response.writeHead(206, { 'content-range': 'bytes 0-99/20480' }).end(Buffer.alloc(100))
      return true
    }
    await using at = await open({ breaksAfter: 10 * 1_024, holds: true, instead })
    at.models.download('m')
    await at.until(({ bytes }) => bytes > 0)
    at.server.drop()
    await at.state('m', 'ready')
    assert.deepEqual(
      at.server.asked.slice(0, 3).map(({ range }) => range),
      [undefined, `bytes=${10 * 1_024}-`, undefined],
    )
  })

  it('is removed and reported when its checksum is wrong, and can be retried', async () => {
    const wrong = { ...paths, '/model.onnx': kilobytes(300) }
    await using at = await open({ files: wrong })
    const model = await at.fetched()
    assert.equal(model.state, 'failed')
    assert.equal(model.error, 'the checksum of model.onnx is wrong; the file was removed')
    assert.deepEqual(at.held(), ['tokenizer.json'])
    at.server.behave({ files: paths })
    assert.equal((await at.fetched()).state, 'ready')
    assert.equal(at.models.get('m').error, null)
  })

  for (const [what, size] of [
    ['larger', 301],
    ['smaller', 299],
  ] as const) {
    it(`is refused up front when a file is ${what} than expected`, async () => {
      await using at = await open({ files: { ...paths, '/model.onnx': kilobytes(size) } })
      const model = await at.fetched()
      assert.deepEqual([model.state, model.error], ['failed', 'the server has a file of another size'])
      assert.deepEqual(at.held(), ['tokenizer.json'])
    })
  }

  it('stops when more arrives than expected, even without an announced size', async () => {
    let closed = () => {}
    const gone = new Promise<void>((resolve) => (closed = resolve))
    const instead = (_: IncomingMessage, response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', more).on('close', closed)
      more()
      return true
    }
    await using at = await open({ instead })
    const model = await at.fetched()
    assert.deepEqual([model.state, model.error], ['failed', 'the server has a file of another size'])
    await gone
    assert.ok(statSync(join(at.folder, 'tokenizer.json.part')).size <= 20 * 1_024)
  })

  it('follows redirects over https only, except from this machine to itself', async () => {
    const to = (location: string) => (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith('/cdn')) return false
      response.writeHead(302, { location: `${location}${request.url}` }).end()
      return true
    }
    const files = { '/cdn/tokenizer.json': paths['/tokenizer.json'], '/cdn/model.onnx': paths['/model.onnx'] }
    await using well = await open({ files, instead: to('/cdn') })
    assert.equal((await well.fetched()).state, 'ready')
    await using astray = await open({ instead: to('http://models.example') })
    assert.equal((await astray.fetched()).error, 'the server redirects to an address without https')
    await using around = await open({ instead: to('') })
    assert.equal((await around.fetched()).error, 'the server redirects too often')
    assert.equal(around.server.asked.length, 6)
  })

  for (const status of [408, 429, 500, 503]) {
    it(`is retried after ${status}`, async () => {
      const instead = (_: IncomingMessage, response: ServerResponse, asked: number) => {
        if (asked > 3) return false
        response.writeHead(status).end()
        return true
      }
      await using at = await open({ instead })
      assert.equal((await at.fetched()).state, 'ready')
      assert.equal(at.server.asked.length, 5)
    })
  }

  for (const status of [401, 403, 404, 410]) {
    it(`fails at once with ${status}, and is not resumed at the next start`, async () => {
      const instead = (_: IncomingMessage, response: ServerResponse) =>
        Boolean(response.writeHead(status).end())
      await using at = await open({ instead })
      const model = await at.fetched()
      assert.deepEqual([model.state, model.error], ['failed', `the server responded with ${status}`])
      assert.equal(at.server.asked.length, 1)
      assert.equal(openTestEmbedding(at.made).models.get('m').state, 'missing')
    })
  }

  it('fails after 8 increasingly delayed attempts, and is resumed at the next start', async () => {
    await using at = await open({ instead: (request) => Boolean(request.socket.destroy()) })
    const waits: number[] = []
    const after = (delay: number, call: () => void) => {
      if (delay !== silenceTimeoutMs) waits.push(delay)
      return hastyClock.after(delay, call)
    }
    await at.stop()
    const feature = openTestEmbedding(at.made, { ...hastyClock, after })
    feature.models.download('m')
    await feature.state('m', 'failed')
    assert.equal(feature.models.get('m').error, 'the connection failed')
    assert.equal(at.server.asked.length, 8)
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000])
    await feature.stop()
    assert.equal(openTestEmbedding(at.made).models.get('m').state, 'downloading')
  })

  it('leaves nothing when it is cancelled, and can be started again', async () => {
    await using at = await open({ breaksAfter: 10 * 1_024, holds: true })
    at.models.download('m')
    await at.until(({ bytes }) => bytes > 0)
    const cancelled = await at.models.cancel('m')
    assert.deepEqual([cancelled.state, cancelled.progress.bytes], ['missing', 0])
    assert.deepEqual(at.held(), [])
    await assert.rejects(at.models.cancel('m'), { code: 'CONFLICT' })
    await assert.rejects(at.models.cancel(ownModel), { code: 'CONFLICT' })
    await assert.rejects(at.models.cancel('other'), { code: 'NOT_FOUND' })
    assert.equal((await at.fetched()).state, 'ready')
  })

  it('can be cancelled at once while it waits for a retry', async () => {
    await using at = await open({ instead: (request) => Boolean(request.socket.destroy()) })
    let armed = () => {}
    const waits = new Promise<void>((resolve) => (armed = resolve))
    const after = (delay: number) => {
      if (delay === 1_000) armed()
      return () => {}
    }
    const { models } = openTestEmbedding(at.made, { ...hastyClock, after })
    models.download('m')
    await waits
    assert.equal((await models.cancel('m')).state, 'missing')
    assert.deepEqual(at.held(), [])
  })

  it('resumes after 30 seconds of silence from the server', async () => {
    await using at = await open({ breaksAfter: 10 * 1_024, holds: true })
    let silence = () => {}
    const after = (delay: number, call: () => void) => {
      if (delay !== silenceTimeoutMs) return hastyClock.after(delay, call)
      silence = call
      return () => {}
    }
    const { models, until, state } = openTestEmbedding(at.made, { ...hastyClock, after })
    models.download('m')
    await until(({ bytes }) => bytes > 0)
    silence()
    await state('m', 'ready')
    assert.equal(silenceTimeoutMs, 30_000)
    assert.equal(at.server.asked[1]?.range, `bytes=${10 * 1_024}-`)
  })

  it('starts over when its partial file or state is damaged', async () => {
    await using at = await open({ breaksAfter: 10 * 1_024, holds: true })
    at.models.download('m')
    await at.until(({ bytes }) => bytes > 0)
    await at.stop()
    writeFileSync(join(at.folder, 'tokenizer.json.part'), kilobytes(21))
    writeFileSync(join(at.folder, 'download.json'), '{')
    await openTestEmbedding(at.made).state('m', 'ready')
    assert.equal(at.server.asked[1]?.range, undefined)
  })

  it('can be discarded after it failed', async () => {
    await using at = await open({ files: { ...paths, '/model.onnx': kilobytes(300) } })
    await at.fetched()
    assert.equal((await at.models.cancel('m')).state, 'missing')
    assert.deepEqual(at.held(), [])
  })

  it('waits for the one before it', async () => {
    await using server = await startModelServer({ files: paths, breaksAfter: 1_024, holds: true })
    const made = makeManifest(entryOf('first', server.url, content), entryOf('second', server.url, content))
    const { models, until, state, stop } = openTestEmbedding(made)
    models.download('first')
    models.download('second')
    await until(({ model, bytes }) => model === 'first' && bytes > 0)
    assert.equal(server.asked.length, 1)
    assert.equal(models.get('second').state, 'downloading')
    await models.cancel('first')
    await state('second', 'ready')
    await stop()
  })

  it('reports its progress at most four times a second, and each change of state', async () => {
    await using at = await open()
    const after = (delay: number, call: () => void) =>
      delay === 250 ? () => {} : hastyClock.after(delay, call)
    const feature = openTestEmbedding(at.made, { ...hastyClock, monotonic: () => 0, after })
    feature.models.download('m')
    await feature.state('m', 'ready')
    assert.deepEqual(
      feature.seen.map(({ state }) => state),
      ['downloading', 'ready'],
    )
  })

  it('is reported as missing at the next start when a file was damaged on disk', async () => {
    await using at = await open()
    await at.fetched()
    writeFileSync(join(at.folder, 'model.onnx'), 'short')
    assert.equal(openTestEmbedding(at.made).models.get('m').state, 'missing')
  })
})

describe('A downloaded model', () => {
  it('embeds as soon as it is ready, and not before', async () => {
    const files = ownFiles()
    const served = Object.fromEntries(Object.entries(files).map(([name, data]) => [`/${name}`, data]))
    await using server = await startModelServer({ files: served })
    const { models, vectors, state, stop } = openTestEmbedding(
      makeManifest(entryOf('copy', server.url, files)),
    )
    await assert.rejects(vectors.embed('copy', ['tea'], 'query'), { code: 'CONFLICT' })
    models.download('copy')
    await state('copy', 'ready')
    assert.deepEqual(
      await vectors.embed('copy', ['tea'], 'query'),
      await vectors.embed(ownModel, ['tea'], 'query'),
    )
    await stop()
  })
})
