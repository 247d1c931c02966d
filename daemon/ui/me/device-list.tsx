import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction, useOperation } from '../api/operations.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { showDone } from '../parts/feedback.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Moment } from '../parts/moment.tsx'
import { maxPage } from '../parts/pages.ts'
import { RowList, Section } from '../parts/section.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { DeviceIcon } from './device-icon.tsx'
import { PairDevice } from './pair-device.tsx'

/** The devices that are trusted to be the member's. */
export function DeviceList() {
  const { t } = useTranslation('me')
  const box = useRef<HTMLElement>(null)
  const devices = useOperation('devices.list', maxPage)
  const revoke = useAction('devices.revoke', ['devices.list', 'profile.sessions', 'auth.profile'])
  const { run, dialog } = useStepUp()
  const revokeDevice = (id: string) =>
    run(async () => {
      const { device } = await revoke.mutateAsync({ id })
      showDone(t('devices.revoked', { name: device.name }))
      box.current?.focus()
    })
  return (
    <Section ref={box} title={t('devices.title')} lead={t('devices.lead')} actions={<PairDevice />}>
      <Loaded of={devices}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={IconDevices} title={t('devices.none')} text={t('devices.none_text')} />
          ) : (
            <RowList label={t('devices.title')}>
              {items.map((device) => (
                <DeviceRow
                  key={device.device_uuid}
                  device={device}
                  onRevoke={() => revokeDevice(device.device_uuid)}
                />
              ))}
            </RowList>
          )
        }
      </Loaded>
      {dialog}
    </Section>
  )
}

interface Props {
  readonly device: OutputOf<'devices.list'>['items'][number]
  readonly onRevoke: () => void
}

function DeviceRow({ device: { name, kind, trusted_at, last_seen_at }, onRevoke }: Props) {
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
      <ConfirmButton
        title={t('devices.revoke_title', { name })}
        action={t('devices.revoke')}
        onConfirm={onRevoke}
        label={t('devices.revoke_name', { name })}
      >
        <Text>{t('devices.revoke_text')}</Text>
      </ConfirmButton>
    </Group>
  )
}
