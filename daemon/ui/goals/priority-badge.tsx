import { Badge } from '@mantine/core'
import { IconArrowDown, IconEqual, IconFlame } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Goal } from './goal.ts'

const signs = { low: IconArrowDown, medium: IconEqual, high: IconFlame }

/** How much a goal matters, in word and sign. */
export function PriorityBadge({ priority }: Pick<Goal, 'priority'>) {
  const { t } = useTranslation('goals')
  const Sign = signs[priority]
  return (
    <Badge
      variant={priority === 'high' ? 'light' : 'default'}
      tt="none"
      fw={500}
      leftSection={<Sign size={13} stroke={2} aria-hidden />}
    >
      {t('priority.of', { priority: t(`priority.${priority}`) })}
    </Badge>
  )
}
