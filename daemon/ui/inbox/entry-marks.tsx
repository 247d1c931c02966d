import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconEqual } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Interaction } from '../../client/interaction.ts'
import { useCategoryName } from './use-categories.ts'

const severityLooks = {
  low: { icon: IconArrowDown, color: 'gray' },
  medium: { icon: IconEqual, color: 'iris' },
  high: { icon: IconAlertTriangle, color: 'red' },
}

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

/** How important something is, in word, sign and colour. */
export function SeverityBadge({ severity }: Pick<Interaction, 'severity'>) {
  const { t } = useTranslation('inbox')
  const { icon: Sign, color } = severityLooks[severity]
  return (
    <Badge
      color={color}
      variant={severity === 'high' ? 'light' : 'default'}
      leftSection={<Sign size={12} stroke={2.2} aria-hidden />}
      tt="none"
    >
      {t(`severity.${severity}`)}
    </Badge>
  )
}
