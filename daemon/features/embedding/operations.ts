import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import { operation } from '../../kernel/operation.ts'
import { Page, pageOf } from '../../kernel/paging.ts'
import { programFile } from '../../kernel/program.ts'
import { type Embedder, openEmbedder, mergeCalls } from './embedder.ts'
import { ModelEmbedded, ModelInUse, ModelMissing, NothingDownloads, UnknownModel } from './failures.ts'
import { type Models, openModels } from './models.ts'
import * as schemas from './schemas.ts'

interface EmbeddingDependencies {
  readonly home: Pick<Home, 'models'>
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  /** The path of a manifest; the one that comes with Companion where it is left out. */
  readonly manifest?: string
}

interface EmbeddingPorts {
  /** Whether vectors of a model are kept, so that it has to stay. */
  readonly modelInUse: (id: string) => boolean
}

const ownManifest = programFile('models/manifest.json')

/** Embedding: what turns texts into vectors on this machine, and the models it can do so with. */
export function openEmbedding(
  { manifest = ownManifest, ...dependencies }: EmbeddingDependencies,
  { modelInUse }: EmbeddingPorts,
) {
  const models = openModels({ ...dependencies, manifest })
  const embedder = openEmbedder({ locate: models.locate, log: dependencies.log })

  const operations = {
    'models.list': operation({
      rest: 'GET /memory/models',
      access: 'member',
      live: 2,
      summary: 'The models of the search that there are, and which are on this machine',
      description:
        'Each with its language, size and licence, and whether it is `embedded`, `missing`, on its way or ' +
        'here.',
      input: Page,
      output: schemas.ModelPage,
      errors: [],
    }).handle((input) => {
      const { limit, offset } = pageOf(input)
      const all = models.all()
      return { items: all.slice(offset, offset + limit), total: all.length }
    }),

    'models.embed': operation({
      rest: 'POST /memory/embed',
      access: 'member',
      scopes: ['talk', 'read'],
      summary: 'The vectors of texts, as memories have them',
      description:
        'Computed on this machine and kept nowhere. A text counts up to the `max_tokens` of the model.',
      input: schemas.Texts,
      output: schemas.Vectors,
      errors: [UnknownModel, ModelMissing],
    }).handle(async ({ texts, model = models.embedded, purpose = 'passage' }) => {
      const { dimension } = models.entry(model)
      const vectors = await embedder.embed(model, texts, purpose)
      return { model, dimension, vectors: vectors.map((vector) => [...vector]) }
    }),

    'models.download': operation({
      rest: 'POST /memory/models/{id}/download',
      access: 'admin',
      audited: ['id'],
      summary: 'Fetch an embedding model in the background',
      description: 'One that is here, or on its way, stays as it is; one that failed goes on where it ended.',
      input: schemas.Target,
      output: schemas.Model,
      errors: [UnknownModel],
    }).handle(({ id }) => models.download(id)),

    'models.cancel': operation({
      rest: 'DELETE /memory/models/{id}/download',
      access: 'admin',
      audited: ['id'],
      summary: 'End the download of an embedding model and remove what came of it',
      description: 'A download that has ended already is removed with `models.remove`.',
      input: schemas.Target,
      output: schemas.Model,
      errors: [UnknownModel, NothingDownloads],
    }).handle(({ id }) => models.cancel(id)),

    'models.remove': operation({
      rest: 'DELETE /memory/models/{id}',
      access: 'admin',
      audited: ['id'],
      summary: 'Remove an embedding model that was fetched',
      description: 'Not one that memories are found with; change the model first.',
      input: schemas.Target,
      output: schemas.Model,
      errors: [UnknownModel, ModelEmbedded, ModelInUse, ModelMissing],
    }).handle(({ id }) => {
      if (modelInUse(id)) throw ModelInUse()
      return models.remove(id)
    }),
  }

  const stop = async () => {
    await Promise.all([models.stop(), embedder.stop()])
  }
  const vectors = vectorsOf(models, embedder)
  return {
    operations,
    embedder,
    models,
    vectors,
    /** What texts mean by the model that is embedded, as unit vectors. */
    embed: (texts: readonly string[]) => vectors.embed(models.embedded, texts, 'passage'),
    stop,
  }
}

/** What the memory uses of all this. */
function vectorsOf(models: Models, embedder: Embedder) {
  return {
    embed: mergeCalls(embedder.embed),
    /** Whether an embedding model is on this machine, or on its way; throws 404 for an unknown id. */
    stateOf: models.stateOf,
    /** Throws 404 for an unknown id, 409 for one that is not on this machine. */
    assertAvailable: (id: string) => void models.locate(id),
    /** Throws 404 for an unknown id. */
    download: (id: string) => void models.download(models.entry(id).id),
    /** What the cosines of a model say of a search; throws 404 for an unknown id. */
    calibration: (id: string) => models.entry(id).calibration,
    /** The reranking model that is on this machine, and what was measured of it; null where there is none. */
    reranker: () => {
      const here = models.reranker()
      if (!here) return null
      const { files, calibration } = here
      const read = (question: string, passages: readonly string[], budget: number) =>
        embedder.rerank(files, question, passages, budget)
      return { id: files.id, calibration, read }
    },
  }
}
