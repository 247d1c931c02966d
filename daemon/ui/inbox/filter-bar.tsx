import { Select, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Filter, types } from './filter.ts'
import { isOneOf } from './interaction.ts'
import { useCategories, useCategoryName } from './use-categories.ts'

interface Props {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

/** Narrows the list to a type and a category. */
export function FilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('inbox')
  const categories = useCategories(filter.category)
  const nameOf = useCategoryName()
  return (
    <SimpleGrid cols={2} spacing="sm" maw={480}>
      <Select
        label={t('filter.type')}
        placeholder={t('filter.all')}
        clearable
        value={filter.type}
        onChange={(type) =>
          onChange({ ...filter, type: type !== null && isOneOf(types, type) ? type : null })
        }
        data={types.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <Select
        label={t('filter.category')}
        placeholder={t('filter.all')}
        clearable
        value={filter.category}
        onChange={(category) => onChange({ ...filter, category })}
        data={categories.map((value) => ({ value, label: nameOf(value) }))}
      />
    </SimpleGrid>
  )
}
