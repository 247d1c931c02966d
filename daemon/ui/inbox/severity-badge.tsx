import { Badge } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconEqual } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Interaction } from '../../client/interaction.ts'

const looks = {
  low: { icon: IconArrowDown, color: 'gray' },
  medium: { icon: IconEqual, color: 'iris' },
  high: { icon: IconAlertTriangle, color: 'red' },
}

/** How important something is, in word, sign and colour. */
export function SeverityBadge({ severity }: Pick<Interaction, 'severity'>) {
  const { t } = useTranslation('inbox')
  const { icon: Sign, color } = looks[severity]
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
