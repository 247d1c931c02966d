import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { loadModel, pool, openTokenizer } from '../../../daemon/features/embedding/inference.ts'
import { openLoadedModels } from '../../../daemon/features/embedding/loaded-models.ts'
import type { LoadableModel } from '../../../daemon/features/embedding/jobs.ts'
import { tinyGraph, tinyTokenizer } from '../../support/memory/tiny-graph.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const [onnx, tokenizer] = [join(folder.path, 'tiny.onnx'), join(folder.path, 'tokenizer.json')]

/** Rows for [PAD], [UNK], [CLS], [SEP], tea, milk; a wrong type would add a great deal. */
const rows = [
  [900, 900],
  [0, 0],
  [3, 4],
  [0, 1],
  [1, 0],
  [0, 5],
]
writeFileSync(
  onnx,
  tinyGraph(rows, [
    [0, 0],
    [500, -500],
  ]),
)
writeFileSync(tokenizer, tinyTokenizer(['tea', 'milk']))
const tiny: LoadableModel = {
  id: 'tiny',
  onnx,
  tokenizer,
  dimension: 2,
  max_tokens: 6,
  pooling: 'mean',
  special_tokens: true,
}

async function embed(changes: Partial<LoadableModel>, ...texts: string[]) {
  const model = await loadModel({ ...tiny, ...changes })
  const vectors = new Float32Array(texts.length * tiny.dimension)
  await model.embed(texts, vectors)
  await model.release()
  return [...vectors].map((value) => Number(value.toFixed(4)))
}

/** A direction as the vectors have it: of length 1, four digits. */
const unit = (x: number, y: number) => [x, y].map((value) => Number((value / Math.hypot(x, y)).toFixed(4)))

describe('A transformer model', () => {
  it('with CLS pooling returns the [CLS] output as a unit vector', async () => {
    assert.deepEqual(await embed({ pooling: 'cls' }, 'tea', 'milk milk milk'), [...unit(3, 4), ...unit(3, 4)])
  })

  it('with mean pooling counts every token, special ones included, and no padding', async () => {
    const [tea, long] = [unit(3 + 1, 4 + 1), unit(3 + 2, 4 + 5 + 1)]
    assert.deepEqual(await embed({}, 'tea'), tea)
    assert.deepEqual(await embed({}, 'tea', 'tea milk tea'), [...tea, ...long])
    assert.deepEqual(await embed({}, 'tea milk tea', 'tea'), [...long, ...tea])
  })

  it('keeps the last special token when a text is truncated', async () => {
    const open = openTokenizer(tiny)
    assert.deepEqual(open('tea tea milk tea milk milk'), [2, 4, 4, 5, 4, 3])
    assert.deepEqual(open('tea tea milk tea'), [2, 4, 4, 5, 4, 3])
    assert.deepEqual(openTokenizer({ ...tiny, special_tokens: false, max_tokens: 2 })('tea tea milk'), [4, 4])
  })

  it('is refused when its graph does not match the manifest', async () => {
    await assert.rejects(embed({ pooling: 'in_graph' }, 'tea'), /no output of 2 dimensions/)
    await assert.rejects(embed({ dimension: 3 }, 'tea'), /another dimension/)
    await assert.rejects(embed({ onnx: tokenizer }, 'tea'))
  })
})

describe('Pooling', () => {
  it('leaves a zero vector as it is', () => {
    const vector = new Float32Array(2)
    pool(new Float32Array(4), 'mean', vector)
    assert.deepEqual([...vector], [0, 0])
  })

  it("uses the graph's own pooling as it is", () => {
    const vector = new Float32Array(2)
    pool(Float32Array.of(0.6, 0.8), 'in_graph', vector)
    assert.deepEqual([...vector], [...Float32Array.of(0.6, 0.8)])
  })
})

describe('The loaded models', () => {
  const log: string[] = []
  const models = openLoadedModels(async ({ id }: LoadableModel) => {
    log.push(`load ${id}`)
    if (id === 'bad') throw new Error('broken')
    const release = async () => void log.push(`release ${id}`)
    return { embed: async () => {}, release }
  }, 2)
  const get = (id: string) => models.get({ ...tiny, id })
  const news = () => log.splice(0)

  it('are two at most, and the least recently used one is dropped', async () => {
    const [a] = [await get('a'), await get('b')]
    assert.equal(await get('a'), a)
    assert.deepEqual(news(), ['load a', 'load b'])
    await get('c')
    assert.deepEqual(news(), ['load c', 'release b'])
    await get('a')
    await get('b')
    assert.deepEqual(news(), ['load b', 'release c'])
  })

  it('stay loaded when another fails to load, which is retried the next time', async () => {
    await assert.rejects(get('bad'), /broken/)
    await assert.rejects(get('bad'), /broken/)
    await get('a')
    assert.deepEqual(news(), ['load bad', 'load bad'])
  })

  it('are all released in the end', async () => {
    await models.release()
    assert.deepEqual(news().toSorted(), ['release a', 'release b'])
  })
})
