import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeManifest, openTestEmbedding, type Progress } from '../../support/memory/embedding.ts'
import { startModelServer } from '../../support/memory/model-server.ts'

const fileOf = (kilobytes: number, letter: string) =>
  Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(kilobytes * 1_024, letter)])
const [first, second] = [fileOf(100, 'a'), fileOf(130, 'b')]
const half = 50 * 1_024

async function open(manner: Partial<Parameters<typeof startModelServer>[0]> = {}) {
  const server = await startModelServer({ files: { '/some%20model.GGUF': first }, ...manner })
  const made = makeManifest()
  const feature = openTestEmbedding(made)
  const folder = join(made.models, 'own-some-model')
  return {
    ...feature,
    made,
    server,
    url: `${server.url}some%20model.GGUF`,
    held: () => (existsSync(folder) ? readdirSync(folder) : []),
    file: () => readFileSync(join(folder, 'model.gguf')),
    [Symbol.asyncDispose]: async () => {
      await feature.stop()
      await server[Symbol.asyncDispose]()
    },
  }
}
const hasEnded = ({ state }: Progress) => state === 'ready' || state === 'failed'

describe('A language model that somebody adds', () => {
  it('is called after its file, listed after those of the manifest, and kept where its owner alone may read', async () => {
    await using at = await open()
    const { entry, own, file, download } = at.models.addOwn({ url: at.url })
    assert.deepEqual([entry.id, entry.title, own, file], ['own-some-model', 'some model', true, null])
    assert.deepEqual([download.state, download.bytes_total], ['downloading', null])
    await at.state('own-some-model', 'ready')
    const listed = at.models.chat().at(-1)
    assert.deepEqual([listed?.entry.id, listed?.bytes], ['own-some-model', first.length])
    assert.ok(at.file().equals(first))
    assert.deepEqual(at.held(), ['model.gguf'])
    const { purpose, licence, language } = at.models.get('own-some-model')
    assert.deepEqual([purpose, licence, language], ['chat', 'unknown', 'und'])
    if (process.platform !== 'win32')
      assert.equal(statSync(join(at.made.models, 'own.json')).mode & 0o777, 0o600)
  })

  it('is fetched anew where its server has another version by now', async () => {
    await using at = await open({ breaksAfter: half, holds: true })
    at.models.addOwn({ url: at.url })
    await at.until(({ bytes }) => bytes === half)
    at.server.behave({ files: { '/some%20model.GGUF': second }, etag: '"2"' })
    at.server.drop()
    await at.state('own-some-model', 'ready')
    assert.ok(at.file().equals(second))
    assert.equal(at.models.chat().at(-1)?.bytes, second.length)
  })

  it('is fetched anew where a part of it is of a file of another size', async () => {
    // A weak validator does not say that the bytes are the same, so it is not sent along.
    await using at = await open({ breaksAfter: half, holds: true, etag: 'W/"1"' })
    at.models.addOwn({ url: at.url })
    await at.until(({ bytes }) => bytes === half)
    at.server.behave({ files: { '/some%20model.GGUF': second }, etag: 'W/"1"' })
    at.server.drop()
    await at.state('own-some-model', 'ready')
    assert.deepEqual(
      at.server.asked.map(({ range }) => range),
      [undefined, `bytes=${half}-`, undefined],
    )
    assert.ok(at.file().equals(second))
  })

  it('is checked by the checksum that was given, whatever its server says', async () => {
    const own = hash('sha256', first)
    await using at = await open({ etag: `"${'0'.repeat(64)}"` })
    at.models.addOwn({ url: at.url, sha256: own })
    await at.until(hasEnded)
    assert.equal(at.models.get('own-some-model').state, 'ready')
    await using other = await open({ etag: `"${'0'.repeat(64)}"` })
    other.models.addOwn({ url: other.url })
    await other.until(hasEnded)
    assert.match(other.models.get('own-some-model').error ?? '', /^the checksum of model\.gguf is wrong/)
  })

  it('is refused where its server does not say how large it is', async () => {
    await using at = await open({
      instead: (_, response) => {
        response.writeHead(200).write('GGUF')
        response.end('and so on')
        return true
      },
    })
    at.models.addOwn({ url: at.url })
    await at.until(hasEnded)
    const { state, error } = at.models.get('own-some-model')
    assert.deepEqual([state, error], ['failed', 'the server does not say how large the file is'])
  })

  it('can be cleared away after a restart, too, where it could not be fetched', async () => {
    await using at = await open({ instead: (_, response) => Boolean(response.writeHead(404).end()) })
    at.models.addOwn({ url: at.url, title: 'Not there' })
    await at.until(hasEnded)
    assert.equal(at.models.get('own-some-model').error, 'the server responded with 404')
    await at.stop()
    const { models } = openTestEmbedding(at.made)
    assert.deepEqual(
      [models.get('own-some-model').state, models.get('own-some-model').title],
      ['missing', 'Not there'],
    )
    assert.equal((await models.cancel('own-some-model')).state, 'missing')
    assert.throws(() => models.get('own-some-model'), { code: 'NOT_FOUND' })
  })

  it('is known no more where the list of them was damaged, and the others are there as ever', async () => {
    await using at = await open()
    at.models.addOwn({ url: at.url })
    await at.until(hasEnded)
    for (const damaged of ['{', '{"models":[{"id":"../x"}]}']) {
      writeFileSync(join(at.made.models, 'own.json'), damaged)
      const { models } = openTestEmbedding(at.made)
      assert.deepEqual(models.chat(), [])
      assert.equal(models.all().length, 1)
    }
  })
})
