import { IconDevices } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useOperation } from '../api/operations.ts'
import { Empty } from '../parts/empty.tsx'
import { showDone } from '../parts/failure.tsx'
import { Reading } from '../parts/reading.tsx'
import { useStepUp } from '../parts/step-up.tsx'
import { DeviceRow } from './device-row.tsx'
import { longest } from './longest.ts'
import { PairDevice } from './pair-device.tsx'
import { RowList } from './row-list.tsx'
import { Section } from './section.tsx'

/** The devices that are trusted to be the member's. */
export function DeviceList() {
  const { t } = useTranslation('me')
  const box = useRef<HTMLElement>(null)
  const devices = useOperation('devices.list', longest)
  const revoke = useAct('devices.revoke', ['devices.list', 'profile.sessions', 'auth.profile'])
  const { run, dialog } = useStepUp()
  const revokeDevice = (id: string) =>
    run(async () => {
      const { device } = await revoke.mutateAsync({ id })
      showDone(t('devices.revoked', { name: device.name }))
      box.current?.focus()
    })
  return (
    <Section ref={box} title={t('devices.title')} lead={t('devices.lead')} actions={<PairDevice />}>
      <Reading of={devices}>
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
      </Reading>
      {dialog}
    </Section>
  )
}
