import { Alert, Button, Center, Code, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '../../client/types.ts'
import { BigCode } from '../me/big-code.tsx'
import { Copy } from '../me/copy.tsx'
import { QrCode } from '../me/qr-code.tsx'
import { absolute } from '../parts/moment.tsx'
import { invitationLink, isLocal } from './invitation-link.ts'

interface Props {
  readonly invitation: OutputOf<'invitations.create'>
  readonly onDone: () => void
}

/** The code of an invitation, to read out, to copy and to scan. */
export function InvitationCode({ invitation: { invitation_code, expires_at }, onDone }: Props) {
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
          {t('common:act.done')}
        </Button>
      </Group>
    </Stack>
  )
}
