import { loadModel, type LoadedModel } from './inference.ts'
import type { LoadableModel } from './jobs.ts'

/** While the model changes, the old one and the new one are both in use. */
const maxModels = 2

/** Keeps the models in memory that were used last; asked for one at a time. */
export function openLoadedModels(load: (model: LoadableModel) => Promise<LoadedModel> = loadModel) {
  /** The least recently used first. */
  const loaded = new Map<string, LoadedModel>()

  return {
    /** The model in memory, loaded where it is not; rejects where it cannot be. */
    get: async (model: LoadableModel): Promise<LoadedModel> => {
      const found = loaded.get(model.id) ?? (await load(model))
      loaded.delete(model.id)
      loaded.set(model.id, found)
      const [oldest] = loaded
      if (loaded.size > maxModels && oldest) {
        loaded.delete(oldest[0])
        await oldest[1].release()
      }
      return found
    },

    release: async (): Promise<void> => {
      const all = [...loaded.values()]
      loaded.clear()
      for (const model of all) await model.release()
    },
  }
}
