import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type ModelEntry, readManifest } from '../../../daemon/features/embedding/manifest.ts'
import { entryOf, makeManifest, ownFolder, ownModel } from '../../support/memory/embedding.ts'

const files = { 'tokenizer.json': Buffer.from('{}'), 'model.onnx': Buffer.from('graph') }

describe('The manifest of Companion', () => {
  const models = readManifest(join(ownFolder, 'manifest.json'))
  const own = models.find(({ id }) => id === ownModel)

  it('has the size and checksum of every bundled file', () => {
    assert.ok(own)
    for (const { name, bytes, sha256 } of own.files) {
      const content = readFileSync(join(ownFolder, ownModel, name))
      assert.deepEqual([content.length, hash('sha256', content)], [bytes, sha256], name)
    }
  })

  it('describes the bundled model as the model itself does', () => {
    const config: unknown = JSON.parse(readFileSync(join(ownFolder, ownModel, 'config.json'), 'utf8'))
    assert.ok(own?.purpose === 'embedding')
    assert.partialDeepStrictEqual(config, {
      id: own.id,
      dim: own.dimension,
      pooling: 'in-graph',
      max_tokens: own.max_tokens,
      add_special_tokens: own.special_tokens,
      query_prefix: own.query_prefix,
      passage_prefix: own.passage_prefix,
    })
  })

  it('has models of one dimension, so that their vectors fit the same column', () => {
    assert.deepEqual(
      [...new Set(models.flatMap((one) => (one.purpose === 'embedding' ? [one.dimension] : [])))],
      [384],
    )
  })

  it('fetches models only from a pinned revision, over https', () => {
    const sources = models.flatMap(({ source }) => (source.kind === 'repository' ? [source] : []))
    assert.equal(sources.length, models.length - 1)
    for (const { repository, revision, base_url } of sources) {
      assert.match(revision, /^[0-9a-f]{40}$/)
      assert.equal(base_url, `https://huggingface.co/${repository}/resolve/${revision}/`)
    }
  })
})

describe('A manifest', () => {
  const base = 'https://models.example/'
  const source = { kind: 'repository', repository: 'r', revision: '1', base_url: base } as const
  const read = (...entries: ModelEntry[]) => readManifest(makeManifest(...entries).manifest)
  const changed = (more: object) => entryOf('m', base, files, more)
  const file = changed({}).files[0]

  for (const [what, more, message] of [
    ['an unknown field', { colour: 'blue' }, /\/colour /],
    ['an id that is a path', { id: '../m' }, /\/id must match/],
    [
      'a file name that is a path',
      { files: [{ ...file, name: '../tokenizer.json' }, file] },
      /\/name must match/,
    ],
    ['a file without a checksum', { files: [{ ...file, sha256: '' }, file] }, /\/sha256 must match/],
    ['no graph', { files: [file, { ...file, name: 'other.json' }] }, /must have one \.onnx file/],
    ['an unknown pooling', { pooling: 'max' }, /\/pooling/],
    ['a source without https', { source: { ...source, base_url: 'http://models.example/' } }, /over https/],
    ['a source that is no URL', { source: { ...source, base_url: 'models/' } }, /over https/],
    ['a source without revision', { source: { ...source, revision: '' } }, /\/source/],
  ] as const) {
    it(`with ${what} is refused, with the place`, () => {
      assert.throws(() => read(changed(more)), message)
    })
  }

  it('with duplicate models, no tokenizer or a path outside the folder is refused', () => {
    assert.throws(() => read(changed({}), changed({})), /m is there twice/)
    const graph = { 'model.onnx': files['model.onnx'] }
    assert.throws(
      () => read(entryOf('m', base, { ...graph, 'words.json': Buffer.from('{}') })),
      /tokenizer\.json/,
    )
    const climbing = changed({}).files.map((one) => ({ ...one, url: 'a/../../b' }))
    assert.throws(() => read(changed({ files: climbing })), /without a proper url/)
  })

  it('without a bundled model is refused', () => {
    const { manifest } = makeManifest()
    writeFileSync(manifest, JSON.stringify({ models: [changed({})] }))
    assert.throws(() => readManifest(manifest), /no model is bundled/)
  })

  it('may name a local server', () => {
    const local = entryOf('m', 'http://127.0.0.1:8000/', files)
    assert.deepEqual(read(local).at(-1), local)
  })
})
