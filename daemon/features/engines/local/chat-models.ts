import { availableParallelism, totalmem } from 'node:os'
import { statSync } from 'node:fs'
import { extname, isAbsolute } from 'node:path'
import { isPrivate } from '../../../kernel/private-url.ts'
import { ChatModelMissing, UnknownChatModel } from '../failures.ts'
import { maxBytesOf, mebibyte } from './local-engine.ts'

/** A language model that Companion knows, or that somebody has added. */
export interface ChatModel {
  readonly entry: {
    readonly id: string
    readonly title: string
    /** Null where it is not known, as are the next two. */
    readonly licence: string | null
    /** In billions. */
    readonly parameters: number | null
    readonly max_tokens: number | null
  }
  /** Whether somebody has added it. */
  readonly own: boolean
  /** Its size, in bytes; 0 where it is not known yet. */
  readonly bytes: number
  /** The path of its file; null where it is not on this machine. */
  readonly file: string | null
  /** How far it is on its way here. */
  readonly download: {
    readonly state: 'missing' | 'downloading' | 'ready' | 'failed'
    readonly bytes_done: number
    readonly bytes_total: number | null
    readonly bytes_per_second: number | null
    readonly seconds_left: number | null
    readonly failure: string | null
  }
}

/** How large a model is. */
export interface Sized {
  /** In billions. */
  readonly parameters: number
  readonly bytes: number
}

/** What runs beside the weights, by the weights: the states of two conversations, and llama.cpp itself, in bytes. */
const besideShare = 0.3
const besideBytes = 300 * mebibyte

/** About what a model takes to run, in bytes; what its file says is looked at once it is here. */
export const roughlyRequired = ({ bytes }: Pick<Sized, 'bytes'>): number =>
  Math.ceil(bytes * (1 + besideShare) + besideBytes)

/** How many billions of parameters so many cores bring to about reading speed, with weights of 4 bits. */
const parametersFor = (cores: number) => (cores <= 2 ? 1.6 : cores <= 6 ? 4 : 8)

/** Those that fit this machine and answer in time on it, the largest first. */
export function fittingOf<Model extends Sized>(
  models: readonly Model[],
  cores = availableParallelism(),
  memory = totalmem(),
): Model[] {
  // The rest of the machine wants to go on as before.
  return models
    .filter((one) => one.parameters <= parametersFor(cores) && roughlyRequired(one) <= memory / 2)
    .toSorted((one, other) => other.parameters - one.parameters)
}

/** The model to offer first: the largest that fits this machine and answers in time on it; null where none does. */
export function recommendedOf(
  models: readonly ChatModel[],
  cores?: number,
  memory?: number,
): ChatModel | null {
  const sized = models.flatMap((model) => {
    const { parameters } = model.entry
    return parameters === null ? [] : [{ model, parameters, bytes: model.bytes }]
  })
  return fittingOf(sized, cores, memory)[0]?.model ?? null
}

/** Whether a model may be let run: by what it roughly needs, and what it may take. */
export const mayFit = (model: Pick<Sized, 'bytes'>): boolean => roughlyRequired(model) <= maxBytesOf({})

/** Of a model in several files only one part has such a name. */
const part = /-\d{5}-of-\d{5}\.gguf$/i

/** Why a language model cannot be fetched from an address, as it follows the name of the field; null where it can. */
export function ownModelRefusal(address: string): string | null {
  const url = URL.parse(address)
  if (!url) return 'is no URL'
  if (!isPrivate(address)) return 'must begin with https://, or with http:// where it is on this machine'
  if (url.username !== '' || url.password !== '') return 'must be without a name and a password'
  return part.test(url.pathname) ? 'is one of several files; take a model that is in one' : null
}

/** The path of a model's file, by its id or by that path itself; throws 404 for no model, 409 for one that is not here. */
export function chatFile(model: string, models: readonly ChatModel[]): string {
  const listed = models.find(({ entry }) => entry.id === model)
  if (listed?.file) return listed.file
  if (listed) throw ChatModelMissing()
  const isFile = isAbsolute(model) && extname(model).toLowerCase() === '.gguf'
  if (!isFile || !statSync(model, { throwIfNoEntry: false })?.isFile()) throw UnknownChatModel()
  return model
}
