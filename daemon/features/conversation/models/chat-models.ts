import { availableParallelism, totalmem } from 'node:os'
import { statSync } from 'node:fs'
import { extname, isAbsolute } from 'node:path'
import { ChatModelMissing, UnknownChatModel } from '../failures.ts'
import { maxBytesOf, mebibyte } from './local-engine.ts'

/** A language model that Companion knows. */
export interface ChatModel {
  readonly entry: {
    readonly id: string
    readonly title: string
    readonly licence: string
    /** In billions. */
    readonly parameters: number
    readonly max_tokens: number
  }
  /** Its size, in bytes. */
  readonly bytes: number
  /** The path of its file; null where it is not on this machine. */
  readonly file: string | null
}

/** What runs beside the weights, by the weights: the states of two conversations, and llama.cpp itself, in bytes. */
const besideShare = 0.3
const besideBytes = 300 * mebibyte

/** About what a model takes to run, in bytes; what its file says is looked at once it is here. */
export const roughlyRequired = ({ bytes }: Pick<ChatModel, 'bytes'>): number =>
  Math.ceil(bytes * (1 + besideShare) + besideBytes)

/** How many billions of parameters so many cores bring to about reading speed, with weights of 4 bits. */
const parametersFor = (cores: number) => (cores <= 2 ? 1.6 : cores <= 6 ? 4 : 8)

/** The model to offer first: the largest that fits this machine and answers in time on it; null where none does. */
export function recommendedOf(
  models: readonly ChatModel[],
  cores = availableParallelism(),
  memory = totalmem(),
) {
  // The rest of the machine wants to go on as before.
  const fitting = models.filter(
    (one) => one.entry.parameters <= parametersFor(cores) && roughlyRequired(one) <= memory / 2,
  )
  return fitting.toSorted((one, other) => other.entry.parameters - one.entry.parameters)[0] ?? null
}

/** Whether a model may be let run: by what it roughly needs, and what it may take. */
export const mayFit = (model: ChatModel): boolean => roughlyRequired(model) <= maxBytesOf({})

/** The path of a model's file, by its id or by that path itself; throws 404 for no model, 409 for one that is not here. */
export function chatFile(model: string, known: readonly ChatModel[]): string {
  const found = known.find(({ entry }) => entry.id === model)
  if (found?.file) return found.file
  if (found) throw ChatModelMissing()
  const isFile = isAbsolute(model) && extname(model).toLowerCase() === '.gguf'
  if (!isFile || !statSync(model, { throwIfNoEntry: false })?.isFile()) throw UnknownChatModel()
  return model
}
