import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './layout.ts'
import { PartMissing } from './parts.ts'

/** What the manifest says of a model, as far as a package needs it. */
export interface PackagedModel {
  readonly id: string
  readonly purpose: 'embedding' | 'reranking'
  readonly recommended?: boolean
  readonly licence: string
  readonly attribution: string
  readonly source: { readonly repository: string; readonly revision: string; readonly base_url: string }
  /** `url` is below `base_url`. */
  readonly files: readonly {
    readonly name: string
    readonly url: string
    readonly bytes: number
    readonly sha256: string
  }[]
}

/** Where models lie that come along beside the embedded one, a folder each. */
export const fetchedFolder = join(root, 'dist', 'models')

/** The models of a manifest that can be fetched. */
export function fetchableModels(manifest = join(root, 'models', 'manifest.json')): PackagedModel[] {
  const { models } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    models: (PackagedModel & { source: { kind: string } })[]
  }
  return models.filter(({ source }) => source.kind === 'repository')
}

/** The model that packages bring along where it can be had. Throws where the manifest recommends none. */
export function recommendedModel(models = fetchableModels()): PackagedModel {
  const model = models.find(({ purpose, recommended }) => purpose === 'embedding' && recommended)
  if (!model) throw new Error('the manifest recommends no embedding model')
  return model
}

/**
 * As `fetchModel`, but a machine without a network goes without: answers why, or null where the model is there. A server
 * that has not the file, or another one, is an error all the same.
 */
export async function fetchWhereOnline(model: PackagedModel, folder = fetchedFolder): Promise<string | null> {
  try {
    await fetchModel(model, folder)
    return null
  } catch (error) {
    // What `fetch` throws where no server was reached.
    if (!(error instanceof TypeError)) throw error
    return error.cause instanceof Error ? error.cause.message : error.message
  }
}

/**
 * Brings the files of a model to a folder of its own in `folder`, each whole and with its checksum or not at all; what is
 * there already stays. Rejects with `PartMissing` where one cannot be had.
 */
export async function fetchModel(model: PackagedModel, folder = fetchedFolder): Promise<void> {
  const own = join(folder, model.id)
  mkdirSync(own, { recursive: true })
  for (const { name, url, bytes, sha256 } of model.files) {
    const file = join(own, name)
    if (sizeOf(file) === bytes && hash('sha256', readFileSync(file)) === sha256) continue
    const from = new URL(url, model.source.base_url).href
    const response = await fetch(from)
    if (!response.ok) throw new PartMissing(`${from} answered ${response.status}`)
    const content = Buffer.from(await response.arrayBuffer())
    if (hash('sha256', content) !== sha256)
      throw new PartMissing(`${from} has another checksum than the manifest says`)
    writeFileSync(`${file}.part`, content)
    renameSync(`${file}.part`, file)
  }
}

/** Those of `models` that were fetched, all of their files. */
export function fetchedModels(models = fetchableModels(), folder = fetchedFolder): PackagedModel[] {
  return models.filter(({ id, files }) =>
    files.every(({ name, bytes }) => sizeOf(join(folder, id, name)) === bytes),
  )
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** The entry of a model in a bill of materials of CycloneDX. */
export function componentOf({
  id,
  licence,
  source: { repository, revision, base_url },
  files,
}: PackagedModel) {
  return {
    'bom-ref': `${id}@${revision}`,
    type: 'machine-learning-model',
    name: id,
    version: revision,
    licenses: [{ license: { id: licence } }],
    hashes: files
      .filter(({ name }) => name.endsWith('.onnx'))
      .map(({ sha256 }) => ({ alg: 'SHA-256', content: sha256 })),
    externalReferences: [{ type: 'distribution', url: base_url, comment: repository }],
  }
}

/** What is said of a model among the licences. */
export const noticeOf = ({ id, licence, attribution, source }: PackagedModel) =>
  `The embedding model ${id}: ${licence}, ${attribution}; from ${source.repository}, revision ${source.revision}.\n`
