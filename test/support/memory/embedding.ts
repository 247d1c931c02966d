import { hash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pino } from 'pino'
import { Bus } from '../../../daemon/bus/bus.ts'
import type { UsableModel } from '../../../daemon/features/embedding/embedder.ts'
import {
  type ChatEntry,
  type EmbeddingEntry,
  type ModelEntry,
  readManifest,
  type RerankingEntry,
} from '../../../daemon/features/embedding/manifest.ts'
import { openEmbedding } from '../../../daemon/features/embedding/operations.ts'
import { silenceTimeoutMs } from '../../../daemon/features/embedding/transfer.ts'
import type { Clock } from '../../../daemon/kernel/clock.ts'

/** The model that comes with Companion. */
export const ownModel = 'static-en-v1'
export const ownFolder = join(import.meta.dirname, '..', '..', '..', 'models')

/** The model that comes with Companion, as the embedder takes it. */
export function ownUsableModel(): UsableModel {
  const at = (name: string) => join(ownFolder, ownModel, name)
  return { ...ownEntry(), onnx: at('model_int8.onnx'), tokenizer: at('tokenizer.json') }
}

function ownEntry(): EmbeddingEntry {
  const entry = readManifest(join(ownFolder, 'manifest.json')).find(({ id }) => id === ownModel)
  if (entry?.purpose !== 'embedding') throw new Error(`the manifest has no ${ownModel}`)
  return entry
}

/** The files of the model that comes with Companion, by name. */
export function ownFiles(): Record<string, Buffer> {
  return Object.fromEntries(
    ['model_int8.onnx', 'tokenizer.json'].map((name) => [
      name,
      readFileSync(join(ownFolder, ownModel, name)),
    ]),
  )
}

/** Waits are over at once, so that a test need not wait; only a silent server is never given up. */
export const hastyClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, call) => {
    if (delay === silenceTimeoutMs) return () => {}
    const timer = setImmediate(call)
    return () => clearImmediate(timer)
  },
}

/** A manifest entry for these files of a repository at `base_url`. */
export function entryOf(
  id: string,
  base_url: string,
  files: Readonly<Record<string, Buffer>>,
  more: Partial<EmbeddingEntry> = {},
): EmbeddingEntry {
  return {
    purpose: 'embedding',
    ...everyEntry(id, base_url, files),
    dimension: 384,
    pooling: 'in_graph',
    special_tokens: false,
    query_prefix: '',
    passage_prefix: '',
    calibration: {
      fusion_weight: 1,
      unrelated_cosine: 0,
      probability: { intercept: -2, total: 2, behind: 0, lead: 0, unknown: 0 },
      confident: 0.5,
    },
    ...more,
  }
}

/** A manifest entry for these files of a reranking model. */
export function rerankingEntryOf(
  id: string,
  base_url: string,
  files: Readonly<Record<string, Buffer>>,
): RerankingEntry {
  const calibration = { intercept: -1, found: 0.5, relevance: 1 }
  return { purpose: 'reranking', ...everyEntry(id, base_url, files), calibration }
}

/** A manifest entry for a language model in one file. */
export function chatEntryOf(
  id: string,
  base_url: string,
  file: Buffer,
  more: Partial<ChatEntry> = {},
): ChatEntry {
  return {
    purpose: 'chat',
    ...everyEntry(id, base_url, { [`${id}.gguf`]: file }),
    parameters: 0.1,
    ...more,
  }
}

function everyEntry(id: string, base_url: string, files: Readonly<Record<string, Buffer>>) {
  return {
    id,
    title: id,
    language: 'en',
    max_tokens: 256,
    source: { kind: 'repository' as const, repository: `test/${id}`, revision: '1', base_url },
    licence: 'MIT',
    attribution: 'the tests',
    trained_on: [],
    files: Object.entries(files).map(([name, content]) => ({
      name,
      url: name,
      bytes: content.length,
      sha256: hash('sha256', content),
    })),
  }
}

/** A manifest in a folder of its own, and the home of whoever goes by it. */
interface MadeManifest {
  readonly folder: string
  readonly manifest: string
  readonly models: string
  /** What stops each that writes to the folder, before that is removed. */
  readonly stops: (() => Promise<void>)[]
}

/** A folder with a manifest of the own model and of these, gone after the last test. */
export function makeManifest(...entries: ModelEntry[]): MadeManifest {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'companion-test-'))
  const stops: (() => Promise<void>)[] = []
  after(async () => {
    await Promise.all(stops.map((stop) => stop()))
    folder.remove()
  })
  cpSync(join(ownFolder, ownModel), join(folder.path, ownModel), { recursive: true })
  const manifest = join(folder.path, 'manifest.json')
  writeFileSync(manifest, JSON.stringify({ models: [ownEntry(), ...entries] }))
  const home = join(folder.path, 'home')
  mkdirSync(home)
  return { folder: folder.path, manifest, models: home, stops }
}

/** One message of `embedding.progress`. */
export interface Progress {
  readonly model: string
  readonly bytes: number
  readonly total: number
  readonly state: string
}

/** The feature on a manifest; it stops after the last test. `until` resolves once `embedding.progress` says so. */
export function openTestEmbedding(made: MadeManifest, clock: Clock = hastyClock) {
  const log = pino({ level: 'silent' })
  const bus = new Bus(clock, log)
  const seen: Progress[] = []
  const waiting: { readonly wanted: (progress: Progress) => boolean; readonly resolve: () => void }[] = []
  bus.subscribe('embedding.progress', {
    receive: ({ payload }) => {
      const progress = payload as unknown as Progress
      seen.push(progress)
      for (const { wanted, resolve } of waiting) if (wanted(progress)) resolve()
    },
  })
  const feature = openEmbedding(
    {
      home: { models: made.models },
      bus,
      clock,
      log,
      manifest: made.manifest,
    },
    { modelInUse: () => false },
  )
  made.stops.push(feature.stop)
  const until = (wanted: (progress: Progress) => boolean) =>
    new Promise<void>((resolve) => {
      if (seen.some(wanted)) resolve()
      else waiting.push({ wanted, resolve })
    })
  return {
    ...feature,
    bus,
    seen,
    until,
    state: (id: string, state: string) =>
      until((progress) => progress.model === id && progress.state === state),
  }
}
