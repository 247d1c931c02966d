import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { openDownloads } from './downloads.ts'
import type { UsableModel } from './embedder.ts'
import { ModelEmbedded, ModelMissing, NothingDownloads, UnknownModel } from './failures.ts'
import type { ModelFiles } from './jobs.ts'
import {
  type ChatEntry,
  type EmbeddingEntry,
  type ModelEntry,
  readManifest,
  type RerankingEntry,
} from './manifest.ts'
import type { Model, ModelState } from './schemas.ts'

/** The models that there are, and what of them is on this machine. */
export interface Models {
  /** The id of the embedding model that comes with Companion, the first of them where there are several. */
  readonly embedded: string
  /** In the order of the manifest. */
  readonly all: () => Model[]
  /** What the manifest says of an embedding model; throws 404 for an unknown id. */
  readonly entry: (id: string) => EmbeddingEntry
  /** As it is now; throws 404 for an unknown id. */
  readonly get: (id: string) => Model
  /** Where the files of an embedding model are and how they are used; throws 404 for an unknown id, 409 where it is not here. */
  readonly locate: (id: string) => UsableModel
  /** The language models that there are, in the order of the manifest. */
  readonly chat: () => readonly ChatModel[]
  /** The first reranking model that is here; null where there is none. */
  readonly reranker: () => UsableReranker | null
  /** Fetches a model in the background; one that is here, or on its way, stays as it is. Throws 404. */
  readonly download: (id: string) => Model
  /** Ends a download, or clears away one that failed. Rejects with 404, and with 409 where there is none. */
  readonly cancel: (id: string) => Promise<Model>
  /** Removes a model that was downloaded. Rejects with 404, and with 409 for one that is not here or always is. */
  readonly remove: (id: string) => Promise<Model>
  readonly stop: () => Promise<void>
}

/** A language model in one file. */
export interface ChatModel {
  readonly entry: ChatEntry
  /** Its size, in bytes. */
  readonly bytes: number
  /** The path of its file; null where it is not on this machine. */
  readonly file: string | null
}

/** A reranking model as searches use it. */
export interface UsableReranker {
  readonly files: ModelFiles
  readonly calibration: RerankingEntry['calibration']
}

interface ModelsDependencies {
  readonly home: Pick<Home, 'models'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** The path of the manifest; the bundled models lie next to it, in a package also some that others download. */
  readonly manifest: string
}

interface Status {
  readonly state: ModelState
  readonly bytes: number
  readonly error: string | null
}

/** Milliseconds between two messages of progress. */
const pause = 250

/**
 * Reads the manifest, sees what is here, and goes on with downloads that a stop interrupted. Progress is published to
 * `embedding.progress` (`model, bytes, total, state`), at most four times a second, and each change of state at once.
 */
export function openModels({ home, bus, clock, log, manifest }: ModelsDependencies): Models {
  const entries = readManifest(manifest)
  const { statusOf, set, change, stop } = openStatuses(bus, clock)

  const known = (id: string) => findModel(entries, id)
  const entry = (id: string): EmbeddingEntry => {
    const found = known(id)
    if (found.purpose !== 'embedding') throw UnknownModel()
    return found
  }
  const comesAlong = bundledIds(entries, dirname(manifest))
  const folderOf = ({ id }: ModelEntry) => join(comesAlong.has(id) ? dirname(manifest) : home.models, id)
  const isHere = (model: ModelEntry) => ['embedded', 'ready'].includes(statusOf(model).state)
  const filesOf = (model: ModelEntry) => toFiles(model, folderOf(model))
  const view = (model: ModelEntry) => toModel(model, statusOf(model))

  const downloads = openDownloads({
    folder: home.models,
    clock,
    log,
    progress: (model, bytes) => change(model, { state: 'downloading', bytes, error: null }),
    ended: (model, error) =>
      change(
        model,
        error === null
          ? { state: 'ready', bytes: totalOf(model), error }
          : { state: 'failed', bytes: statusOf(model).bytes, error },
      ),
  })

  const begin = (model: ModelEntry) => {
    const held = heldBytes(model, folderOf(model))
    downloads.begin(model)
    change(model, { state: 'downloading', bytes: held, error: null })
  }

  const clear = async (model: ModelEntry): Promise<Model> => {
    await downloads.cancel(model)
    change(model, { state: 'missing', bytes: 0, error: null })
    return view(model)
  }

  for (const model of entries) {
    const bytes = totalOf(model)
    if (comesAlong.has(model.id)) set(model, { state: 'embedded', bytes, error: null })
    else if (isWhole(model, folderOf(model))) set(model, { state: 'ready', bytes, error: null })
    else if (downloads.started(model)) begin(model)
  }

  return {
    embedded:
      entries.find(({ purpose, source }) => purpose === 'embedding' && source.kind === 'embedded')?.id ?? '',
    all: () => entries.map(view),
    entry,
    get: (id) => view(known(id)),

    locate: (id) => {
      const model = entry(id)
      if (!isHere(model)) throw ModelMissing()
      const { dimension, pooling, special_tokens, query_prefix, passage_prefix } = model
      return { ...filesOf(model), dimension, pooling, special_tokens, query_prefix, passage_prefix }
    },

    chat: () => chatModelsOf(entries, (one) => (isHere(one) ? folderOf(one) : null)),

    reranker: () => {
      const model = entries.filter((one) => one.purpose === 'reranking').find(isHere)
      return model ? { files: filesOf(model), calibration: model.calibration } : null
    },

    download: (id) => {
      const model = known(id)
      const { state } = statusOf(model)
      if (state === 'missing' || state === 'failed') begin(model)
      return view(model)
    },

    cancel: async (id) => {
      const model = known(id)
      const { state } = statusOf(model)
      if (state !== 'downloading' && state !== 'failed') throw NothingDownloads()
      return clear(model)
    },

    remove: async (id) => {
      const model = known(id)
      const { state } = statusOf(model)
      if (state === 'embedded') throw ModelEmbedded()
      if (state !== 'ready') throw ModelMissing()
      return clear(model)
    },

    stop: async () => {
      await downloads.stop()
      stop()
    },
  }
}

