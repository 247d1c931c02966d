import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../api/operations.ts'
import { useStepUp } from '../parts/step-up.tsx'
import { type DeviceKind, deviceKinds } from './device-icon.tsx'
import { PairingCode, type PairingOffer } from './pairing-code.tsx'
import { pairingLifetime } from './pairing.ts'

/** Makes a further device a trusted one: says what it is, and shows the code for it. */
export function PairDevice() {
  const { t } = useTranslation('me')
  const [opened, { open, close }] = useDisclosure()
  const [offer, setOffer] = useState<PairingOffer | null>(null)
  const { run, dialog, asking } = useStepUp()
  return (
    <>
      <Button
        mih={40}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => {
          setOffer(null)
          open()
        }}
      >
        {t('pair.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('pair.title')} closeOnEscape={!asking}>
        {offer ? (
          <PairingCode
            key={offer.pairing_code}
            offer={offer}
            onAgain={() => setOffer(null)}
            onClose={close}
          />
        ) : (
          <PairingForm run={run} onOffer={setOffer} />
        )}
      </Modal>
      {dialog}
    </>
  )
}

interface Props {
  /** Does what may want the password once more. */
  readonly run: (act: () => Promise<unknown>) => void
  readonly onOffer: (offer: PairingOffer) => void
}

/** What the new device is called and what it is. */
function PairingForm({ run, onOffer }: Props) {
  const { t } = useTranslation('me')
  const form = useForm<{ name: string; kind: DeviceKind }>({
    initialValues: { name: '', kind: 'phone' },
    validate: { name: (name) => (name.trim() === '' ? t('pair.name_empty') : null) },
  })
  const make = useAction('devices.pair')
  const submit = ({ name, kind }: typeof form.values) =>
    run(async () => {
      const { pairing_code = '', pairing_uri = '', expires_at = '' } = await make.mutateAsync({ name, kind })
      // The clock of this browser need not be that of the daemon.
      onOffer({ name, pairing_code, pairing_uri, expires_at, until: Date.now() + pairingLifetime })
    })
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text c="dimmed">{t('pair.lead')}</Text>
        <TextInput
          label={t('pair.name')}
          placeholder={t('pair.name_example')}
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t('pair.kind')}
          data={deviceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          {...form.getInputProps('kind')}
        />
        <Group justify="flex-end">
          <Button type="submit" mih={40} loading={make.isPending}>
            {t('pair.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
