import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { type Interaction, nameOf } from '../../client/interaction.ts'
import { useOperation } from '../api/operations.ts'
import { Loaded } from '../parts/loaded.tsx'
import { absolute } from '../parts/moment.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { answeredWith } from './answers.ts'
import { EntryMarks } from './entry-marks.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { statusName } from './filter.ts'
import classes from './inbox.module.css'

interface Props {
  /** Null while it is closed. */
  readonly interaction_id: string | null
  readonly onClose: () => void
}

/** An interaction with all that happened to it. */
export function DetailsDrawer({ interaction_id, onClose }: Props) {
  const { t } = useTranslation(['inbox', 'common'])
  const narrow = useNarrow()
  return (
    <Drawer
      opened={interaction_id !== null}
      onClose={onClose}
      position="right"
      size={narrow ? '100%' : 'md'}
      title={t('details.title')}
    >
      {interaction_id !== null && <Details interaction_id={interaction_id} />}
    </Drawer>
  )
}

function Details({ interaction_id }: { readonly interaction_id: string }) {
  const { t } = useTranslation('inbox')
  const whole = useOperation('interactions.get', { interaction_id })
  if (whole.error instanceof ApiError && whole.error.status === 410)
    return <Text>{t('details.expired')}</Text>
  return (
    <Loaded of={whole}>
      {({ interaction, events }) => (
        <Stack gap="lg">
          <Stack gap={4}>
            <Title order={3} size="h4">
              {nameOf(interaction)}
            </Title>
            {interaction.title !== null && (
              <Text className={classes['words'] ?? ''}>{interaction.prompt}</Text>
            )}
          </Stack>
          <DetailsFacts interaction={interaction} />
          <Stack gap="sm">
            <Title order={3} size="h5">
              {t('details.timeline')}
            </Title>
            <EventTimeline events={events} />
          </Stack>
        </Stack>
      )}
    </Loaded>
  )
}

function DetailsFacts({ interaction }: { readonly interaction: Interaction }) {
  const { t, i18n } = useTranslation('inbox')
  const answer = answeredWith(interaction)
  const { created_at, expires_at } = interaction
  const facts = [
    [t('details.status'), t(`status.${statusName(interaction)}`)],
    [t('details.asked'), absolute(created_at, i18n.language)],
    ...(expires_at === null ? [] : [[t('details.expires'), absolute(expires_at, i18n.language)]]),
    ...(answer === null ? [] : [[t('answer.label'), answer]]),
  ]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <EntryMarks interaction={interaction} />
      </Group>
      <dl className={classes['facts']}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" className={classes['words'] ?? ''}>
              {fact}
            </Text>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