/** The language models of the manifest; `folderOf` says where one of them is, null where it is not here. */
const chatModelsOf = (
  entries: readonly ModelEntry[],
  folderOf: (model: ModelEntry) => string | null,
): ChatModel[] =>
  entries.flatMap((entry) => {
    if (entry.purpose !== 'chat') return []
    const folder = folderOf(entry)
    const name = entry.files.find((file) => file.name.endsWith('.gguf'))?.name ?? ''
    return [{ entry, bytes: totalOf(entry), file: folder === null ? null : join(folder, name) }]
  })

function findModel(entries: readonly ModelEntry[], id: string): ModelEntry {
  const found = entries.find((model) => model.id === id)
  if (!found) throw UnknownModel()
  return found
}

/** How far each model is, and who is told of it. */
function openStatuses(bus: Bus, clock: Clock) {
  const statuses = new Map<string, Status>()
  let published = -Infinity
  let cancelNext: (() => void) | null = null

  const statusOf = ({ id }: ModelEntry): Status =>
    statuses.get(id) ?? { state: 'missing', bytes: 0, error: null }

  const publish = (model: ModelEntry) => {
    cancelNext?.()
    cancelNext = null
    published = clock.monotonic()
    const { state, bytes } = statusOf(model)
    bus.publish('embedding.progress', { model: model.id, bytes, total: totalOf(model), state })
  }
  const set = ({ id }: ModelEntry, status: Status) => void statuses.set(id, status)
  const change = (model: ModelEntry, status: Status) => {
    const before = statusOf(model).state
    set(model, status)
    const rest = published + pause - clock.monotonic()
    if (before !== status.state || rest <= 0) publish(model)
    // Where nothing comes for a while, what came last is told all the same.
    else cancelNext ??= clock.after(rest, () => publish(model))
  }

  return { statusOf, set, change, stop: () => cancelNext?.() }
}

function toModel(model: ModelEntry, { state, bytes, error }: Status): Model {
  const { id, purpose, title, language, recommended = false, max_tokens } = model
  const { licence, attribution, trained_on, source } = model
  return {
    id,
    purpose,
    title,
    language,
    recommended,
    dimension: model.purpose === 'embedding' ? model.dimension : null,
    max_tokens,
    licence,
    attribution,
    trained_on,
    repository: source.kind === 'embedded' ? null : source.repository,
    revision: source.kind === 'embedded' ? null : source.revision,
    state,
    progress: { bytes, total: totalOf(model) },
    error,
  }
}

const toFiles = ({ id, max_tokens, files }: ModelEntry, folder: string): ModelFiles => ({
  id,
  max_tokens,
  onnx: join(folder, files.find(({ name }) => name.endsWith('.onnx'))?.name ?? ''),
  tokenizer: join(folder, 'tokenizer.json'),
})

const totalOf = ({ files }: ModelEntry) => files.reduce((sum, { bytes }) => sum + bytes, 0)

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** The ids of the models that come with Companion: the embedded one, and those that a package has beside the manifest. */
const bundledIds = (entries: readonly ModelEntry[], folder: string): ReadonlySet<string> =>
  new Set(
    entries
      .filter((model) => model.source.kind === 'embedded' || isWhole(model, join(folder, model.id)))
      .map(({ id }) => id),
  )

const isWhole = ({ files }: ModelEntry, folder: string) =>
  files.every(({ name, bytes }) => sizeOf(join(folder, name)) === bytes)

/** How much of a model is on the disk, whole files and parts. */
const heldBytes = ({ files }: ModelEntry, folder: string) =>
  files.reduce(
    (sum, { name }) => sum + (sizeOf(join(folder, name)) || sizeOf(join(folder, `${name}.part`))),
    0,
  )
