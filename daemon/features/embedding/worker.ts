// The embedding thread: takes jobs, answers results, ends when it is told `null`.
import { parentPort } from 'node:worker_threads'
import { batchesOf } from './batches.ts'
import { loadModel } from './inference.ts'
import type { EmbeddingJob, Job, RerankingJob, Result } from './jobs.ts'
import { openLoadedModels } from './loaded-models.ts'
import { loadReranker } from './reranker.ts'
import { Turns } from './turns.ts'

interface Work {
  readonly id: number
  readonly urgent: boolean
  /** Does the next batch; answers the values once all is done. */
  readonly step: () => Promise<Float32Array | null>
}

/** While the model changes, the old one and the new one are both in use. */
const maxModels = 2
/** Passages that are read at once: the fewer, the more exactly the time is kept. */
const readAtOnce = 4

if (!parentPort) throw new Error('this module runs only in a thread of the daemon')
const port = parentPort
const models = openLoadedModels(loadModel, maxModels)
const rerankers = openLoadedModels(loadReranker, 1)
const turns = new Turns<Work>()
let working = false
let ending = false

port.on('message', (job: Job | null) => {
  if (job === null) {
    ending = true
    turns.clear()
  } else turns.add('texts' in job ? embedding(job) : reranking(job))
  if (!working) void work()
})

async function work(): Promise<void> {
  working = true
  for (let next = turns.next(); next; next = turns.next()) await takeTurn(next)
  working = false
  if (!ending) return
  await Promise.all([models.release(), rerankers.release()])
  port.close()
}

async function takeTurn(work: Work): Promise<void> {
  const { id } = work
  try {
    const values = await work.step()
    if (values) answer({ id, values })
    else if (!ending) turns.add(work)
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

function embedding({ id, urgent, model, texts, prefix }: EmbeddingJob): Work {
  const { dimension } = model
  const batches = batchesOf(texts, model.max_tokens).toReversed()
  const vectors = new Float32Array(texts.length * dimension)

  const step = async () => {
    const batch = batches.pop() ?? []
    const loaded = await models.get(model)
    const embedded = new Float32Array(batch.length * dimension)
    // An empty text has no meaning, whatever stands before it.
    const prefixed = batch.map((index) => (texts[index]?.trim() ? prefix + texts[index] : ''))
    await loaded.embed(prefixed, embedded)
    for (const [at, index] of batch.entries()) {
      vectors.set(embedded.subarray(at * dimension, (at + 1) * dimension), index * dimension)
    }
    return batches.length === 0 ? vectors : null
  }
  return { id, urgent, step }
}

function reranking({ id, reranker, question, passages, budget }: RerankingJob): Work {
  const until = performance.now() + budget
  const relevance = new Float32Array(passages.length).fill(Number.NaN)
  let done = 0

  const step = async () => {
    const loaded = await rerankers.get(reranker)
    const startedAt = performance.now()
    if (startedAt >= until) return relevance
    relevance.set(await loaded.read(question, passages.slice(done, done + readAtOnce)), done)
    done += readAtOnce
    const now = performance.now()
    // The next ones take about as long as these did.
    return done >= passages.length || now + (now - startedAt) > until ? relevance : null
  }
  return { id, urgent: true, step }
}

function answer(result: Result): void {
  port.postMessage(result, 'values' in result ? [result.values.buffer as ArrayBuffer] : [])
}
