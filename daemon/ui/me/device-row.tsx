import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Moment } from '../parts/moment.tsx'
import { DeviceIcon } from './device-icon.tsx'

interface Props {
  readonly device: OutputOf<'devices.list'>['items'][number]
  readonly onRevoke: () => void
}

/** A trusted device, and how to trust it no longer. */
export function DeviceRow({ device: { name, kind, trusted_at, last_seen_at }, onRevoke }: Props) {
  const { t } = useTranslation('me')
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <ThemeIcon size={40} radius="xl" variant="light">
          <DeviceIcon kind={kind} />
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Text fw={600} lineClamp={2}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`kind.${kind}`)} · {t('devices.since')} <Moment at={trusted_at} /> · {t('sessions.seen')}{' '}
            <Moment at={last_seen_at} />
          </Text>
        </Stack>
      </Group>
      <Confirm
        title={t('devices.revoke_title', { name })}
        act={t('devices.revoke')}
        onConfirm={onRevoke}
        target={(open) => (
          <Button
            variant="default"
            mih={40}
            flex="none"
            onClick={open}
            aria-label={t('devices.revoke_name', { name })}
          >
            {t('devices.revoke')}
          </Button>
        )}
      >
        <Text>{t('devices.revoke_text')}</Text>
      </Confirm>
    </Group>
  )
}
