import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStepUp } from '../parts/step-up.tsx'
import { PairingCode, type PairingOffer } from './pairing-code.tsx'
import { PairingForm } from './pairing-form.tsx'

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
