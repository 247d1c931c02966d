import { dirname, join } from 'node:path'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { type FetchedModel, isOwn } from './download.ts'
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
import { bundledIds, heldBytes, isWhole, toFiles, totalOf } from './model-files.ts'
import { openStatuses } from './model-status.ts'
import { openOwnModels, type OwnEntry, type WantedModel } from './own-models.ts'
import { type ChatModel, toChatModel, toModel } from './model-shown.ts'
import type { Model, ModelState } from './schemas.ts'

/** The models that there are, and what of them is on this machine. */
export interface Models {
  /** The id of the embedding model that comes with Companion, the first of them where there are several. */
  readonly embedded: string
  readonly all: () => Model[]
  /** What the manifest says of an embedding model; throws 404 for an unknown id. */
  readonly entry: (id: string) => EmbeddingEntry
  /** As it is now; throws 404 for an unknown id. */
  readonly get: (id: string) => Model
  /** Whether an embedding model is on this machine, or on its way; throws 404 for an unknown id. */
  readonly stateOf: (id: string) => 'here' | Exclude<ModelState, 'embedded' | 'ready'>
  /** Where the files of an embedding model are and how they are used; throws 404 for an unknown id, 409 where it is not here. */
  readonly locate: (id: string) => UsableModel
  /** The language models that there are: those of the manifest in its order, then those that were added. */
  readonly chat: () => readonly ChatModel[]
  /** The first reranking model that is here; null where there is none. */
  readonly reranker: () => UsableReranker | null
  /** Fetches a model in the background; one that is here, or on its way, stays as it is. Throws 404. */
  readonly download: (id: string) => Model
  /** Adds a language model by the address of its file, and fetches it in the background. */
  readonly addOwn: (wanted: WantedModel) => ChatModel
  /** Ends a download, or clears away one that failed. Rejects with 404, and with 409 where there is none. */
  readonly cancel: (id: string) => Promise<Model>
  /** Removes a model that was downloaded. Rejects with 404, and with 409 for one that is not here or always is. */
  readonly remove: (id: string) => Promise<Model>
  readonly stop: () => Promise<void>
}

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

/**
 * Reads the manifest and the models that were added, sees what is here, and goes on with downloads that a stop
 * interrupted. Progress is published to `embedding.progress` (`model, bytes, total, state`), at most four times a second,
 * and each change of state at once.
 */
