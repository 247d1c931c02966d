// The process of a language model: loads one GGUF file, writes what it is asked to, and ends with the daemon.
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import {
  type ChatHistoryItem,
  getLlama,
  GgufInsights,
  type Llama,
  LlamaChatSession,
  type LlamaContext,
  LlamaLogLevel,
  readGgufFileInfo,
} from 'node-llama-cpp'
import pLimit from 'p-limit'
import {
  type FromModel,
  type Inspected,
  type Load,
  type Task,
  tookTooMuch,
  type ToModel,
  writers,
} from './local-protocol.ts'

/** How often it is looked how much memory is taken, in milliseconds. */
const lookEveryMs = 500

const tell = (message: FromModel) => process.send?.(message)
const inTurn = pLimit(writers)
const underWay = new Map<number, AbortController>()

interface Loaded {
  readonly llama: Llama
  readonly context: LlamaContext
}

const openLlama = () => getLlama({ build: 'never', skipDownload: true, logLevel: LlamaLogLevel.disabled })

/** What a file says of itself, without loading it. Rejects where it is no GGUF file. */
async function inspect({ file, contextTokens }: Omit<Load, 'maxBytes'>): Promise<Inspected> {
  const info = await readGgufFileInfo(file)
  // A file that was cut off has its head all the same.
  if ((await stat(file)).size < info.totalMetadataSize) throw new Error('the file is not whole')
  const insights = await GgufInsights.from(info, await openLlama())
  const trained = insights.trainContextSize ?? contextTokens
  const contextSize = Math.min(contextTokens, trained)
  const model = insights.estimateModelResourceRequirements({ gpuLayers: 0 })
  const sequences = { contextSize, modelGpuLayers: 0, sequences: writers }
  const context = insights.estimateContextResourceRequirements(sequences)
  const requiredBytes = process.memoryUsage.rss() + model.cpuRam + context.cpuRam
  return { requiredBytes, contextTokens: trained }
}

/** The model in memory; undefined before it was asked for. */
let loading: Promise<Loaded> | undefined

async function load({ file, contextTokens, maxBytes }: Load): Promise<Loaded> {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(tookTooMuch)
  }, lookEveryMs).unref()
  const llama = await openLlama()
  const model = await llama.loadModel({ modelPath: file })
  const contextSize = Math.min(contextTokens, model.trainContextSize)
  // One core is for the daemon; and what waits for work between two tokens spins.
  const threads = Math.max(1, availableParallelism() - 1)
  return { llama, context: await model.createContext({ contextSize, sequences: writers, threads }) }
}

/** Writes it, part by part. Rejects where the model fails. */
async function write(id: number, task: Task, { llama, context }: Loaded, signal: AbortSignal): Promise<void> {
  const sequence = context.getSequence()
  const session = new LlamaChatSession({ contextSequence: sequence })
  try {
    session.setChatHistory(task.messages.slice(0, -1).map(historyItem))
    const options = {
      maxTokens: task.maxTokens,
      temperature: task.temperature,
      signal,
      stopOnAbortSignal: true,
      onTextChunk: (text: string) => tell({ kind: 'text', id, text }),
    }
    const question = task.messages.at(-1)?.content ?? ''
    const grammar = task.schema && (await llama.createGrammarForJsonSchema(task.schema as { type: 'object' }))
    const { stopReason } = await session.promptWithMeta(question, grammar ? { ...options, grammar } : options)
    const reason = stopReason === 'abort' ? 'stopped' : stopReason === 'maxTokens' ? 'length' : 'stop'
    tell({ kind: 'ended', id, reason })
  } finally {
    session.dispose()
    await sequence.dispose()
  }
}

const historyItem = ({ role, content }: Task['messages'][number]): ChatHistoryItem => {
  if (role === 'assistant') return { type: 'model', response: [content] }
  return { type: role, text: content }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function begin({ id, ...task }: Extract<ToModel, { kind: 'write' }>): Promise<void> {
  const ending = new AbortController()
  underWay.set(id, ending)
  try {
    const loaded = await loading
    if (!loaded) throw new Error('no model is loaded')
    await inTurn(async () => {
      if (ending.signal.aborted) tell({ kind: 'ended', id, reason: 'stopped' })
      else await write(id, task, loaded, ending.signal)
    })
  } catch (error) {
    if (ending.signal.aborted) tell({ kind: 'ended', id, reason: 'stopped' })
    else tell({ kind: 'failed', id, reason: reasonOf(error) })
  } finally {
    underWay.delete(id)
  }
}

process.on('message', (message: ToModel) => {
  if (message.kind === 'write') void begin(message)
  else if (message.kind === 'stop') underWay.get(message.id)?.abort()
  else if (message.kind === 'inspect')
    inspect(message).then(
      (inspected) => tell({ kind: 'inspected', ...inspected }),
      (error: unknown) => tell({ kind: 'not loaded', reason: reasonOf(error) }),
    )
  else {
    loading = load(message)
    loading.then(
      () => tell({ kind: 'loaded' }),
      (error: unknown) => tell({ kind: 'not loaded', reason: reasonOf(error) }),
    )
  }
})
// The daemon has ended, however it did.
process.on('disconnect', () => process.exit(0))
