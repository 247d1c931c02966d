import { Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useOperation } from '../api/operations.ts'
import { FailureAlert } from '../parts/feedback.tsx'
import { Moment } from '../parts/moment.tsx'
import { SeverityBadge } from './entry-marks.tsx'
import { InteractionCard } from './interaction-card.tsx'
import type { ListedInteraction } from './interaction.ts'

interface Props {
  readonly entry: ListedInteraction
  readonly onDetails: () => void
}

/** One entry of a list: what it asks, and what can be done about it. */
export function EntryCard({ entry, onDetails }: Props) {
  const expired = entry.status === 'expired'
  const { data, error, refetch } = useOperation(
    'interactions.get',
    { interaction_id: entry.interaction_id },
    { enabled: !expired },
  )
  if (expired || (error instanceof ApiError && error.status === 410)) return <ExpiredCard entry={entry} />
  if (data) return <InteractionCard {...data} onDetails={onDetails} />
  return error ? (
    <FailureAlert error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height={180} radius="lg" />
  )
}

/** One whose time ran out: its words are not told any more. */
function ExpiredCard({ entry }: { readonly entry: ListedInteraction }) {
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