export function openModels({ home, bus, clock, log, manifest }: ModelsDependencies): Models {
  const entries = readManifest(manifest)
  const own = openOwnModels(home.models, log)
  const statuses = openStatuses(bus, clock)
  const { statusOf, set } = statuses
  const change: typeof statuses.change = (model, status) => {
    locating.forget()
    statuses.change(model, status)
  }

  const find = (id: string): FetchedModel => findModel([...entries, ...own.all()], id)
  const entry = (id: string): EmbeddingEntry => {
    const model = find(id)
    if (isOwn(model) || model.purpose !== 'embedding') throw UnknownModel()
    return model
  }
  const comesAlong = bundledIds(entries, dirname(manifest))
  const folderOf = ({ id }: FetchedModel) => join(comesAlong.has(id) ? dirname(manifest) : home.models, id)
  const isHere = (model: FetchedModel) => ['embedded', 'ready'].includes(statusOf(model).state)
  const filesOf = (model: ModelEntry) => toFiles(model, folderOf(model))
  const locating = openLocating({ entry, filesOf, statusOf })
  const view = (model: FetchedModel) => toModel(model, statusOf(model), statuses.paceOf(model))
  const chat = (model: ChatEntry | OwnEntry) =>
    toChatModel(model, isHere(model) ? folderOf(model) : null, view(model))

  const downloads = openDownloads({
    folder: home.models,
    clock,
    log,
    current: find,
    learn: own.learn,
    progress: ({ id }, bytes, received) => statuses.came(find(id), bytes, received),
    ended: ({ id }, error) => {
      const model = find(id)
      const bytes = error === null ? totalOf(model) : heldBytes(model, folderOf(model))
      change(model, { state: error === null ? 'ready' : 'failed', bytes, error })
    },
  })

  const begin = (model: FetchedModel) => {
    const held = heldBytes(model, folderOf(model))
    downloads.begin(model)
    change(model, { state: 'downloading', bytes: held, error: null })
  }

  const clear = async (model: FetchedModel): Promise<Model> => {
    await downloads.cancel(model)
    change(model, { state: 'missing', bytes: 0, error: null })
    // One that was added is known no more.
    if (isOwn(model)) own.remove(model.id)
    return view(model)
  }

  for (const model of [...entries, ...own.all()]) {
    const bytes = totalOf(model)
    if (comesAlong.has(model.id)) set(model, { state: 'embedded', bytes, error: null })
    else if (isWhole(model, folderOf(model))) set(model, { state: 'ready', bytes, error: null })
    else if (downloads.started(model)) begin(model)
  }

  const fetchAgain = (model: FetchedModel) => {
    const { state } = statusOf(model)
    if (state === 'missing' || state === 'failed') begin(model)
  }
  return {
    embedded:
      entries.find(({ purpose, source }) => purpose === 'embedding' && source.kind === 'embedded')?.id ?? '',
    all: () => entries.map(view),
    entry,
    get: (id) => view(find(id)),

    stateOf: locating.stateOf,
    locate: locating.locate,

    chat: () => [...entries.filter((one) => one.purpose === 'chat'), ...own.all()].map(chat),

    reranker: () => {
      const model = entries.filter((one) => one.purpose === 'reranking').find(isHere)
      return model ? { files: filesOf(model), calibration: model.calibration } : null
    },

    ...changing({ find, stateOf: (model) => statusOf(model).state, fetchAgain, clear, view }),

    addOwn: (wanted) => {
      const model = own.add(wanted)
      fetchAgain(model)
      return chat(model)
    },

    stop: async () => {
      await downloads.stop()
      statuses.stop()
    },
  }
}

interface Locating {
  readonly entry: Models['entry']
  readonly filesOf: (model: ModelEntry) => ModelFiles
  readonly statusOf: ReturnType<typeof openStatuses>['statusOf']
}

/** Finds where embedding models are that can be used, each once until one comes or goes: `forget` is to be told then. */
function openLocating({ entry, filesOf, statusOf }: Locating) {
  const located = new Map<string, UsableModel>()
  const stateOf: Models['stateOf'] = (id) => {
    if (located.has(id)) return 'here'
    const { state } = statusOf(entry(id))
    return state === 'embedded' || state === 'ready' ? 'here' : state
  }
  const locate: Models['locate'] = (id) => {
    const known = located.get(id)
    if (known) return known
    const model = entry(id)
    if (stateOf(id) !== 'here') throw ModelMissing()
    const { dimension, pooling, special_tokens, query_prefix, passage_prefix } = model
    const usable = { ...filesOf(model), dimension, pooling, special_tokens, query_prefix, passage_prefix }
    located.set(id, usable)
    return usable
  }
  return { stateOf, locate, forget: () => located.clear() }
}

function findModel(models: readonly FetchedModel[], id: string): FetchedModel {
  const listed = models.find((model) => model.id === id)
  if (!listed) throw UnknownModel()
  return listed
}

interface Changing {
  readonly find: (id: string) => FetchedModel
  readonly stateOf: (model: FetchedModel) => ModelState
  readonly fetchAgain: (model: FetchedModel) => void
  readonly clear: (model: FetchedModel) => Promise<Model>
  readonly view: (model: FetchedModel) => Model
}

/** What is done with a model by its id. */
function changing({ find, stateOf, fetchAgain, clear, view }: Changing) {
  return {
    download: (id: string) => {
      const model = find(id)
      fetchAgain(model)
      return view(model)
    },
    cancel: async (id: string) => {
      const model = find(id)
      const state = stateOf(model)
      const hasEnded = state === 'failed' || (state === 'missing' && isOwn(model))
      if (state !== 'downloading' && !hasEnded) throw NothingDownloads()
      return clear(model)
    },
    remove: async (id: string) => {
      const model = find(id)
      const state = stateOf(model)
      if (state === 'embedded') throw ModelEmbedded()
      if (state !== 'ready') throw ModelMissing()
      return clear(model)
    },
  }
}
