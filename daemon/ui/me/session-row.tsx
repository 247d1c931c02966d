import { Badge, Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { Moment } from '../parts/moment.tsx'
import { isThisMachine } from './account-rules.ts'
import { DeviceIcon } from './device-icon.tsx'

type Session = OutputOf<'profile.sessions'>['items'][number]
type Device = OutputOf<'devices.list'>['items'][number]

interface Props {
  readonly session: Session
  /** The trusted device that it is of, where it is known. */
  readonly device?: Device | undefined
  /** When whoever it is signed in, as in no other of the list. */
  readonly time: string
  readonly onEnd: () => void
  /** Whether one is being ended. */
  readonly busy: boolean
}

/** One sign-in that goes on: from where, since when, used when; it can be ended, unless it is this very one. */
export function SessionRow({ session, device, time, onEnd, busy }: Props) {
  const { t } = useTranslation('me')
  const { address, client, current, stays, authenticated_at, last_seen_at } = session
  const place = isThisMachine(address) ? t('sessions.here') : address
  const name = device?.name ?? client ?? place
  return (
    <Group component="li" wrap="nowrap" justify="space-between" py="xs">
      <Group wrap="nowrap" gap="sm" miw={0}>
        <ThemeIcon size={40} radius="xl" variant="light">
          {device ? <DeviceIcon kind={device.kind} /> : <IconWorld size={20} stroke={1.6} aria-hidden />}
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={600} lineClamp={2}>
              {name}
            </Text>
            {current && (
              <Badge variant="light" tt="none">
                {t('sessions.this')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {name !== place && `${place} · `}
            {stays && `${t('sessions.stays')} · `}
            {t('sessions.signed_in')} <Moment at={authenticated_at} /> · {t('sessions.seen')}{' '}
            <Moment at={last_seen_at} />
          </Text>
        </Stack>
      </Group>
      {!current && (
        <Button
          variant="default"
          mih={40}
          flex="none"
          disabled={busy}
          onClick={onEnd}
          aria-label={t('sessions.end_of', { name, time })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Group>
  )
}
