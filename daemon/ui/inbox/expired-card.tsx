import { Card, Group, Stack, Text } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import type { Listed } from './interaction.ts'

/** One whose time ran out: its words are not told any more. */
export function ExpiredCard({ entry }: { readonly entry: Listed }) {
  const { t } = useTranslation('inbox')
  const id = `inbox-${entry.interaction_id}`
  return (
    <Card component="article" aria-labelledby={id}>
      <Group wrap="nowrap" align="flex-start">
        <IconHourglassEmpty size={20} stroke={1.6} aria-hidden />
        <Stack gap={4} flex={1}>
          <Text id={id} fw={600}>
            {t('status.expired')}: {t(`type.${entry.interaction_type}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('answer.expired')} <Moment at={entry.updated_at} />
          </Text>
        </Stack>
        <SeverityBadge severity={entry.severity} />
      </Group>
    </Card>
  )
}
