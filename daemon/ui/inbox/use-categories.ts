import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { namedCategories } from './filter.ts'
import { isOneOf, type Whole } from './interaction.ts'

/** The categories that there may be: the companion's own, those seen on this page, and the chosen one. */
export function useCategories(chosen: string | null): string[] {
  const cache = useQueryClient()
  const seen = useSyncExternalStore(
    (changed) => cache.getQueryCache().subscribe(changed),
    () =>
      JSON.stringify(
        cache
          .getQueriesData<Whole>({ queryKey: ['interactions.get'] })
          .flatMap(([, data]) => data?.interaction.category ?? [])
          .toSorted(),
      ),
  )
  const own = namedCategories.filter((name) => name !== 'example')
  return [...new Set([...own, ...(JSON.parse(seen) as string[]), ...(chosen === null ? [] : [chosen])])]
}

/** How a category is called: in the reader's language where that is known, else as it is. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('inbox')
  return (category) => (isOneOf(namedCategories, category) ? t(`category.${category}`) : category)
}
