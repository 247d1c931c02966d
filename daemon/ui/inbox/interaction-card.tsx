import { Card, Group, Spoiler, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnswerControl } from './answer-control.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryMarks } from './entry-marks.tsx'
import classes from './inbox.module.css'
import { nameOf } from '../../client/interaction.ts'
import type { Whole } from './interaction.ts'
import { Outcome } from './outcome.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props extends Whole {
  readonly onDetails: () => void
  /** The level of its heading. */
  readonly order?: 1 | 2
}

/** One interaction: what it asks, and what can be done about it. */
export function InteractionCard({ interaction, events, onDetails, order = 2 }: Props) {
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
          <Title order={order} id={id} className={classes['name'] ?? ''}>
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
