import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Moment } from '../parts/moment.tsx'
import { EntryMenu } from './entry-menu.tsx'
import type { Whole } from './interaction.ts'
import { SnoozeMenu } from './snooze-menu.tsx'
import { TypeIcon } from './type-icon.tsx'
import { useAsker } from './use-asker.ts'

/** Who asks, since when, and what else can be done about it. */
export function EntryHead({ interaction, events, onDetails }: Whole & { readonly onDetails: () => void }) {
  const { t } = useTranslation('inbox')
  const asker = useAsker({ interaction, events })
  const waits = interaction.status === 'pending'
  return (
    <Group wrap="nowrap" gap="sm" justify="space-between" align="flex-start">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <TypeIcon type={interaction.interaction_type} />
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={600}>
            {t(`type.${interaction.interaction_type}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {asker} · <Moment at={interaction.created_at} />
          </Text>
        </Stack>
      </Group>
      <Group wrap="nowrap" gap={4}>
        {waits && <SnoozeMenu interaction={interaction} />}
        <EntryMenu interaction={interaction} onDetails={onDetails} />
      </Group>
    </Group>
  )
}
