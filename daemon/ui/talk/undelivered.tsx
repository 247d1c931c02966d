import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../parts/failure-text.ts'
import type { Mending } from './use-mending.ts'
import type { Outgoing } from './outgoing.ts'

/** Says why a message was not answered, and tries again or gives it up. */
export function Undelivered({
  outgoing: { key, error },
  mending,
}: {
  readonly outgoing: Outgoing
  readonly mending: Mending
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
        onClick={() => mending.retry(key)}
      >
        {t('common:act.retry')}
      </Button>
      <Button size="compact-md" mih={36} variant="subtle" color="gray" onClick={() => mending.drop(key)}>
        {t('outgoing.drop')}
      </Button>
    </Group>
  )
}
