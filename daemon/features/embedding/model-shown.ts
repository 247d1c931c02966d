import { join } from 'node:path'
import { type FetchedModel, isOwn } from './download.ts'
import type { ChatEntry } from './manifest.ts'
import { totalOf } from './model-files.ts'
import type { Pace, Status } from './model-status.ts'
import type { OwnEntry } from './own-models.ts'
import type { Model } from './schemas.ts'

export interface ChatModel {
  /** What is not known of one that was added is null. */
  readonly entry: {
    readonly id: string
    readonly title: string
    readonly licence: string | null
    /** In billions. */
    readonly parameters: number | null
    readonly max_tokens: number | null
  }
  /** Whether somebody has added it. */
  readonly own: boolean
  /** Its size, in bytes; 0 where its server has not told it yet. */
  readonly bytes: number
  /** The path of its file; null where it is not on this machine. */
  readonly file: string | null
  /** How far it is on its way here. */
  readonly download: Pace & {
    readonly state: 'missing' | 'downloading' | 'ready' | 'failed'
    readonly bytes_done: number
    readonly bytes_total: number | null
    readonly failure: string | null
  }
}

/** A model as the API shows it. */
export function toModel(model: FetchedModel, status: Status, pace: Pace): Model {
  return {
    ...(isOwn(model) ? ownDescription(model) : description(model)),
    state: status.state,
    progress: { bytes: status.bytes, total: totalOf(model) },
    ...pace,
    error: status.error,
  }
}

type Description = Omit<Model, 'state' | 'progress' | 'error' | keyof Pace>

function description(model: Exclude<FetchedModel, OwnEntry>): Description {
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
  }
}

/** Nothing is known of a model that was added but where it comes from. */
function ownDescription({ id, title, url }: OwnEntry): Description {
  const { host } = new URL(url)
  return {
    id,
    purpose: 'chat',
    title,
    language: 'und',
    recommended: false,
    dimension: null,
    max_tokens: 0,
    licence: 'unknown',
    attribution: host,
    trained_on: [],
    repository: host,
    revision: null,
  }
}

/** A language model as conversations use it; `folder` is where it is on this machine, null where it is not here. */
export function toChatModel(
  model: ChatEntry | OwnEntry,
  folder: string | null,
  { state, progress, bytes_per_second, seconds_left, error }: Model,
): ChatModel {
  const name = [...model.files].find((file) => file.name.endsWith('.gguf'))?.name ?? ''
  const { id, title } = model
  const unknown = { licence: null, parameters: null, max_tokens: null }
  return {
    entry: { id, title, ...(isOwn(model) ? unknown : factsOf(model)) },
    own: isOwn(model),
    bytes: progress.total,
    file: folder === null ? null : join(folder, name),
    download: {
      state: state === 'embedded' ? 'ready' : state,
      bytes_done: progress.bytes,
      bytes_total: progress.total || null,
      bytes_per_second,
      seconds_left,
      failure: error,
    },
  }
}

const factsOf = ({ licence, parameters, max_tokens }: ChatEntry) => ({ licence, parameters, max_tokens })
