import { useTranslation } from 'react-i18next'
import { namedCategories } from './filter.ts'
import { isOneOf } from './interaction.ts'

/** How a category is called: in the reader's language where that is known, else as it is. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('inbox')
  return (category) => (isOneOf(namedCategories, category) ? t(`category.${category}`) : category)
}
