import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../api/operations.ts'
import { Orb } from '../parts/orb.tsx'
import { useCompanionName } from '../parts/use-companion-name.ts'

/** Who the companion is, and how it feels. */
export function CompanionCard() {
  const { t } = useTranslation(['common', 'emotions'])
  const name = useCompanionName()
  const mood = useOperation('emotion.current')
  return (
    <Group wrap="nowrap" p="xs">
      <Orb size={44} {...(mood.data ? { mood: mood.data } : {})} />
      <Stack gap={0} miw={0}>
        <Text fw={650} truncate>
          {name}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {mood.data && t('nav.feels', { emotion: t(`emotions:${mood.data.emotion}`) })}
        </Text>
      </Stack>
    </Group>
  )
}
