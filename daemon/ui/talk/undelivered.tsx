import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../parts/failure.tsx'
import type { Outbox } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'

/** Says why a message was not answered, and tries again or gives it up. */
export function Undelivered({
  outgoing: { key, error },
  outbox,
}: {
  readonly outgoing: Outgoing
  readonly outbox: Outbox
}) {
  const { t } = useTranslation(['talk', 'common'])
  return (
    <Group gap="xs" justify="flex-end" role="alert">
      <Text size="sm" c="var(--mantine-color-red-light-color)">
        <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {failureText(error)}
      </Text>
      <Button
        size="compact-md"
        mih={36}
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => outbox.retry(key)}
      >
        {t('common:act.retry')}
      </Button>
      <Button size="compact-md" mih={36} variant="subtle" color="gray" onClick={() => outbox.drop(key)}>
        {t('outgoing.drop')}
      </Button>
    </Group>
  )
}
