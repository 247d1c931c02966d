// The embedding thread: takes orders, answers results, ends when it is told `null`.
import { parentPort } from 'node:worker_threads'
import { batchesOf } from './batches.ts'
import { openLoadedModels } from './loaded-models.ts'
import type { EmbeddingJob, Result } from './jobs.ts'
import { Turns } from './turns.ts'

interface Work {
  readonly urgent: boolean
  readonly order: EmbeddingJob
  readonly batches: number[][]
  readonly vectors: Float32Array
}

if (!parentPort) throw new Error('this module runs only in a thread of the daemon')
const port = parentPort
const models = openLoadedModels()
const turns = new Turns<Work>()
let working = false
let ending = false

port.on('message', (order: EmbeddingJob | null) => {
  if (order === null) {
    ending = true
    turns.clear()
  } else {
    const { texts, model, urgent } = order
    const batches = batchesOf(texts, model.max_tokens).toReversed()
    turns.add({ urgent, order, batches, vectors: new Float32Array(texts.length * model.dimension) })
  }
  if (!working) void work()
})

async function work(): Promise<void> {
  working = true
  for (let next = turns.next(); next; next = turns.next()) await takeTurn(next)
  working = false
  if (!ending) return
  await models.release()
  port.close()
}

async function takeTurn(work: Work): Promise<void> {
  const { order, batches, vectors } = work
  const { id } = order
  try {
    await embedBatch(work, batches.pop() ?? [])
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
    return
  }
  if (batches.length === 0) answer({ id, vectors })
  else if (!ending) turns.add(work)
}

async function embedBatch({ order, vectors }: Work, batch: readonly number[]): Promise<void> {
  const { texts, prefix, model } = order
  const loaded = await models.get(model)
  const { dimension } = model
  const found = new Float32Array(batch.length * dimension)
  // An empty text has no meaning, whatever stands before it.
  const prefixed = batch.map((index) => (texts[index]?.trim() ? prefix + texts[index] : ''))
  await loaded.embed(prefixed, found)
  for (const [at, index] of batch.entries()) {
    vectors.set(found.subarray(at * dimension, (at + 1) * dimension), index * dimension)
  }
}

function answer(result: Result): void {
  port.postMessage(result, 'vectors' in result ? [result.vectors.buffer as ArrayBuffer] : [])
}
