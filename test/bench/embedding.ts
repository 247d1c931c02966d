// Sentences a second of the embedding thread, in batches and single, against the same session on the main thread; how
// long loading takes; what it costs in memory. node test/bench/embedding.ts [rounds] [--smoke]
import { pino } from 'pino'
import { openEmbedder } from '../../daemon/features/embedding/embedder.ts'
import { batchesOf } from '../../daemon/features/embedding/batches.ts'
import { ownUsableModel } from '../support/memory/embedding.ts'
import { timed, timesDuring } from './duration.ts'
import { median, percentile } from './percentile.ts'
import { amount, givenNumbers } from './smoke.ts'

const [rounds] = givenNumbers(amount(1, 5))
const sentences = amount(512, 20_000)
const singles = amount(10, 1_000)
const part = 256

const model = ownUsableModel()
const words =
  'the cat sat on a mat while Anna made tea for her brother and spoke of their holiday in Norway'.split(' ')
const texts = Array.from({ length: sentences }, (_, at) =>
  Array.from({ length: 6 + (at % 9) }, (__, place) => words[(at * 7 + place * 5) % words.length]).join(' '),
)
const megabytes = () => Math.round(process.memoryUsage.rss() / 1_048_576)

/** How late a timer of 1 ms comes while `work` is done, at the 99th percentile and at worst. */
async function delaysDuring(work: () => Promise<unknown>): Promise<{ p99: number; max: number }> {
  const late: number[] = []
  let before = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    late.push(now - before - 1)
    before = now
  }, 1)
  await work()
  clearInterval(timer)
  return { p99: percentile(late, 0.99), max: percentile(late, 1) }
}

const empty = megabytes()
const embedder = openEmbedder({ locate: () => model, log: pino({ level: 'silent' }) })
const first = await timed(() => embedder.embed(model.id, ['tea'], 'query'))
console.log(`thread, runtime, model and tokenizer: ${first.toFixed(0)} ms to the first vector`)
await embedder.embed(model.id, texts, 'passage')
console.log(`memory: ${empty} MB before, ${megabytes()} MB after ${sentences} sentences`)

const { loadModel } = await import('../../daemon/features/embedding/inference.ts')
const startedAt = performance.now()
const main = await loadModel(model)
console.log(`model and tokenizer again, runtime loaded: ${(performance.now() - startedAt).toFixed(0)} ms`)

const inBatches = {
  thread: () => embedder.embed(model.id, texts, 'passage'),
  main: async () => {
    for (const batch of batchesOf(texts, model.max_tokens)) {
      const vectors = new Float32Array(batch.length * model.dimension)
      await main.embed(
        batch.map((at) => texts[at] ?? ''),
        vectors,
      )
    }
  },
}
const single = {
  thread: async () => {
    for (const text of texts.slice(0, singles)) await embedder.embed(model.id, [text], 'query')
  },
  main: async () => {
    for (const text of texts.slice(0, singles)) await main.embed([text], new Float32Array(model.dimension))
  },
}

async function compare(name: string, count: number, work: typeof inBatches | typeof single): Promise<void> {
  const ratios: number[] = []
  const rates = { thread: [] as number[], main: [] as number[] }
  for (const who of ['thread', 'main'] as const) await work[who]()
  for (let round = 0; round < rounds; round += 1) {
    const took = { thread: 0, main: 0 }
    const order = round % 2 === 0 ? (['thread', 'main'] as const) : (['main', 'thread'] as const)
    for (const who of order) {
      took[who] = await timed(work[who])
      rates[who].push((count / took[who]) * 1_000)
    }
    ratios.push(took.main / took.thread)
  }
  const [thread, peer] = [Math.round(median(rates.thread)), Math.round(median(rates.main))]
  console.log(`${name}: thread ${thread}/s, main thread ${peer}/s, ratio ${median(ratios).toFixed(2)}`)
}

await compare('batches of 32', sentences, inBatches)
await compare('one by one', singles, single)

const waits = await timesDuring(embedder.embed(model.id, texts, 'passage'), () =>
  embedder.embed(model.id, ['where is the tea'], 'query'),
)
console.log(`a query while ${sentences} sentences wait: median ${median(waits).toFixed(1)} ms`)

/** As a caller would that has much to do: a part at a time. */
const inParts = async () => {
  for (let at = 0; at < sentences; at += part) {
    await embedder.embed(model.id, texts.slice(at, at + part), 'passage')
  }
}
const free = await delaysDuring(inParts)
const blocked = await delaysDuring(inBatches.main)
const formatDelays = ({ p99, max }: typeof free) => `p99 ${p99.toFixed(1)} ms, at most ${max.toFixed(1)} ms`
console.log(
  `timers of the main thread meanwhile: ${formatDelays(free)}; with the session on it: ${formatDelays(blocked)}`,
)

await main.release()
await embedder.stop()
