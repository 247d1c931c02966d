interface Releasable {
  readonly release: () => Promise<void>
}

/** Keeps at most `most` models in memory, those that were used last; asked for one at a time. */
export function openLoadedModels<Model extends { readonly id: string }, Loaded extends Releasable>(
  load: (model: Model) => Promise<Loaded>,
  most: number,
) {
  /** The least recently used first. */
  const loaded = new Map<string, Loaded>()

  return {
    /** The model in memory, loaded where it is not; rejects where it cannot be. */
    get: async (model: Model): Promise<Loaded> => {
      const instance = loaded.get(model.id) ?? (await load(model))
      loaded.delete(model.id)
      loaded.set(model.id, instance)
      const [oldest] = loaded
      if (loaded.size > most && oldest) {
        loaded.delete(oldest[0])
        await oldest[1].release()
      }
      return instance
    },

    release: async (): Promise<void> => {
      const all = [...loaded.values()]
      loaded.clear()
      for (const model of all) await model.release()
    },
  }
}
