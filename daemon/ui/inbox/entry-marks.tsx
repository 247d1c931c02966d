import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Interaction } from '../../client/interaction.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useCategoryName } from './use-category-name.ts'

/** What is to be known of an interaction at a glance. */
export function EntryMarks({ interaction }: { readonly interaction: Interaction }) {
  const { t } = useTranslation('inbox')
  const categoryName = useCategoryName()
  const { severity, requirement, category } = interaction
  return (
    <>
      <SeverityBadge severity={severity} />
      <Badge variant="default" tt="none" fw={500}>
        {t(`requirement.${requirement}`)}
      </Badge>
      {category !== null && (
        <Badge variant="default" tt="none" fw={500}>
          {categoryName(category)}
        </Badge>
      )}
    </>
  )
}
