import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Embedding } from './vectors.ts'
import { NothingBuilt } from './failures.ts'
import type { Reembedding } from './reembedding.ts'
import * as schemas from './schemas.ts'
import type { VectorTables } from './vector-tables.ts'

interface ModelOperationsDependencies {
  readonly tables: VectorTables
  readonly embedding: Embedding
  readonly reembedding: Reembedding
}

/** Which model memories are found with, and the change to another. */
export function modelOperations({ tables, embedding, reembedding }: ModelOperationsDependencies) {
  const state = () => ({ model: tables.active().model, next: reembedding.progress() })

  return {
    'memory.model': operation({
      rest: 'GET /memory/model',
      access: 'member',
      live: 2,
      summary: 'The model that memories are found with, and how far the next one is',
      description:
        'While `next` is there, memories are being embedded with that model; `done` of `total` are.',
      input: Nothing,
      output: schemas.ModelState,
      errors: [],
    }).handle(state),

    'memory.change_model': operation({
      rest: 'PUT /memory/model',
      access: 'admin',
      audited: ['model'],
      summary: 'Find memories with another model',
      description:
        'All memories are embedded anew in the background; searches use the old model until that is done. Until the ' +
        'next start of the daemon the way back is quick. With `download`, a model that is not here is fetched first.',
      input: schemas.ModelChange,
      output: schemas.ModelState,
      errors: [],
    }).handle(({ model, download = false }) => {
      if (download) embedding.download(model)
      else embedding.assertAvailable(model)
      if (model === tables.active().model) {
        if (tables.building()) reembedding.cancel()
      } else if (model !== tables.building()?.model) reembedding.begin(model)
      return state()
    }),

    'memory.keep_model': operation({
      rest: 'DELETE /memory/model',
      access: 'admin',
      summary: 'Give up the change to another model',
      description:
        'What was embedded with the new model so far is thrown away; searches have used the old one all ' +
        'along.',
      input: Nothing,
      output: schemas.ModelState,
      errors: [NothingBuilt],
    }).handle(() => {
      if (!tables.building()) throw NothingBuilt()
      reembedding.cancel()
      return state()
    }),
  }
}
