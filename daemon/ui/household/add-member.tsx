import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AddMemberForm } from './add-member-form.tsx'

/** Makes an account for somebody. */
export function AddMember() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" mih={40} leftSection={<IconUserPlus size={18} aria-hidden />} onClick={open}>
        {t('add.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('add.title')}>
        <AddMemberForm onDone={close} />
      </Modal>
    </>
  )
}
