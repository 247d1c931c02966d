import assert from 'node:assert/strict'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pino } from 'pino'
import { openEmbedder } from '../../../daemon/features/embedding/embedder.ts'
import type { ModelFiles } from '../../../daemon/features/embedding/jobs.ts'
import { loadReranker } from '../../../daemon/features/embedding/reranker.ts'
import { ownUsableModel } from '../../support/memory/embedding.ts'
import { tinyCrossEncoder, tinyTokenizer } from '../../support/memory/tiny-graph.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
after(() => folder.remove())
const [onnx, tokenizer] = [join(folder.path, 'tiny.onnx'), join(folder.path, 'tokenizer.json')]

const words = ['tea', 'milk', 'dog']
/** Rows for [PAD], [UNK], [CLS], [SEP] and the words: each word is an axis, the rest is nothing. */
const rows = [
  ...Array.from({ length: 4 }, () => words.map(() => 0)),
  ...words.map((_, at) => words.map((_one, axis) => (axis === at ? 1 : 0))),
]
writeFileSync(onnx, tinyCrossEncoder(rows))
writeFileSync(tokenizer, tinyTokenizer(words))
const tiny: ModelFiles = { id: 'tiny', onnx, tokenizer, max_tokens: 32 }

async function read(question: string, passages: readonly string[], changes: Partial<ModelFiles> = {}) {
  const reranker = await loadReranker({ ...tiny, ...changes })
  const relevance = await reranker.read(question, passages)
  await reranker.release()
  return [...relevance]
}

describe('A reranking model', () => {
  it('reads the question with each passage, whatever stands beside it', async () => {
    const passages = ['tea', 'tea milk tea', 'dog dog dog dog dog', 'nothing of it', '']
    const together = await read('tea with milk', passages)
    assert.deepEqual(together, [0, 2, -1, -1, -1])
    for (const [at, passage] of passages.entries())
      assert.deepEqual(await read('tea with milk', [passage]), [together[at]])
    assert.deepEqual(await read('tea', []), [])
  })

  it('cuts a passage at its end, and a question at a quarter of what it reads', async () => {
    // Of 32 tokens, 8 may be of the question with its two marks; the passage has what is left, with one mark.
    const shared = async (question: string, passage: string) =>
      ((await read(question, [passage]))[0] ?? NaN) + 1
    assert.equal(await shared('tea', 'tea '.repeat(50)), 32 - 3 - 1)
    assert.equal(await shared('tea '.repeat(50), 'tea'), 8 - 2)
    assert.deepEqual(await read('tea', [`${'dog '.repeat(50)}tea`]), [-1])
  })

  it('is refused when its graph gives anything but one number a pair', async () => {
    const wide = ownUsableModel()
    await assert.rejects(
      read('tea', ['tea', 'milk'], { onnx: wide.onnx, tokenizer: wide.tokenizer }),
      /one number for each pair/,
    )
    await assert.rejects(read('tea', ['tea'], { onnx: tokenizer }))
  })
})

describe('The embedding thread', () => {
  const embedder = openEmbedder({ locate: () => ownUsableModel(), log: pino({ level: 'silent' }) })
  after(() => embedder.stop())

  it('reads as many passages as there is time for, the first of them first', async () => {
    const passages = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? 'tea' : 'dog'))
    const all = await embedder.rerank(tiny, 'tea', passages, 60_000)
    assert.deepEqual(
      [...all],
      passages.map((one) => (one === 'tea' ? 0 : -1)),
    )
    const none = await embedder.rerank(tiny, 'tea', passages, 0)
    assert.ok(none.every((one) => Number.isNaN(one)))
    assert.equal(none.length, 30)
  })

  it('says why a reranking model does not work, and goes on', async () => {
    await assert.rejects(embedder.rerank({ ...tiny, id: 'broken', onnx: tokenizer }, 'tea', ['tea'], 60_000))
    assert.deepEqual([...(await embedder.rerank(tiny, 'milk', ['milk'], 60_000))], [0])
  })
})
