import { Drawer, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../client/errors.ts'
import { useOperation } from '../api/operations.ts'
import { Reading } from '../parts/reading.tsx'
import { DetailsFacts } from './details-facts.tsx'
import { EventTimeline } from './event-timeline.tsx'
import classes from './inbox.module.css'
import { nameOf } from '../../client/interaction.ts'

interface Props {
  /** Null while it is closed. */
  readonly interaction_id: string | null
  readonly onClose: () => void
}

/** An interaction with all that happened to it. */
export function DetailsDrawer({ interaction_id, onClose }: Props) {
  const { t } = useTranslation(['inbox', 'common'])
  const narrow = useMediaQuery('(max-width: 48em)')
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
    <Reading of={whole}>
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
    </Reading>
  )
}
