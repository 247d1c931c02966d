import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FetchedModel } from './download.ts'
import type { ModelFiles } from './jobs.ts'
import type { ModelEntry } from './manifest.ts'

/** The size of a model, in bytes; 0 where its server has not told it yet. */
export const totalOf = ({ files }: FetchedModel): number => {
  let total = 0
  for (const { bytes } of files) total += bytes ?? 0
  return total
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** Whether all files of a model are in a folder; each got its name only once it was checked. */
export const isWhole = ({ files }: FetchedModel, folder: string): boolean =>
  [...files].every(({ name, bytes }) => bytes !== null && sizeOf(join(folder, name)) === bytes)

/** How much of a model is on the disk, whole files and parts, in bytes. */
export const heldBytes = ({ files }: FetchedModel, folder: string): number =>
  [...files].reduce(
    (sum, { name }) => sum + (sizeOf(join(folder, name)) || sizeOf(join(folder, `${name}.part`))),
    0,
  )

/** The ids of the models that come with Companion: the embedded one, and those that a package has beside the manifest. */
export const bundledIds = (entries: readonly ModelEntry[], folder: string): ReadonlySet<string> =>
  new Set(
    entries
      .filter((model) => model.source.kind === 'embedded' || isWhole(model, join(folder, model.id)))
      .map(({ id }) => id),
  )

/** The files of a model that runs in the thread of the embedding. */
export const toFiles = ({ id, max_tokens, files }: ModelEntry, folder: string): ModelFiles => ({
  id,
  max_tokens,
  onnx: join(folder, files.find(({ name }) => name.endsWith('.onnx'))?.name ?? ''),
  tokenizer: join(folder, 'tokenizer.json'),
})
