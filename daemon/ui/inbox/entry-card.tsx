import { Card, Group, Skeleton, Spoiler, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useOperation } from '../api/operations.ts'
import { FailureAlert } from '../parts/failure.tsx'
import { AnswerControl } from './answer-control.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryMarks } from './entry-marks.tsx'
import { ExpiredCard } from './expired-card.tsx'
import classes from './inbox.module.css'
import { type Listed, nameOf, type Whole } from './interaction.ts'
import { Outcome } from './outcome.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props {
  readonly entry: Listed
  readonly onDetails: () => void
}

/** One interaction: what it asks, and what can be done about it. */
export function EntryCard({ entry, onDetails }: Props) {
  const expired = entry.status === 'expired'
  const { data, error, refetch } = useOperation(
    'interactions.get',
    { interaction_id: entry.interaction_id },
    { enabled: !expired },
  )
  if (expired || (error instanceof ApiError && error.status === 410)) return <ExpiredCard entry={entry} />
  if (data) return <Known {...data} onDetails={onDetails} />
  return error ? (
    <FailureAlert error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton height={180} radius="lg" />
  )
}

function Known({ interaction, events, onDetails }: Whole & Pick<Props, 'onDetails'>) {
  const { t } = useTranslation(['inbox', 'common'])
  const id = `inbox-${interaction.interaction_id}`
  const waits = interaction.status === 'pending'
  const open = waits || interaction.status === 'deferred'
  return (
    <Card
      component="article"
      className={classes['card'] ?? ''}
      data-severity={waits ? interaction.severity : undefined}
      aria-labelledby={id}
    >
      <Stack gap="sm">
        <EntryHead interaction={interaction} events={events} onDetails={onDetails} />
        <Stack gap={4}>
          <Title order={2} id={id} className={classes['name'] ?? ''}>
            {nameOf(interaction)}
          </Title>
          {interaction.title !== null && (
            <Spoiler maxHeight={160} showLabel={t('common:act.more')} hideLabel={t('common:act.close')}>
              <Text className={classes['words'] ?? ''}>{interaction.prompt}</Text>
            </Spoiler>
          )}
        </Stack>
        {open && (
          <Group gap="xs">
            <EntryMarks interaction={interaction} />
            {interaction.expires_at !== null && <TimeLeft until={interaction.expires_at} />}
          </Group>
        )}
        {waits ? (
          <AnswerControl interaction={interaction} />
        ) : (
          <Outcome interaction={interaction} events={events} />
        )}
      </Stack>
    </Card>
  )
}
