import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAct } from '../api/operations.ts'
import { showFailure } from '../parts/failure.tsx'
import { InvitationCode } from './invitation-code.tsx'

/** Makes an invitation and shows its code, this once. */
export function NewInvitation() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  const [made, setMade] = useState<OutputOf<'invitations.create'> | null>(null)
  const create = useAct('invitations.create', ['invitations.list'])
  const invite = () =>
    create.mutate(
      {},
      {
        onSuccess: (invitation) => {
          setMade(invitation)
          open()
        },
        onError: showFailure,
      },
    )
  return (
    <>
      <Button
        mih={40}
        leftSection={<IconMailPlus size={18} aria-hidden />}
        onClick={invite}
        loading={create.isPending}
      >
        {t('invite.open')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('invite.open')}>
        {made && <InvitationCode invitation={made} onDone={close} />}
      </Modal>
    </>
  )
}
