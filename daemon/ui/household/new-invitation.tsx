import { Alert, Button, Center, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconInfoCircle, IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { useAction } from '../api/operations.ts'
import { BigCode, Copy, QrCode } from '../parts/code.tsx'
import { showFailure } from '../parts/feedback.tsx'
import { absolute } from '../parts/moment.tsx'
import { invitationLink, isLocal } from './joining.ts'

/** Makes an invitation and shows its code, this once. */
export function NewInvitation() {
  const { t } = useTranslation('household')
  const [opened, { open, close }] = useDisclosure()
  const [made, setMade] = useState<OutputOf<'invitations.create'> | null>(null)
  const create = useAction('invitations.create', ['invitations.list'])
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

interface Props {
  readonly invitation: OutputOf<'invitations.create'>
  readonly onDone: () => void
}

/** The code of an invitation, to read out, to copy and to scan. */
function InvitationCode({ invitation: { invitation_code, expires_at }, onDone }: Props) {
  const { t, i18n } = useTranslation(['household', 'common'])
  const link = invitationLink(location.origin, invitation_code)
  const until = absolute(expires_at, i18n.language)
  return (
    <Stack>
      <Text>
        {t('invite.code_text')} {t('invite.expires', { until })}
      </Text>
      <BigCode label={t('invite.code')} code={invitation_code} />
      <Text>{t('invite.link')}</Text>
      <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <Center>
        <QrCode value={link} title={t('invite.qr')} />
      </Center>
      {isLocal(location.origin) && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {t('invite.local')}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Copy value={invitation_code} label={t('invite.copy_code')} />
        <Copy value={link} label={t('invite.copy_link')} />
        <Button mih={40} onClick={onDone} data-autofocus>
          {t('common:action.done')}
        </Button>
      </Group>
    </Stack>
  )
}
