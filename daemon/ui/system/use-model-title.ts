import { useLive } from '../api/operations.ts'

/** What a model is called, by its id. */
export function useModelTitle(): (id: string) => string {
  const { data: models } = useLive('models.list', { limit: 200 })
  return (id) => models?.items.find((model) => model.id === id)?.title ?? id
}
